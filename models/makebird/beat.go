package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// The bones. Those of a wing follow each other: arm, forearm, hand.
const (
	trunk = iota
	headBone
	tailBone
	leftArm
	leftForearm
	leftHand
	rightArm
	rightForearm
	rightHand
	boneCount
)

// bone is a joint of the skeleton; in the bind pose none is turned.
type bone struct {
	name   string
	parent int // -1: none
	at     vec // in the bind pose, from the origin
}

func bones() [boneCount]bone {
	shoulder, elbow, wrist := vec{0.020, 0.012, 0.026}, vec{0.060, 0.012, 0.018}, vec{0.103, 0.012, 0.032}
	return [boneCount]bone{
		trunk:        {"trunk", -1, vec{0, 0, 0}},
		headBone:     {"head", trunk, vec{0, 0.005, 0.045}},
		tailBone:     {"tail", trunk, vec{0, 0.005, -0.058}},
		leftArm:      {"arm.left", trunk, shoulder},
		leftForearm:  {"forearm.left", leftArm, elbow},
		leftHand:     {"hand.left", leftForearm, wrist},
		rightArm:     {"arm.right", trunk, mirrored(shoulder, -1)},
		rightForearm: {"forearm.right", rightArm, mirrored(elbow, -1)},
		rightHand:    {"hand.right", rightForearm, mirrored(wrist, -1)},
	}
}

// beatSeconds is one wingbeat: a starling beats about ten times a second.
const beatSeconds = 0.1

// keys is the number of keys of the clip, the last of which repeats the first.
const keys = 25

// stroke is the bird at an instant of the beat. Angles are degrees; raise lifts,
// sweep draws back, twist turns the leading edge down, fold bends the elbow and
// bend the wrist so that the hand points backwards.
type stroke struct {
	raise, sweep, twist, fold, bend, handRaise, handTwist float64
	rise                                                  float64 // of the trunk, mm
	nod, tail                                             float64 // trunk and tail, head down, tail down
}

// strokes are the beat at the given phases: from the open wing half way down,
// through the end of the downstroke, up with the wing half closed and the hand
// drawn back, and open again at the top.
func strokes() ([]float64, []stroke) {
	return []float64{0, 0.10, 0.20, 0.28, 0.38, 0.48, 0.58, 0.67, 0.75, 0.83, 0.92}, []stroke{
		{8, -3, 5, 0, 0, 0, 3, 0, 0, 0},
		{-12, -8, 7, 0, 0, 4, 6, 2.6, 1, 1},
		{-30, -13, 5, 2, 4, 5, 5, 4.0, 1.5, 2},
		{-37, -12, 0, 10, 16, 0, 0, 3.6, 1, 2},
		{-26, 8, -8, 26, 52, -12, -6, 1.6, 0, 1},
		{-4, 15, -12, 40, 82, -18, -10, -0.8, -1, 0},
		{24, 13, -10, 35, 70, -14, -6, -2.6, -1.5, -1},
		{46, 6, -4, 20, 36, -6, 0, -3.6, -1.5, -2},
		{57, 0, 2, 9, 10, 2, 2, -3.8, -1, -2},
		{52, -2, 5, 1, 1, 6, 5, -3.2, -0.5, -1},
		{32, -2, 6, 0, 0, 4, 5, -1.8, 0, 0},
	}
}

// at is the bird at a phase of the beat, in turns: a periodic Catmull-Rom curve
// through the strokes.
func at(phase float64) stroke {
	when, table := strokes()
	n := len(when)
	i := n - 1
	for when[i] > phase {
		i--
	}
	time := func(k int) float64 { // of stroke k, which may lie in the next beat or the last
		turns := math.Floor(float64(k) / float64(n))
		return when[k-int(turns)*n] + turns
	}
	value := func(k, field int) float64 { return table[(k+n)%n].fields()[field] }
	var out [10]float64
	gap := time(i+1) - time(i)
	u := (phase - time(i)) / gap
	for f := range out {
		in := (value(i+1, f) - value(i-1, f)) / (time(i+1) - time(i-1)) * gap
		leave := (value(i+2, f) - value(i, f)) / (time(i+2) - time(i)) * gap
		out[f] = hermite(value(i, f), in, value(i+1, f), leave, u)
	}
	return stroke{out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9]}
}

func (s stroke) fields() [10]float64 {
	return [...]float64{s.raise, s.sweep, s.twist, s.fold, s.bend, s.handRaise, s.handTwist, s.rise, s.nod, s.tail}
}

// hermite is the cubic from a to b with slopes da and db.
func hermite(a, da, b, db, u float64) float64 {
	u2, u3 := u*u, u*u*u
	return (2*u3-3*u2+1)*a + (u3-2*u2+u)*da + (3*u2-2*u3)*b + (u3-u2)*db
}

// clip is the beat as keys: a rotation for each bone, and where the trunk and
// the head are.
type clip struct {
	times       []float64
	rotations   [boneCount][]mgl64.Quat
	trunk, head []vec
}

// beat samples the strokes.
func beat() clip {
	var c clip
	all := bones()
	for k := range keys {
		c.times = append(c.times, beatSeconds*float64(k)/(keys-1))
		s := at(float64(k%(keys-1)) / (keys - 1))
		for b, q := range s.pose() {
			c.rotations[b] = append(c.rotations[b], q)
		}
		rise := vec{0, s.rise / 1000, 0}
		c.trunk = append(c.trunk, rise)
		// The bird holds its head steadier than its trunk.
		c.head = append(c.head, all[headBone].at.Sub(rise.Mul(0.7)))
	}
	return c
}

// pose is the rotation of every bone.
func (s stroke) pose() [boneCount]mgl64.Quat {
	var q [boneCount]mgl64.Quat
	q[trunk] = turn(s.nod, 0, 0)
	q[headBone] = turn(-s.nod, 0, 0)
	q[tailBone] = turn(-s.tail, 0, 0)
	q[leftArm] = turn(s.twist, s.sweep, s.raise)
	q[leftForearm] = turn(0, -s.fold, 0)
	q[leftHand] = turn(s.handTwist, s.bend, s.handRaise)
	for b := range 3 {
		l := q[leftArm+b]
		q[rightArm+b] = mgl64.Quat{W: l.W, V: vec{l.V[0], -l.V[1], -l.V[2]}}
	}
	return q
}

// turn rotates about X, then Y, then Z, by degrees.
func turn(x, y, z float64) mgl64.Quat {
	return mgl64.QuatRotate(mgl64.DegToRad(z), vec{0, 0, 1}).
		Mul(mgl64.QuatRotate(mgl64.DegToRad(y), vec{0, 1, 0})).
		Mul(mgl64.QuatRotate(mgl64.DegToRad(x), vec{1, 0, 0}))
}
