package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// keys is the number of keys of a periodic clip. The last repeats the first.
const keys = 33

// Fields of a keyPose. All except rise are in degrees. raise lifts the arm, sweep moves it back, and twist
// turns its leading edge down. fold bends the elbow. bend bends the wrist, so that the hand points backwards.
const (
	raise = iota
	sweep
	twist
	fold
	bend
	handRaise
	handTwist
	tipRaise // raise of the outer hand, which bends under load and lags behind
	rise     // rise of the trunk, mm
	nod
	droop
	fieldCount
)

type keyPose [fieldCount]float64

type motion struct {
	name    string
	seconds float64
	phases  []float64
	poses   []keyPose
}

// poseAt returns the pose at a phase. It interpolates on a periodic Catmull-Rom spline.
func (b *motion) poseAt(phase float64) (out keyPose) {
	n := len(b.phases)
	i := n - 1
	for b.phases[i] > phase {
		i--
	}
	time := func(k int) float64 { // time of pose k, which may be in the next or previous period
		turns := math.Floor(float64(k) / float64(n))
		return b.phases[k-int(turns)*n] + turns
	}
	value := func(k, field int) float64 { return b.poses[(k+n)%n][field] }
	gap := time(i+1) - time(i)
	u := (phase - time(i)) / gap
	for f := range out {
		inTangent := (value(i+1, f) - value(i-1, f)) / (time(i+1) - time(i-1)) * gap
		outTangent := (value(i+2, f) - value(i, f)) / (time(i+2) - time(i)) * gap
		out[f] = hermite(value(i, f), inTangent, value(i+1, f), outTangent, u)
	}
	return out
}

// clip is a motion as keys: rotations of bones, and positions of the trunk and the head in mm.
type clip struct {
	name        string
	times       []float64
	rotations   [boneCount][]mgl64.Quat
	trunk, head []vec
	scales      map[int]vec // constant scales of bones; a missing bone has the scale 1
}

func (s *species) sampleMotion(b *motion) clip {
	c := clip{name: b.name, scales: map[int]vec{}}
	c.hideLegs()
	for k := range keys {
		c.times = append(c.times, b.seconds*float64(k)/(keys-1))
		pose := b.poseAt(float64(k%(keys-1)) / (keys - 1))
		lift := vec{0, pose[rise], 0}
		turns, headAt := s.rotations(pose, lift)
		for b, q := range turns {
			c.rotations[b] = append(c.rotations[b], q)
		}
		c.trunk, c.head = append(c.trunk, lift), append(c.head, headAt)
	}
	return c
}

func (c *clip) hideLegs() {
	c.scales[leftLeg] = vec{hiddenLeg, hiddenLeg, hiddenLeg}
	c.scales[rightLeg] = c.scales[leftLeg]
}

// rotations returns the rotation of every bone, and the position of the head relative to the neck. The head
// stays level and nearly still while the trunk moves.
func (s *species) rotations(pose keyPose, lift vec) (q [boneCount]mgl64.Quat, headAt vec) {
	q[trunk] = rotation(pose[nod], 0, 0)
	q[neck] = rotation(-0.6*pose[nod], 0, 0)
	q[head] = rotation(-0.4*pose[nod], 0, 0)
	q[tail] = rotation(-0.7*pose[nod]-pose[droop], 0, 0)
	q[leftArm] = rotation(pose[twist], pose[sweep], pose[raise])
	q[leftForearm] = rotation(0, -pose[fold], 0)
	q[leftHand] = rotation(pose[handTwist], pose[bend], pose[handRaise])
	q[leftTip] = rotation(0.5*pose[handTwist], 0, pose[tipRaise])
	q[leftLeg], q[rightLeg] = mgl64.QuatIdent(), mgl64.QuatIdent()
	for b := leftArm; b < rightArm; b++ {
		l := q[b]
		q[otherSide(b)] = mgl64.Quat{W: l.W, V: vec{l.V[0], -l.V[1], -l.V[2]}}
	}
	const still = 0.9
	target := s.head.Add(lift.Mul(1 - still)).Sub(lift)
	nape := q[trunk].Rotate(s.neck)
	return q, q[trunk].Mul(q[neck]).Inverse().Rotate(target.Sub(nape))
}

// holdPose returns a clip of one pose. The feathers of a folded wing should slide over each other, but they
// cannot. Instead, tuck, from 0 to 1, makes the wing narrower.
func (s *species) holdPose(name string, pose keyPose, tuck float64) clip {
	c := clip{name: name, times: []float64{0, 1}, scales: map[int]vec{}}
	for b, full := range map[int]vec{leftArm: {0.66, 0.8, 0.8}, leftForearm: {0.6, 1, 0.85}, leftHand: {1.4, 1, 0.9}} {
		scale := mix(vec{1, 1, 1}, full, tuck)
		c.scales[b], c.scales[otherSide(b)] = scale, scale
	}
	turns, _ := s.rotations(pose, vec{})
	if pose[nod] < -20 { // the bird is upright: the head turns with the trunk and looks ahead
		turns[neck], turns[head] = rotation(-0.35*pose[nod], 0, 0), rotation(-0.55*pose[nod], 0, 0)
	}
	headAt := s.head.Sub(s.neck)
	pos := vec{0, pose[rise], 0}
	switch name {
	case "rest":
		pos = s.stand(&turns)
	case "flare": // the feet reach forward to the perch
		turns[leftLeg] = turns[trunk].Inverse().Mul(rotation(-50, 0, 0))
		turns[rightLeg] = turns[leftLeg]
	default:
		c.hideLegs()
	}
	for range c.times {
		for b, q := range turns {
			c.rotations[b] = append(c.rotations[b], q)
		}
		c.trunk, c.head = append(c.trunk, pos), append(c.head, headAt)
	}
	return c
}

// restPitch is the mean angle by which simulations tilt a resting bird upwards, in degrees.
const restPitch = 25

// stand makes a resting bird's legs vertical. It returns the position of the trunk at which the soles are on
// the perch.
func (s *species) stand(turns *[boneCount]mgl64.Quat) vec {
	upright := rotation(restPitch, 0, 0)
	turns[leftLeg] = turns[trunk].Inverse().Mul(upright)
	turns[rightLeg] = turns[leftLeg]
	down := upright.Rotate(vec{0, -1, 0})
	hip := turns[trunk].Rotate(s.leg.hip)
	pos := s.centre.Add(down.Mul(s.perchDepth - s.leg.length)).Sub(hip)
	return vec{0, pos[1], pos[2]}
}

// stances returns the clips without wingbeats: resting on a perch with folded wings, braking before landing,
// and the falcon's stoop.
func (s *species) stances() []clip {
	all := []clip{s.holdPose("rest", s.rest, 1), s.holdPose("flare", s.flare, 0)}
	if s.stoop != (keyPose{}) {
		all = append(all, s.holdPose("stoop", s.stoop, 0.8))
	}
	return all
}

// rotation returns a rotation about X, then Y, then Z, in degrees.
func rotation(x, y, z float64) mgl64.Quat {
	return mgl64.QuatRotate(mgl64.DegToRad(z), vec{0, 0, 1}).
		Mul(mgl64.QuatRotate(mgl64.DegToRad(y), vec{0, 1, 0})).
		Mul(mgl64.QuatRotate(mgl64.DegToRad(x), vec{1, 0, 0}))
}
