//go:build cgo

package render

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
)

// The renderer draws all things in its list. It first uploads the data, then draws the shadows, then
// each view, and on request the ids.
func TestThingsAreDrawnInOrder(t *testing.T) {
	r := renderer(t, 4)
	var did []string
	note := func(what string) { did = append(did, what) }
	row := thing{
		label:  "fresh",
		upload: func(*frame.Frame) error { note("upload"); return nil },
		cast:   func(*frame.Frame, *scene) { note("cast") },
		draw:   func(_ *frame.Frame, _ frame.View, s *scene) { note("draw " + s.Region.Size().String()) },
		ids:    func(*frame.Frame, *scene, *frame.Moved) { note("ids") },
	}
	r.things = append(r.things, row)
	f := testFrame(redAt(0, 10, -10))
	f.Inset = &frame.Inset{View: f.View, Rect: image.Rect(10, 10, 60, 40)}
	shoot(t, r, f)
	if got, want := strings.Join(did, ", "), "upload, cast, draw (200,100), draw (46,26)"; got != want {
		t.Errorf("the calls are %s, want %s", got, want)
	}
	did = nil
	if _, err := r.Planes(f); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(did, ", "), "upload, ids"; got != want {
		t.Errorf("the calls for ids are %s, want %s", got, want)
	}
	// Without sky and ground, only layered things are drawn.
	did = nil
	f.Inset, f.Transparent = nil, true
	shoot(t, r, f)
	if got, want := strings.Join(did, ", "), "upload, cast"; got != want {
		t.Errorf("the calls for a transparent picture are %s, want %s", got, want)
	}
}

func TestPassesAreNamed(t *testing.T) {
	r := rendererWith(t, Options{Samples: 4, Exposing: true})
	if !r.objects.Labels {
		t.Skip("this driver has no KHR_debug")
	}
	drawEverything(t, r)
	groups := current.checker.Groups()
	want := []string{"shadows", "view", "inset", "resolve", "expose", "develop", "ids"}
	for _, each := range r.things {
		want = append(want, each.label)
	}
	for _, name := range want {
		if !slices.Contains(groups, name) {
			t.Errorf("no group is named %q: %q", name, slices.Compact(slices.Sorted(slices.Values(groups))))
		}
	}
	var depth int32
	if gl.GetIntegerv(gl.DEBUG_GROUP_STACK_DEPTH, &depth); depth != 1 {
		t.Errorf("%d groups were left open, want none", depth-1)
	}
}

func TestTimings(t *testing.T) {
	r := rendererWith(t, Options{Samples: 4, Tier: Good})
	f := testFrame(redAt(0, 10, -10), redAt(2, 10, -10))
	f.Shadows, f.Light.Bloom = true, 0.1
	f.Inset = &frame.Inset{View: f.View, Rect: image.Rect(10, 10, 60, 40)}
	if shoot(t, r, f); len(r.Timings()) > 0 {
		t.Fatalf("passes were timed without a request: %v", r.Timings())
	}
	r.Time(true)
	for range 8 {
		shoot(t, r, f)
		r.Finish()
	}
	took := map[string]float64{}
	for _, each := range r.Timings() {
		if each.MS < 0 || took[each.Pass] != 0 {
			t.Errorf("%s appears twice or takes %v ms", each.Pass, each.MS)
		}
		took[each.Pass] = each.MS
	}
	for _, want := range []string{"shadows: birds", "view: sky", "view: ground", "view: birds", "inset: birds", "resolve", "bloom", "develop"} {
		if took[want] == 0 {
			t.Errorf("%s was not timed: %v", want, took)
		}
	}
	if r.Time(false); len(r.Timings()) > 0 {
		t.Errorf("passes are still timed after Time(false): %v", r.Timings())
	}
	shoot(t, r, f)
}
