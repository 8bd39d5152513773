package studio

import (
	"testing"

	"skein/flock"
)

func TestEventsKept(t *testing.T) {
	var h eventLog
	for k := range 3 * EventsKept {
		h.note(flock.Event{Tick: int64(k), Kind: flock.EscapeBegan, Boid: min(k, 9)})
		if n := len(h.events); n < min(k+1, EventsKept) || n > EventsKept*5/4 || h.events[n-1].Tick != int64(k) {
			t.Fatalf("after %d events, %d are stored, want the last ones", k+1, n)
		}
	}
	if at, ok := h.escapes.All()[4]; at != 4 || !ok {
		t.Errorf("boid 4 led at tick %d, found %v; want 4, true", at, ok)
	}
}
