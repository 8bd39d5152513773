package picture

import (
	"testing"

	"skein/flock"
)

// TicksUntil returns the tick of each boid's last escape up to the given tick. A later call may
// have an earlier tick.
func TestLastEscape(t *testing.T) {
	events := []flock.Event{
		{Tick: 10, Kind: flock.EscapeBegan, Boid: 3}, {Tick: 20, Kind: flock.EscapeBegan, Boid: 4},
		{Tick: 30, Kind: flock.EscapeEnded, Boid: 3}, {Tick: 40, Kind: flock.EscapeBegan, Boid: 3},
	}
	var e Escapes
	for _, c := range []struct {
		boid int
		upto int64
		want int64
		ok   bool
	}{{3, 9, 0, false}, {3, 10, 10, true}, {3, 39, 10, true}, {3, 40, 40, true}, {4, 99, 20, true}, {5, 99, 0, false}, {3, 12, 10, true}, {4, 12, 0, false}} {
		if got, ok := e.TicksUntil(events, c.upto)[c.boid]; got != c.want || ok != c.ok {
			t.Errorf("boid %d up to tick %d: TicksUntil gives %d, found %v; want %d, %v", c.boid, c.upto, got, ok, c.want, c.ok)
		}
	}
}
