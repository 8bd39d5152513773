package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// keys is the number of keys of a clip, the last of which repeats the first.
const keys = 33

// What a stroke tells, degrees but for rise. raise lifts, sweep draws back,
// twist turns the leading edge down, fold bends the elbow and bend the wrist so
// that the hand points backwards.
const (
	raise = iota
	sweep
	twist
	fold
	bend
	handRaise
	handTwist
	tipRaise // of the outer hand, which bends under load and lags
	rise     // of the trunk, mm
	nod      // of the trunk, head down
	droop    // of the tail
	measures
)

// stroke is the bird at an instant of the beat.
type stroke [measures]float64

// motion is a closed run of strokes.
type motion struct {
	name    string
	seconds float64
	when    []float64 // turns, from 0
	strokes []stroke
}

// at is the bird at a phase, in turns: a periodic Catmull-Rom curve through the
// strokes.
func (b *motion) at(phase float64) (out stroke) {
	n := len(b.when)
	i := n - 1
	for b.when[i] > phase {
		i--
	}
	time := func(k int) float64 { // of stroke k, which may lie in the next beat or the last
		turns := math.Floor(float64(k) / float64(n))
		return b.when[k-int(turns)*n] + turns
	}
	value := func(k, field int) float64 { return b.strokes[(k+n)%n][field] }
	gap := time(i+1) - time(i)
	u := (phase - time(i)) / gap
	for f := range out {
		in := (value(i+1, f) - value(i-1, f)) / (time(i+1) - time(i-1)) * gap
		leave := (value(i+2, f) - value(i, f)) / (time(i+2) - time(i)) * gap
		out[f] = hermite(value(i, f), in, value(i+1, f), leave, u)
	}
	return out
}

// clip is a motion as keys: a rotation for each bone, and where the trunk and
// the head are, millimetres.
type clip struct {
	name        string
	times       []float64
	rotations   [boneCount][]mgl64.Quat
	trunk, head []vec
	scales      map[int]vec // of bones, throughout; none: as in the bind pose
}

// sample samples a motion.
func (s *species) sample(b *motion) clip {
	c := clip{name: b.name}
	for k := range keys {
		c.times = append(c.times, b.seconds*float64(k)/(keys-1))
		here := b.at(float64(k%(keys-1)) / (keys - 1))
		lift := vec{0, here[rise], 0}
		turns, headAt := s.pose(here, lift)
		for b, q := range turns {
			c.rotations[b] = append(c.rotations[b], q)
		}
		c.trunk, c.head = append(c.trunk, lift), append(c.head, headAt)
	}
	return c
}

// pose is the rotation of every bone, and where the head hangs on the neck: the
// bird holds it level, and nearly still, whatever the trunk does.
func (s *species) pose(here stroke, lift vec) (q [boneCount]mgl64.Quat, headAt vec) {
	q[trunk] = turn(here[nod], 0, 0)
	q[neck] = turn(-0.6*here[nod], 0, 0)
	q[head] = turn(-0.4*here[nod], 0, 0)
	q[tail] = turn(-0.7*here[nod]-here[droop], 0, 0)
	q[leftArm] = turn(here[twist], here[sweep], here[raise])
	q[leftForearm] = turn(0, -here[fold], 0)
	q[leftHand] = turn(here[handTwist], here[bend], here[handRaise])
	q[leftTip] = turn(0.5*here[handTwist], 0, here[tipRaise])
	for b := leftArm; b < rightArm; b++ {
		l := q[b]
		q[otherSide(b)] = mgl64.Quat{W: l.W, V: vec{l.V[0], -l.V[1], -l.V[2]}}
	}
	const still = 0.9
	want := s.head.Add(lift.Mul(1 - still)).Sub(lift) // from the trunk's place
	nape := q[trunk].Rotate(s.neck)
	return q, q[trunk].Mul(q[neck]).Inverse().Rotate(want.Sub(nape))
}

// still is a clip in which the bird holds a pose. Feathers cannot slide over each other as
// those of a folded wing do: tucked, from 0 to 1, the wing becomes narrower instead.
func (s *species) still(name string, here stroke, tuck float64) clip {
	c := clip{name: name, times: []float64{0, 1}, scales: map[int]vec{}}
	for _, b := range []int{leftArm, leftForearm} {
		by := vec{1 - 0.2*tuck, 1 - 0.2*tuck, 1 - 0.2*tuck}
		if b == leftForearm {
			by = vec{1, 1, 1 - 0.4*tuck}
		}
		c.scales[b], c.scales[otherSide(b)] = by, by
	}
	turns, _ := s.pose(here, vec{})
	if here[nod] < -20 { // it sits upright: the head goes with the trunk, and looks ahead
		turns[neck], turns[head] = turn(-0.35*here[nod], 0, 0), turn(-0.55*here[nod], 0, 0)
	}
	headAt := s.head.Sub(s.neck)
	for range c.times {
		for b, q := range turns {
			c.rotations[b] = append(c.rotations[b], q)
		}
		c.trunk, c.head = append(c.trunk, vec{0, here[rise], 0}), append(c.head, headAt)
	}
	return c
}

// stances are the poses of a bird that does not fly: folded on a perch, braking before it,
// and of a falcon the stoop.
func (s *species) stances() []clip {
	all := []clip{s.still("rest", s.rest, 1), s.still("flare", s.flare, 0)}
	if s.stoop != (stroke{}) {
		all = append(all, s.still("stoop", s.stoop, 0.8))
	}
	return all
}

// turn rotates about X, then Y, then Z, by degrees.
func turn(x, y, z float64) mgl64.Quat {
	return mgl64.QuatRotate(mgl64.DegToRad(z), vec{0, 0, 1}).
		Mul(mgl64.QuatRotate(mgl64.DegToRad(y), vec{0, 1, 0})).
		Mul(mgl64.QuatRotate(mgl64.DegToRad(x), vec{1, 0, 0}))
}
