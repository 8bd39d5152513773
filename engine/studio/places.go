package studio

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// PlacesAt returns the positions of all boids in the nearest stored frame of a recording or of the past. ok
// is false if the time, in s, is not stored.
func (s *Studio) PlacesAt(seconds float64) (places []mgl32.Vec3, ok bool) {
	if from, to := s.KnownRange(); seconds < from || seconds > to {
		return nil, false
	}
	if s.Playing() {
		f := s.tape.flight
		var snapshot flock.Snapshot
		if seconds >= f.Start && f.Frame(int(f.frameAt(seconds)), &snapshot) == nil {
			return snapshot.Pos, true
		}
		return nil, false
	}
	if len(s.past.frames) == 0 {
		return nil, false
	}
	first := s.past.frames[0]
	k := int((seconds-first.Seconds())*float64(first.TickRate)/float64(s.past.every) + 0.5)
	return s.past.frames[min(max(k, 0), len(s.past.frames)-1)].Pos, true
}
