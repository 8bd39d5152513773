package export

import "skein/flock"

// Stances holds the degree to which a bird has assumed each stance.
type Stances struct{ rest, flare float32 } // from 0 to 1

// Durations of the changes, s.
const (
	foldTime   = 0.28
	unfoldTime = 0.16
	flareTime  = 0.15
)

// Update changes the stance of a bird gradually, depending on its flags. dt is the time since the last update
// in seconds. If came is true, the bird is new and assumes its stance at once.
func (s *Stances) Update(flags flock.Flags, dt float32, came bool) {
	rest, flare := float32(0), float32(0)
	switch {
	case flags&flock.Perched != 0:
		rest = 1
	case flags&flock.Landing != 0:
		flare = 1
	}
	if came {
		s.rest, s.flare = rest, flare
		return
	}
	s.rest = min(max(rest, s.rest-dt/unfoldTime), s.rest+dt/foldTime)
	s.flare = min(max(flare, s.flare-dt/flareTime), s.flare+dt/flareTime)
}

// Rest returns the weight of the pose with folded wings, from 0 to 1.
func (s *Stances) Rest() float32 { return smooth(s.rest) }

// Flare returns the weight of the braking pose, from 0 to 1.
func (s *Stances) Flare() float32 { return smooth(s.flare) }

// smooth maps [0, 1] to itself, with slope 0 at both ends.
func smooth(x float32) float32 { return x * x * (3 - 2*x) }
