package models

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/facing"
	"skein/models/gltf"
)

func findAxes(motion facing.Motion, o BakeOptions, s *Analysis) (mgl32.Mat4, error) {
	found := facing.Find(motion, allowed(o))
	s.Forward, s.Up = directionOf(found.Forward, found.Votes), directionOf(found.Up, found.UpVotes)
	if o.Up != (mgl32.Vec3{}) {
		s.Up = given(o.Up)
	}
	if o.Forward != (mgl32.Vec3{}) {
		s.Forward = given(o.Forward)
	}
	up, forward := s.Up.Axis, s.Forward.Axis
	left := up.Cross(forward)
	if l := left.Len(); !(l > 1e-3*up.Len()*forward.Len()) || l-l != 0 {
		return mgl32.Mat4{}, fmt.Errorf("forward %v and up %v must be two different directions", forward, up)
	}
	s.FrontWarning = s.frontWarning()
	left, up = left.Normalize(), up.Normalize()
	return mgl32.Mat3FromRows(left, up, left.Cross(up)).Mat4(), nil
}

// allowed returns a function that reports whether an orientation agrees with the options and with the plane
// of a mirror image. It returns nil if all orientations agree.
func allowed(o BakeOptions) func(facing.Orientation) bool {
	forward, up := closestAxis(o.Forward), closestAxis(o.Up)
	if s := o.sides; s != (mgl32.Vec3{}) && forward.Dot(s) == 0 && up.Dot(s) == 0 {
		return func(a facing.Orientation) bool {
			return a.Left().Dot(s) != 0 && (forward == mgl32.Vec3{} || forward == a.Forward) && (up == mgl32.Vec3{} || up == a.Up)
		}
	}
	if forward == (mgl32.Vec3{}) && up == (mgl32.Vec3{}) || forward.Cross(up) == (mgl32.Vec3{}) && forward.Dot(up) != 0 {
		return nil
	}
	return func(a facing.Orientation) bool {
		return (forward == mgl32.Vec3{} || forward == a.Forward) && (up == mgl32.Vec3{} || up == a.Up)
	}
}

// closestAxis returns the unit vector along the axis closest to a direction. For the zero vector it returns
// zero.
func closestAxis(v mgl32.Vec3) (out mgl32.Vec3) {
	best := 0
	for k, c := range v {
		if math.Abs(float64(c)) > math.Abs(float64(v[best])) {
			best = k
		}
	}
	switch {
	case v[best] > 0:
		out[best] = 1
	case v[best] < 0:
		out[best] = -1
	}
	return out
}

func (l *beat) motionOf(samples [][]gltf.Surface) facing.Motion {
	return facing.Motion{Model: l.model, Clip: l.clip, Seconds: l.clipStart, Poses: samples, Travel: l.travel}
}

// Motion returns a model and its poses during the motion that [Bake] chooses, for package facing.
func Motion(m *gltf.Model, o BakeOptions) (facing.Motion, error) {
	l, _, err := findBeat(m.SampleTriangles(analysisTriangles(m)), o)
	if err != nil {
		return facing.Motion{}, err
	}
	return l.motionOf(l.sample(facingPoses)), nil
}

const facingPoses = 32

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

func given(v mgl32.Vec3) Direction {
	return Direction{Choice: facing.Choice{Axis: v, Probability: 1}, Evidence: Given, Why: "given"}
}

func directionOf(c facing.Choice, votes []facing.Vote) Direction {
	d := Direction{Choice: c, Votes: votes, Evidence: facing.ForwardAxis.String(), Why: "the convention of glTF"}
	for _, v := range votes {
		if v.Factor > 1 {
			d.Evidence, d.Why = v.Source.String(), v.Why
			break
		}
	}
	return d
}

func (s *Analysis) frontWarning() string {
	for _, c := range []struct {
		key string
		d   *Direction
	}{{"forward", &s.Forward}, {"up", &s.Up}} {
		if c.d.Guess() {
			return fmt.Sprintf("%s: %s is a guess (probability %.0f %%); the second choice is %s (%.0f %%); to correct a wrong guess, set the key %s in the scenario's [bird] table",
				c.key, AxisName(c.d.Axis), 100*c.d.Probability, AxisName(c.d.Second), 100*c.d.SecondProbability, c.key)
		}
	}
	return ""
}

// AxisName returns the name of an axis, such as -z, or the components of another direction.
func AxisName(v mgl32.Vec3) string {
	for k, name := range "xyz" {
		for _, sign := range []float32{1, -1} {
			var a mgl32.Vec3
			a[k] = sign
			if v.ApproxEqualThreshold(a, 1e-4) {
				return map[float32]string{1: "", -1: "-"}[sign] + string(name)
			}
		}
	}
	return fmt.Sprintf("%.3g, %.3g, %.3g", v[0], v[1], v[2])
}

// Orientation returns Forward and Up.
func (s *Analysis) Orientation() facing.Orientation {
	return facing.Orientation{Forward: s.Forward.Axis, Up: s.Up.Axis}
}
