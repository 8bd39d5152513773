package studio

import (
	"slices"
	"testing"
	"time"

	"skein/flock"
	"skein/flock/look"
)

// The studio finds the followers of an escape by simulating the past. It finds the same number of
// followers as the ledger, and draws their traces and the trace of the leader.
func TestFollowersOfAnEscape(t *testing.T) {
	s := smallStudio(t)
	var closed []flock.Event
	for len(closed) < 3 && s.cur.Tick < 60*60 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range s.events {
			if e.Kind == flock.Reabsorbed && e.Followers > 0 {
				closed = append(closed, e)
			}
		}
	}
	if len(closed) == 0 {
		t.Fatal("no leader was followed, so the test proves nothing")
	}
	c := s.Controls
	for _, e := range closed {
		began := int64(-1)
		for _, b := range s.LiveEvents() {
			if b.Kind == flock.EscapeBegan && b.Boid == e.Boid && b.Tick < e.Tick {
				began = b.Tick
			}
		}
		c = s.Controls
		c.Selected, c.Show.Traces = e.Boid, look.TraceSelected
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		if err := s.Visit(float64(began)/float64(s.cur.TickRate) - 0.5); err != nil {
			t.Fatal(err)
		}
		s.FindFollowers(began, e.Boid)
		for end := time.Now().Add(time.Minute); s.followers.pendingReply != nil; time.Sleep(time.Millisecond) {
			if _, err := s.Advance(1); err != nil || time.Now().After(end) {
				t.Fatalf("the followers were not found in time (error %v)", err)
			}
		}
		ids := s.KnownFollowers()
		if len(ids) != e.Followers || !slices.IsSorted(ids) || slices.Contains(ids, e.Boid) {
			t.Errorf("boid %d was followed by %v, but the ledger counts %d", e.Boid, ids, e.Followers)
		}
		s.Return()
	}
}
