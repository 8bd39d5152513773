package models

import (
	"fmt"
	"math"

	"github.com/qmuntal/gltf"
)

// oddities warns of what a clip may not hold by the glTF 2.0 specification but has
// one meaning only, a line for each kind: keys at one time, at which it jumps, keys
// before zero, rotations that are no unit quaternions, and channels that move the
// same.
func (l *loader) oddities(clip int, c *Clip) {
	type aim struct {
		node int
		path gltf.TRSProperty
	}
	aimed := map[aim]bool{}
	seen := map[*track]bool{}
	var equal, early, bent, twice oddity
	for _, ch := range c.channels {
		to := aim{ch.node, ch.path}
		if aimed[to] {
			twice.note("the %v of node %d", ch.path, ch.node)
		}
		aimed[to] = true
		if seen[ch.track] {
			continue
		}
		seen[ch.track] = true
		if k := ch.repeated(); k > 0 {
			equal.note("key %d of node %d's %v at %.4g s, like the one before it", k, ch.node, ch.path, ch.times[k])
		}
		if first := ch.times[0]; first < 0 {
			early.note("node %d's %v from %.4g s on", ch.node, ch.path, first)
		}
		if ch.path != gltf.TRSRotation {
			continue
		}
		if k, size := ch.bent(); k >= 0 {
			bent.note("key %d of node %d has a length of %.4g", k, ch.node, size)
		}
	}
	for _, o := range []struct {
		oddity
		what, taken string
	}{
		{equal, "keys at one and the same time", "it jumps there"},
		{early, "keys before 0 s", "taken as they are"},
		{bent, "rotations that are no unit quaternions", "made such"},
		{twice, "another channel for what one moves already", "the last holds"},
	} {
		if o.count > 0 {
			l.warn("animation %d: %s with %s (%s): %s", clip, counted(o.count, "channel", "channels"), o.what, o.first, o.taken)
		}
	}
}

// oddity counts what is odd in one way and keeps the first in words.
type oddity struct {
	count int
	first string
}

func (o *oddity) note(format string, args ...any) {
	if o.count++; o.count == 1 {
		o.first = fmt.Sprintf(format, args...)
	}
}

// repeated is the first key at the time of the one before it; 0: none.
func (t *track) repeated() int {
	for k := 1; k < len(t.times); k++ {
		if t.times[k] == t.times[k-1] {
			return k
		}
	}
	return 0
}

// bent is the first key of rotations that is clearly no unit quaternion, and its
// length; -1: none.
func (t *track) bent() (key int, size float64) {
	for k := range t.times {
		if size = math.Sqrt(dot4([4]float64(t.value(k)))); math.Abs(size-1) > unitRounding {
			return k, size
		}
	}
	return -1, 0
}

// counted is a number of things in words.
func counted(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// dot4 is a vector's squared length.
func dot4(v [4]float64) float64 { return v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3] }
