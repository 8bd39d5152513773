//go:build cgo

package render

import (
	"image"
	"slices"
	"strings"
	"testing"

	"skein/flock/look"
	"skein/flock/sample"
)

// After a window requests a tier, each frame compiles at most a few programs, with or without compiler
// threads. The tier stays the same until all programs are ready. Then the picture equals the picture of a
// renderer that was made with the new tier.
func TestTierChangesInPortions(t *testing.T) {
	for _, threads := range sample.Some(t, 1, []bool{false, true}) {
		r, w := countingRenderer(t, Options{})
		most := compiledPerFrame
		if r.objects.Threads = r.objects.Threads && threads; r.objects.Threads {
			most = compiledByThreads
		} else if threads {
			t.Log("skipped: this driver has no compiler threads")
			continue
		}
		f := fullFrame(look.Marsh)
		before := shoot(t, r, f)
		for _, to := range []Tier{Best, Draft, Good} {
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
					t.Errorf("%v to %v: frame %[4]d compiles %[3]d programs, want at most %[5]d", from, to, n, frames, most)
				}
				if rect := changedRect(img, before, 0); r.Tier() == from && rect != (image.Rectangle{}) {
					t.Fatalf("%v to %v: frame %d differs within %v", from, to, frames, rect)
				}
			}
			t.Logf("%v to %v: %d programs in %d frames (threads: %v)", from, to, compiled, frames, threads)
			if compiled < 30 {
				t.Errorf("%v to %v: only %d programs were compiled, want at least 30", from, to, compiled)
			}
			before = img
		}
		if rect := changedRect(before, shoot(t, rendererWith(t, Options{Tier: Good}), f), 0); rect != (image.Rectangle{}) {
			t.Errorf("the last picture differs within %v", rect)
		}
	}
}

func TestTierRequests(t *testing.T) {
	r := renderer(t, 1)
	if err := r.RequestTier(Good); err != nil || r.Tier() != Good {
		t.Fatalf("before the first frame the tier is %v (error %v), want good", r.Tier(), err)
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
		t.Errorf("a cancelled request left %d objects, want none", n-before)
	}
}

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
		t.Fatalf("the draft tier is not ready, or the tier is %v instead of good", r.Tier())
	}
	r.exposing = true
	after := shoot(t, r, f)
	r.exposing = false
	for _, all := range r.programs {
		for _, p := range all {
			if slices.Contains(p.Extra, Draft.define()) {
				t.Fatalf("in the tier %v, %s was compiled for drafts", r.Tier(), p.Frag)
			}
		}
	}
	if rect := changedRect(before, after, 0); r.Tier() != Good || rect != (image.Rectangle{}) {
		t.Errorf("the tier is %v, and the picture differs within %v; want good and no difference", r.Tier(), rect)
	}
}

func TestRefusedTier(t *testing.T) {
	r := renderer(t, 1)
	f := testFrame(redAt(0, 10, -10))
	before := shoot(t, r, f)
	if err := r.RequestTier(Good); err != nil {
		t.Fatal(err)
	}
	r.request.programs[pipeDevelop][0].Frag = "none.frag"
	var refusal error
	for n := 0; refusal == nil && n < 100; n++ {
		shoot(t, r, f)
		refusal = r.RequestTier(Good)
	}
	if refusal == nil || !strings.Contains(refusal.Error(), "none.frag") {
		t.Fatalf("a tier with a missing shader gives the error %v, want one that names none.frag", refusal)
	}
	if rect := changedRect(before, shoot(t, r, f), 0); r.Tier() != Draft || rect != (image.Rectangle{}) {
		t.Errorf("afterwards the tier is %v, and the picture differs within %v; want draft and no difference", r.Tier(), rect)
	}
	if err := r.RequestTier(Draft); err != nil {
		t.Errorf("the error is reported twice: %v", err)
	}
}

func TestProgramsOfATierAreCompiledFirst(t *testing.T) {
	r, w := countingRenderer(t, Options{})
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
			t.Errorf("%v: %d programs were linked although they should be ready", to, n)
		}
	}
}
