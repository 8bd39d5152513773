package studio

import (
	"image"
	"math"
	"reflect"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/sample"
	"skein/flock/snapshots"
)

// A large live flock is shown as a swarm. The camera, the traces and the number of birds are the same as
// in a studio that computes all boids for every picture.
func TestLargeFlocksAreSwarms(t *testing.T) {
	type shot struct {
		name   string
		mode   look.Mode
		frames int
		fps    float64
		boid   int // selected boid; -1 means none
	}
	for _, c := range sample.Some(t, 1, []shot{
		{"automatic", look.Auto, 90, 40, -1},
		{"selected boid", look.Follow, 30, 40, 17},
		{"director", look.Director, 180, 10, -1}, // the first shot ends after 16 s
	}) {
		t.Run(c.name, func(t *testing.T) { compareSwarm(t, c.mode, c.frames, c.fps, c.boid) })
	}
}

// compareSwarm compares the frames of two studios. One of them shows a swarm, and the other one computes
// all boids.
func compareSwarm(t *testing.T, mode look.Mode, pictures int, fps float64, boid int) {
	as := look.Default()
	as.Camera.Mode, as.Show.Traces = mode, look.TraceLeaders
	size := image.Pt(320, 180)
	open := func() *Studio {
		def := testflight.Murmuration(swarmFrom)
		def.TickRate = 30
		w, err := flock.NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		return New(w, def, as)
	}
	swarm, list := open(), open()
	list.Controls.Show.Bones = true // needs all boids
	swarm.Controls.Selected, list.Controls.Selected = boid, boid
	ribbons := 0
	shots := map[*camera.Shot]bool{}
	for k := range pictures {
		now := float64(k) / fps
		var frames [2]*frame.Frame
		for i, s := range []*Studio{swarm, list} {
			if _, err := s.Advance(now); err != nil {
				t.Fatal(err)
			}
			frames[i] = s.Frame(size, float32(1/fps), camera.Drive{})
		}
		shots[swarm.direction.shot] = true
		a, b := frames[0], frames[1]
		if a.Swarm == nil || b.Swarm != nil {
			t.Fatalf("frame %d: swarms %v and %v, want only the first", k, a.Swarm != nil, b.Swarm != nil)
		}
		if a.View != b.View {
			t.Fatalf("frame %d: the view is %+v, want %+v", k, a.View, b.View)
		}
		if (a.Vision == nil) != (boid < 0) || !reflect.DeepEqual(a.Vision, b.Vision) || !reflect.DeepEqual(a.Outline, b.Outline) {
			t.Fatalf("frame %d: the vision sphere is %+v and the outline %+v, want %+v and %+v", k, a.Vision, a.Outline, b.Vision, b.Outline)
		}
		if a.Count() != len(b.Birds) || a.Leaders != b.Leaders {
			t.Fatalf("frame %d: %d birds and %d leaders, want %d and %d", k, a.Count(), a.Leaders, len(b.Birds), b.Leaders)
		}
		for i, p := range a.Ribbons { // the list of b is longer, because it also contains the bones of the flock
			if p != b.Ribbons[i] {
				t.Fatalf("frame %d: point %d of the traces is %+v, want %+v", k, i, p, b.Ribbons[i])
			}
		}
		ribbons += len(a.Ribbons)
	}
	if ribbons == 0 {
		t.Error("there were no traces, want some")
	}
	if mode == look.Director && len(shots) < 2 {
		t.Errorf("the director chose %d shots, want at least 2", len(shots))
	}
	if pos, ok := swarm.ShownAt(17); !ok || pos.Sub(list.frame.Birds[17].Pos).Len() > 1e-3 {
		t.Errorf("boid 17 is at %v, want %v", pos, list.frame.Birds[17].Pos)
	}
	if got, want := swarm.group(), list.group(); got.Centre() != want.Centre() {
		t.Errorf("the centre is %v, want %v", got.Centre(), want.Centre())
	}
}

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
			if offset := f.Birds[5].Pos.Sub(before.Pos).Len(); offset > 3 {
				t.Errorf("a bird that leaves is %v m from where it was, want at most 3", offset)
			}
			return
		}
	}
	t.Error("no bird fades out in front of a swarm, want 10")
}

// A recording of a large flock is shown as a swarm, whose birds fly as in the recording. Each frame of the
// recording is packed once.
func TestLargeRecordingsAreSwarms(t *testing.T) {
	const fps = 30
	def := testflight.Murmuration(swarmFrom)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	var all frames
	for range 10 {
		s := &flock.Snapshot{}
		w.Snapshot(s)
		all = append(all, s)
		for range def.TickRate / fps {
			w.Step()
		}
	}
	flight := &Flight{Reel: pastReel{all, 1}, FPS: fps, Params: func(int, int) (flock.Params, error) { return def.Params, nil }}
	s, err := NewPlayback(flight, def, look.Default())
	if err != nil {
		t.Fatal(err)
	}
	packed := map[uint64]bool{}
	for quarter := range 4 * 8 { // four pictures for each frame of the recording; every fourth one is at a frame
		s.goTo(t, float64(quarter)/4)
		f := s.Frame(image.Pt(320, 180), 1.0/120, camera.Drive{})
		if f.Swarm == nil {
			t.Fatalf("frame %v is no swarm", float64(quarter)/4)
		}
		packed[f.Swarm.Serials[0]], packed[f.Swarm.Serials[1]] = true, true
		a, b, share := all[quarter/4], all[quarter/4+1], float32(quarter%4)/4
		for i, want := range snapshots.Interpolate(nil, a, b, share) {
			got := f.Swarm.Bird(i)
			beat := math.Abs(float64(got.Phase - want.Phase))
			if got.Pos.Sub(want.Pos).Len() > 1e-3 || min(beat, 1-beat) > 1e-3 {
				t.Fatalf("frame %v: boid %d is at %v with phase %v, want %v and %v", float64(quarter)/4, i, got.Pos, got.Phase, want.Pos, want.Phase)
			}
		}
		if pos, ok := s.ShownAt(17); !ok || pos.Sub(f.Swarm.Bird(17).Pos).Len() > 1e-3 {
			t.Fatalf("frame %v: boid 17 is at %v, want %v", float64(quarter)/4, pos, f.Swarm.Bird(17).Pos)
		}
	}
	if len(packed) != 9 {
		t.Errorf("9 frames of the recording were packed %d times, want once each", len(packed))
	}
	all[9].Flags[3] |= flock.Jumped
	s.goTo(t, 8.5)
	if f := s.Frame(image.Pt(320, 180), 1.0/120, camera.Drive{}); f.Swarm != nil {
		t.Error("a swarm shows a bird that jumps, want a list of birds")
	}
}
