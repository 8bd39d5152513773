package export

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/lod"
)

// With [Options.WingBlur], the poses of a wingbeat have velocities and accelerations, so that a renderer
// moves the wings while its shutter is open. USD uses velocities only if they have samples at the times of
// the points. It extrapolates from the last sample before the shutter opens, so each exported frame has a
// sample. All samples of a pose are equal, and a binary layer stores them once. One frame before the first
// sample and one frame after the last, the velocities are zero, so that no pose is extrapolated without
// limit.
//
// Birds that hold their wings have their own prototypes, without velocities: held_00, held_01 and so on.

// checkWingBlur returns an error if the frames have gaps, because poses would be extrapolated over the
// gaps.
func (s *Source) checkWingBlur() error {
	n := s.Numbers()
	for i := 1; i < len(n) && s.o.WingBlur; i++ {
		if n[i] != n[i-1]+1 {
			return optionErrorf("frames %d and %d: wings that blur need frames without gaps", n[i-1], n[i])
		}
	}
	return nil
}

func (f *usdFlock) prototypeNames() (names []string) {
	kinds := []string{"bird_%02d"}
	if f.wings != nil {
		kinds = append(kinds, "held_%02d")
	}
	for _, kind := range kinds {
		for k := range f.model.Poses {
			names = append(names, fmt.Sprintf(kind, k))
		}
	}
	return names
}

func (f *usdFlock) prototypeOf(b *Boid) int {
	pose := poseOf(b.Phase, f.model.Poses)
	if f.wings != nil && holdsWings(b.Flags) {
		pose += f.model.Poses
	}
	return pose
}

// movingPoints writes the points of a part in one pose, and the velocities and accelerations that move them
// to the next pose.
func (f *usdFlock) movingPoints(out usdWriter, p *lod.Part, pose int, points usdNumbers) error {
	velocities, accelerations := wingMotion(f.model, p, pose, f.wings.rate())
	still := usdNumbers{make([]float32, len(points.all)), points.digits}
	for _, a := range []struct {
		declaration string
		moving      usdNumbers
		outside     usdNumbers
	}{
		{"point3f[] points", points, points},
		{"vector3f[] velocities", f.lengths(velocities), still},
		{"vector3f[] accelerations", f.lengths(accelerations), still},
	} {
		if err := f.writeMotion(out, a.declaration, a.moving, a.outside); err != nil {
			return err
		}
	}
	return nil
}

func (f *usdFlock) lengths(all []mgl32.Vec3) usdNumbers {
	for k := range all {
		all[k] = all[k].Mul(f.span)
	}
	return rounded(pointDigits, coordinates(all)...)
}

// writeMotion writes an attribute of vertices. In all frames, it has the same value. Before the first and
// after the last frame, it has the value outside.
func (f *usdFlock) writeMotion(out usdWriter, declaration string, value, outside usdNumbers) error {
	numbers := f.s.Numbers()
	first, last := float64(numbers[0]), float64(numbers[len(numbers)-1])
	t := out.track(declaration, "")
	defer t.close()
	if err := addSample(t, first-1, outside); err != nil {
		return err
	}
	t.encode(value)
	for _, n := range numbers {
		if err := t.add(float64(n)); err != nil {
			return err
		}
	}
	if err := addSample(t, last+1, outside); err != nil {
		return err
	}
	out.sampled(t)
	return nil
}
