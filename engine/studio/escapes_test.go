package studio

import (
	"testing"

	"skein/flock"
)

func TestOpenEscapesOfRecording(t *testing.T) {
	events := []flock.Event{
		{Kind: flock.EscapeBegan, Tick: 100, Boid: 4},
		{Kind: flock.EscapeBegan, Tick: 130, Boid: 7},
		{Kind: flock.EscapeEnded, Tick: 280, Boid: 4},
		{Kind: flock.Reabsorbed, Tick: 340, Boid: 4, Seconds: 4, Followers: 90, Delay: 0.5, WaveSpeed: 20},
		{Kind: flock.Abandoned, Tick: 1330, Boid: 7, Seconds: 20, Followers: 3},
	}
	four := flock.OpenEscape{Boid: 4, Began: 100, Followers: 90, Delay: 0.5, WaveSpeed: 20}
	seven := flock.OpenEscape{Boid: 7, Began: 130, Followers: 3}
	for _, c := range []struct {
		tick int64
		want []flock.OpenEscape
	}{
		{99, nil}, {129, nil}, {130, []flock.OpenEscape{four, seven}}, {339, []flock.OpenEscape{four, seven}},
		{340, []flock.OpenEscape{seven}}, {1329, []flock.OpenEscape{seven}}, {1330, nil},
	} {
		got := openAt(nil, events, c.tick, 60)
		if len(got) != len(c.want) {
			t.Errorf("tick %d: the escapes are %+v, want %+v", c.tick, got, c.want)
			continue
		}
		for k := range got {
			if got[k] != c.want[k] {
				t.Errorf("tick %d: the escape is %+v, want %+v", c.tick, got[k], c.want[k])
			}
		}
	}
}

func TestOpenEscapesOfPast(t *testing.T) {
	s := smallStudio(t)
	var live []flock.OpenEscape
	var at float64
	for closed := false; !closed && s.cur.Tick < 60*60; {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range s.events {
			closed = closed || e.Kind == flock.Reabsorbed && len(live) > 0 && e.Boid == live[0].Boid
		}
		if all := s.OpenEscapes(nil); len(live) == 0 && len(all) > 0 && all[0].Followers > 0 {
			live, at = all[:1], s.cur.Seconds()
		}
	}
	if len(live) == 0 {
		t.Fatal("no leader was followed, so the test proves nothing")
	}
	if err := s.Visit(at); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		t.Fatal(err)
	}
	for _, e := range s.OpenEscapes(nil) {
		if e.Boid == live[0].Boid && e.Began == live[0].Began {
			return
		}
	}
	t.Errorf("at %g s, the past lists %+v, but the live flock %+v", at, s.OpenEscapes(nil), live)
}
