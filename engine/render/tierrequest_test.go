//go:build cgo

package render

import (
	"image"
	"slices"
	"strings"
	"testing"

	"skein/flock/look"
)

// A window that changes the tier never compiles more than a few programs in a frame, with
// and without a driver's threads, and draws on in the tier before until all are there. Then
// the picture is that of a renderer that was made for the tier.
func TestTierChangesInPortions(t *testing.T) {
	for _, threads := range []bool{false, true} {
		r, w := counted(t, Options{})
		most := compiledPerFrame
		if r.objects.threads = r.objects.threads && threads; r.objects.threads {
			most = compiledByThreads
		} else if threads {
			t.Log("left out: this driver has no threads to compile in")
			continue
		}
		f := fullFrame(look.Marsh)
		before := shoot(t, r, f)
		for _, to := range []Tier{Good, Best, Draft, Best} {
			from, frames, compiled := r.Tier(), 0, 0
			var img *image.NRGBA
			for ; r.Tier() != to && frames < 500; frames++ {
				if err := r.RequestTier(to); err != nil {
					t.Fatal(err)
				}
				w.ResetCalls()
				img = shoot(t, r, f)
				n := w.Calls()["glLinkProgram"]
				if compiled += n; n > most {
					t.Errorf("%v to %v: %d programs are compiled in frame %d, want at most %d", from, to, n, frames, most)
				}
				if at := changed(img, before, 0); r.Tier() == from && at != (image.Rectangle{}) {
					t.Fatalf("%v to %v: frame %d is another picture within %v", from, to, frames, at)
				}
			}
			t.Logf("%v to %v: %d programs in %d frames (threads: %v)", from, to, compiled, frames, threads)
			if compiled < 30 {
				t.Errorf("%v to %v: only %d programs were compiled", from, to, compiled)
			}
			before = img
		}
		if at := changed(before, shoot(t, rendererWith(t, Options{Tier: Best}), f), 0); at != (image.Rectangle{}) {
			t.Errorf("in the end the picture differs within %v", at)
		}
	}
}

// A request that is taken back leaves nothing, and before the first frame, when nothing can
// freeze yet, a tier is there at once.
func TestTierRequests(t *testing.T) {
	r := renderer(t, 1)
	if err := r.RequestTier(Good); err != nil || r.Tier() != Good {
		t.Fatalf("before the first frame the tier is %v: %v", r.Tier(), err)
	}
	f := testFrame()
	shoot(t, r, f)
	before := countObjects()
	for range 3 {
		if err := r.RequestTier(Best); err != nil {
			t.Fatal(err)
		}
		shoot(t, r, f)
	}
	if countObjects() <= before {
		t.Error("nothing was compiled for the requested tier")
	}
	if err := r.RequestTier(Good); err != nil {
		t.Fatal(err)
	}
	shoot(t, r, f)
	if n := countObjects(); n != before {
		t.Errorf("%d objects are left of a request that was taken back", n-before)
	}
}

// A request for drafts is dropped if drafts are no longer allowed when its programs are ready:
// frames stay as good as they were, and none is drawn with a draft's programs.
func TestTierForbiddenAfterTheRequest(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Tier: Good})
	f := testFrame(redAt(0, 10, -10))
	before := shoot(t, r, f)
	for n := 0; !r.request.ready && n < 500; n++ {
		if err := r.RequestTier(Draft); err != nil {
			t.Fatal(err)
		}
		shoot(t, r, f)
	}
	if !r.request.ready || r.Tier() != Good {
		t.Fatalf("drafts are not ready, the tier is %v", r.Tier())
	}
	r.exposing = true
	after := shoot(t, r, f)
	r.exposing = false
	for _, all := range r.programs {
		for _, p := range all {
			if slices.Contains(p.extra, Draft.define()) {
				t.Fatalf("in the tier %v, %s is a draft's", r.Tier(), p.frag)
			}
		}
	}
	if at := changed(before, after, 0); r.Tier() != Good || at != (image.Rectangle{}) {
		t.Errorf("frames are %v, and differ within %v", r.Tier(), at)
	}
}

// A tier whose programs the driver refuses is reported once, and frames go on as they were.
func TestRefusedTier(t *testing.T) {
	r := renderer(t, 1)
	f := testFrame(redAt(0, 10, -10))
	before := shoot(t, r, f)
	if err := r.RequestTier(Good); err != nil {
		t.Fatal(err)
	}
	r.request.programs[pipeDevelop][0].frag = "none.frag"
	var said error
	for n := 0; said == nil && n < 100; n++ {
		shoot(t, r, f)
		said = r.RequestTier(Good)
	}
	if said == nil || !strings.Contains(said.Error(), "none.frag") {
		t.Fatalf("a tier without a shader: %v", said)
	}
	if at := changed(before, shoot(t, r, f), 0); r.Tier() != Draft || at != (image.Rectangle{}) {
		t.Errorf("then frames are %v, and differ within %v", r.Tier(), at)
	}
	if err := r.RequestTier(Draft); err != nil {
		t.Errorf("it is reported twice: %v", err)
	}
}

// What a frame needs in a tier is known before the tier is there: nothing is left to compile.
func TestNeedsOfATier(t *testing.T) {
	r, w := counted(t, Options{})
	f := fullFrame(look.City)
	f.Birds = append(f.Birds, redAt(0, 10, -5))
	shoot(t, r, f)
	for to := Good; to <= Best; to++ {
		for r.Tier() != to {
			if err := r.RequestTier(to); err != nil {
				t.Fatal(err)
			}
			shoot(t, r, f)
		}
		w.ResetCalls()
		shoot(t, r, f)
		if n := w.Calls()["glLinkProgram"]; n > 0 {
			t.Errorf("%v: %d programs were not ready", to, n)
		}
	}
}
