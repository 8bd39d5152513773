package live

import (
	"skein/flock"
)

// BirdFloats is the number of values of a bird in a frame. They are position (3, m), rotation (4: x, y, z,
// w), phase of the wingbeat (turns), speed over the ground (m/s), and the sum of the flags.
const BirdFloats = 10

// Flags of a bird in a live or recorded page. src/source.ts has the same values.
const (
	Present = 1 << iota
	Jumped
	Leading
	Gliding
	Perched
	Landing
)

// AppendFrame appends the values of all birds in order of their ids.
func (s *Session) AppendFrame(dst []float32) []float32 {
	current := &s.current
	for i, p := range current.Pos {
		q := current.Attitude(i)
		dst = append(dst, p[0], p[1], p[2], q.V[0], q.V[1], q.V[2], q.W,
			current.Phase[i], current.Vel[i].Len(), float32(FlagsOf(current.Flags[i])))
	}
	return dst
}

// FlagsOf returns the page's flags of a bird that is present.
func FlagsOf(f flock.Flags) int {
	all := Present
	for _, pair := range [...]struct {
		flag flock.Flags
		page int
	}{{flock.Jumped, Jumped}, {flock.Leading, Leading}, {flock.Gliding, Gliding}, {flock.Perched, Perched}, {flock.Landing, Landing}} {
		if f&pair.flag != 0 {
			all |= pair.page
		}
	}
	return all
}
