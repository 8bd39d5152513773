package export

import (
	"context"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// cameraFrame is the camera in an exported frame, in the export's axes and unit. Of the equivalent rotations
// q and -q, it holds the one that is nearer to the rotation in the previous frame.
type cameraFrame struct {
	number  int
	seconds float64
	View
	cut bool
}

// filmHeight is the height of the film for focal lengths, in mm.
const filmHeight = 24

func (v *View) focalLength() float32 {
	return float32(filmHeight / 2 / math.Tan(float64(v.FovY)/2))
}

// camera returns the camera in each frame. It returns nil if the export has no camera.
func (s *Source) camera(ctx context.Context) (all []cameraFrame, err error) {
	if s.o.Stage == nil {
		return nil, nil
	}
	to := axes{zUp: s.o.ZUp, scale: float32(s.o.scale())}
	for _, number := range s.plan {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i, share := s.place(number)
		tick, err := s.r.Tick(i)
		if err != nil {
			return nil, err
		}
		f := Frame{Number: number, Seconds: float64(tick) / float64(s.meta.TickRate*s.pace), Place: float64(i) + share}
		if share > 0 {
			f.Seconds = s.start + s.Rate().Seconds(number-s.o.start())
		}
		v, err := s.o.Stage.View(&f)
		if err != nil {
			return nil, err
		}
		v.Eye, v.Rotation = to.length(v.Eye), to.rotate(v.Rotation)
		v.Near, v.Far, v.Focus = v.Near*to.scale, v.Far*to.scale, v.Focus*to.scale
		if n := len(all); n > 0 && v.Rotation.Dot(all[n-1].Rotation) < 0 {
			v.Rotation = v.Rotation.Scale(-1)
		}
		all = append(all, cameraFrame{number: number, seconds: f.Seconds, View: v})
	}
	markCuts(all, to.scale)
	return all, nil
}

// markCuts marks the frames to which the camera jumps. A jump is a step longer than 0.5 m plus ten times the
// longer of the steps before and after it. A turn of 0.1 rad counts as a step of 0.5 m. scale is in units per
// metre. Blender's script uses the same rule.
func markCuts(all []cameraFrame, scale float32) {
	steps := make([]float64, max(len(all)-1, 0))
	for k := range steps {
		a, b := &all[k], &all[k+1]
		cosine := min(1, math.Abs(float64(a.Rotation.Dot(b.Rotation))))
		steps[k] = max(float64(b.Eye.Sub(a.Eye).Len()/scale), 5*2*math.Acos(cosine))
	}
	for k, step := range steps {
		around := 0.0
		if k > 0 {
			around = steps[k-1]
		}
		if k+1 < len(steps) {
			around = max(around, steps[k+1])
		}
		all[k+1].cut = step > 0.5+10*around
	}
}

// cameraSample is a value in a frame. If the camera jumps to this frame, before is the value before the jump.
type cameraSample struct {
	number        int
	value, before []float32
}

func cameraTrack(all []cameraFrame, read func(*View) []float32) (track []cameraSample) {
	same := true
	for k := range all {
		one := cameraSample{number: all[k].number, value: read(&all[k].View)}
		if all[k].cut {
			one.before = track[k-1].value
		}
		track = append(track, one)
		for c, x := range one.value {
			same = same && x == track[0].value[c]
		}
	}
	if same {
		return track[:1]
	}
	return track
}

func eyeOf(v *View) []float32 { return v.Eye[:] }

func rotationOf(v *View) []float32 {
	q := v.Rotation
	return []float32{q.W, q.V[0], q.V[1], q.V[2]}
}

func clipping(all []cameraFrame) (near, far float32) {
	near, far = all[0].Near, all[0].Far
	for k := range all {
		near, far = min(near, all[k].Near), max(far, all[k].Far)
	}
	return near, far
}

// sunTurn returns the rotation from the axes of the sunlight, which shines along its -Z, to the export's
// axes.
func (s *Stage) sunTurn(to axes) mgl32.Quat {
	return to.rotate(mgl32.QuatBetweenVectors(mgl32.Vec3{0, 0, 1}, s.SunDirection))
}
