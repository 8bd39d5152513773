package export

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/lod"
)

// With [Options.WingBlur], poses have velocities and accelerations, which a renderer uses to move the wings
// while its shutter is open. USD uses velocities only with samples at the times of the points, and
// extrapolates from the last sample before the shutter opens, so each exported frame has a sample. (They are
// all equal, and a binary layer stores them once.) One frame before the first sample and one after the last,
// velocities are zero, so that no pose is extrapolated without limit.
//
// Birds that do not move their wings have prototypes of their own without velocities: held_00, held_01 and so
// on.

// checkWingBlur returns an error if the frames have gaps, because poses would be extrapolated over them.
func (s *Source) checkWingBlur() error {
	n := s.Numbers()
	for i := 1; i < len(n) && s.o.WingBlur; i++ {
		if n[i] != n[i-1]+1 {
			return optionErrorf("frames %d and %d are not consecutive; blurred wings need frames without gaps", n[i-1], n[i])
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

// movingPoints writes the points of a part in a pose, and their motion to the next pose.
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

// writeMotion writes an attribute of vertices. It is value in all frames, and outside before the first frame
// and after the last one.
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
