package gltf

import (
	"fmt"
	"math"

	"github.com/qmuntal/gltf"
)

// warnClip warns of faults in a clip that violate the glTF 2.0 specification but have a clear meaning, with
// one line per kind: equal key times (a jump), negative key times, rotations that are not unit quaternions,
// and several channels for one property.
func (l *loader) warnClip(clip int, c *Clip) {
	type target struct {
		node int
		path gltf.TRSProperty
	}
	targeted := map[target]bool{}
	checked := map[*track]bool{}
	var simultaneous, negative, nonUnit, duplicate clipIssue
	for _, ch := range c.channels {
		to := target{ch.node, ch.path}
		if targeted[to] {
			duplicate.add("the %v of node %d", ch.path, ch.node)
		}
		targeted[to] = true
		if checked[ch.track] {
			continue
		}
		checked[ch.track] = true
		if k := ch.firstRepeatedKey(); k > 0 {
			simultaneous.add("keys %d and %d of node %d's %v are both at %.4g s", k-1, k, ch.node, ch.path, ch.times[k])
		}
		if first := ch.times[0]; first < 0 {
			negative.add("node %d's %v starts at %.4g s", ch.node, ch.path, first)
		}
		if ch.path != gltf.TRSRotation {
			continue
		}
		if k, size := ch.firstNonUnitKey(); k >= 0 {
			nonUnit.add("key %d of node %d has a length of %.4g", k, ch.node, size)
		}
	}
	for _, o := range []struct {
		clipIssue
		problem, handling string
	}{
		{simultaneous, "several keys at the same time", "it jumps there"},
		{negative, "keys before 0 s", "used as they are"},
		{nonUnit, "rotations that are not unit quaternions", "normalized"},
		{duplicate, "a target that another channel already has", "the last channel is used"},
	} {
		if o.count > 0 {
			l.warn("animation %d: %s with %s (%s): %s", clip, countOf(o.count, "channel", "channels"), o.problem, o.first, o.handling)
		}
	}
}

type clipIssue struct {
	count int
	first string
}

func (o *clipIssue) add(format string, args ...any) {
	if o.count++; o.count == 1 {
		o.first = fmt.Sprintf(format, args...)
	}
}

// firstRepeatedKey returns the first key that has the same time as the key before it. It returns 0 if there
// is none.
func (t *track) firstRepeatedKey() int {
	for k := 1; k < len(t.times); k++ {
		if t.times[k] == t.times[k-1] {
			return k
		}
	}
	return 0
}

// firstNonUnitKey returns the first rotation key that is clearly not a unit quaternion, and its length. It
// returns -1 if there is none.
func (t *track) firstNonUnitKey() (key int, size float64) {
	for k := range t.times {
		if size = math.Sqrt(squaredLength4([4]float64(t.value(k)))); math.Abs(size-1) > unitRounding {
			return k, size
		}
	}
	return -1, 0
}

func countOf(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func squaredLength4(v [4]float64) float64 { return v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3] }
