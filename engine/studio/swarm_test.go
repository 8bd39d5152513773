package studio

import (
	"image"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
)

// A large live flock is shown as a swarm. Its camera, traces and number of birds are those of a studio that
// computes all boids for every picture.
func TestLargeFlocksAreSwarms(t *testing.T) {
	as := look.Default()
	as.Camera.Mode, as.Show.Traces = look.Auto, look.TraceLeaders
	size := image.Pt(320, 180)
	open := func() *Studio {
		w, err := flock.NewWorld(testflight.Murmuration(swarmFrom))
		if err != nil {
			t.Fatal(err)
		}
		return New(w, testflight.Murmuration(w.Len()), as)
	}
	swarm, list := open(), open()
	list.Controls.Show.Bones = true // needs all boids
	ribbons := 0
	for k := range 90 {
		now := float64(k) / 40
		var frames [2]*frame.Frame
		for i, s := range []*Studio{swarm, list} {
			if _, err := s.Advance(now); err != nil {
				t.Fatal(err)
			}
			frames[i] = s.Frame(size, 1.0/40, camera.Drive{})
		}
		a, b := frames[0], frames[1]
		if a.Swarm == nil || b.Swarm != nil {
			t.Fatalf("frame %d: swarms %v and %v, want only the first", k, a.Swarm != nil, b.Swarm != nil)
		}
		if a.View != b.View {
			t.Fatalf("frame %d: the view is %+v, want %+v", k, a.View, b.View)
		}
		if a.Count() != len(b.Birds) || a.Leaders != b.Leaders {
			t.Fatalf("frame %d: %d birds and %d leaders, want %d and %d", k, a.Count(), a.Leaders, len(b.Birds), b.Leaders)
		}
		for i, p := range a.Ribbons {
			if p != b.Ribbons[i] {
				t.Fatalf("frame %d: point %d of the traces is %+v, want %+v", k, i, p, b.Ribbons[i])
			}
		}
		ribbons += len(a.Ribbons)
	}
	if ribbons == 0 {
		t.Error("there were no traces, want some")
	}
	if at, ok := swarm.ShownAt(17); !ok || at.Sub(list.frame.Birds[17].Pos).Len() > 1e-3 {
		t.Errorf("boid 17 is at %v, want %v", at, list.frame.Birds[17].Pos)
	}
	if got, want := swarm.group(), list.group(); got.Centre() != want.Centre() {
		t.Errorf("the centre is %v, want %v", got.Centre(), want.Centre())
	}
}

// Birds that leave a swarm fade out where they were.
func TestBirdsLeaveASwarm(t *testing.T) {
	w, err := flock.NewWorld(testflight.Murmuration(swarmFrom + 20))
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, testflight.Murmuration(w.Len()), look.Default())
	size, now := image.Pt(320, 180), 0.0
	show := func() *frame.Frame {
		now += 1.0 / 60
		if _, err := s.Advance(now); err != nil {
			t.Fatal(err)
		}
		return s.Frame(size, 1.0/60, camera.Drive{})
	}
	for range 5 {
		show()
	}
	before := s.frame.Swarm.Bird(swarmFrom + 15)
	if err := s.setCount(0, swarmFrom+10); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		f := show()
		if len(f.Birds) > 0 && f.Swarm != nil {
			if n := len(f.Birds); n != 10 {
				t.Fatalf("%d birds leave, want 10", n)
			}
			if off := f.Birds[5].Pos.Sub(before.Pos).Len(); off > 3 {
				t.Errorf("a bird that leaves is %v m from where it was, want at most 3", off)
			}
			return
		}
	}
	t.Error("no bird fades out in front of a swarm, want 10")
}
