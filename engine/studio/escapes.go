package studio

import (
	"math"
	"sort"

	"skein/flock"
)

// longestEscape is a time in s by which every escape is closed.
const longestEscape = 21

// OpenEscapes appends the escapes that are not closed at the displayed time. For a live flock, it counts the
// followers so far. In a recording, the followers are known only from the event that closes the escape. There
// an escape is listed after the mean delay of its followers.
func (s *Studio) OpenEscapes(dst []flock.OpenEscape) []flock.OpenEscape {
	if s.Playing() {
		return openAt(dst, s.Events(), s.ShownTick(), s.prev.TickRate)
	}
	return s.world.OpenEscapes(dst)
}

func openAt(dst []flock.OpenEscape, events []flock.Event, now int64, tickRate int) []flock.OpenEscape {
	first := sort.Search(len(events), func(i int) bool { return events[i].Tick > now })
	ticks := func(seconds float32) int64 { return int64(math.Round(float64(seconds) * float64(tickRate))) }
	for i := first; i < len(events) && events[i].Tick <= now+ticks(longestEscape); i++ {
		e := &events[i]
		if e.Kind != flock.Reabsorbed && e.Kind != flock.Abandoned {
			continue
		}
		if began := e.Tick - ticks(e.Seconds); began+ticks(e.Delay) <= now {
			dst = append(dst, flock.OpenEscape{
				Flock: e.Flock, Boid: e.Boid, Began: began,
				Followers: e.Followers, Delay: e.Delay, WaveSpeed: e.WaveSpeed,
			})
		}
	}
	return dst
}
