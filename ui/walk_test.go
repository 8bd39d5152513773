//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock/around"
	"skein/flock/look"
)

func TestStripCoversHandles(t *testing.T) {
	p := &Panel{}
	for _, c := range []struct {
		area image.Rectangle
		want bool
	}{
		{image.Rectangle{}, false},
		{image.Rect(100, 530, 160, 590), true},
		{image.Rect(100, 400, 160, 509), false},
		{image.Rect(500, 530, 560, 590), false},
	} {
		p.gizmo.area = c.area
		if got := p.coversHandles(10, 520, imgui.Vec2{X: 400, Y: 60}); got != c.want {
			t.Errorf("handles at %v: covered is %v, want %v", c.area, got, c.want)
		}
	}
}

// An announcement at the upper edge is below the strip if that is there too.
func TestAnnouncementIsBelowTheStrip(t *testing.T) {
	picture := image.Rect(0, 24, 900, 520)
	for strip, want := range map[image.Rectangle]float32{{}: 40, image.Rect(12, 450, 700, 510): 40, image.Rect(12, 40, 700, 90): 98} {
		if position, pivot := announcementTop(picture, strip, 20); position.Y != want || position.X != 450 || pivot.Y != 0 {
			t.Errorf("beside the strip %v, the announcement is at %v, want (450, %v)", strip, position, want)
		}
	}
}

// A message is below the strip if the strip is at the top of the picture.
func TestMessagesAreBesideTheStrip(t *testing.T) {
	picture := image.Rect(0, 24, 900, 520)
	for _, c := range []struct {
		strip image.Rectangle
		want  float32
	}{
		{image.Rectangle{}, 40},
		{image.Rect(12, 450, 700, 510), 40},
		{image.Rect(12, 36, 700, 90), 98},
	} {
		if got := toastCorner(picture, c.strip, 60); got.X != 16 || got.Y != c.want {
			t.Errorf("beside the strip %v, the message is at %v, want y = %v", c.strip, got, c.want)
		}
	}
}

// The first click on the eye of the heading hides all objects, and the second one shows all of them, whatever
// was hidden before.
func TestObjectsEye(t *testing.T) {
	var all around.Surroundings
	all.Add("obstacle")
	all.Add("obstacle")
	all.Add("place")
	e := objectsEye(all.Things())
	name := *all.Things()[0].NamePointer()
	for what, prepare := range map[string]func(*studio.Controls){
		"nothing hidden":      func(*studio.Controls) {},
		"one obstacle hidden": func(c *studio.Controls) { c.HideThing(name, true) },
		"the marks hidden":    func(c *studio.Controls) { c.Show.Things = false },
	} {
		o := &Outcome{}
		o.Controls.Look = look.Default()
		o.Controls.Show.Things = true
		prepare(&o.Controls)
		for _, want := range []bool{false, true} {
			e.toggle(o)
			c := &o.Controls
			shown := 0
			for _, t := range all.Things() {
				if _, is := t.(*around.Obstacle); is && !c.IsThingHidden(*t.NamePointer()) {
					shown++
				}
			}
			if wanted := map[bool]int{true: 2}[want]; e.visible(c) != want || c.Show.Things != want || shown != wanted {
				t.Errorf("%s: after a click, %d obstacles are visible and the marks are %v, want %d and %v", what, shown, c.Show.Things, wanted, want)
			}
		}
	}
}

func TestReverse(t *testing.T) {
	s := &State{Tape: &Tape{Frames: 100}}
	o := &Outcome{}
	o.Controls.Paused, o.Controls.Playback.Frame = true, 50
	for k, want := range []bool{true, false, true} {
		if reverse(s, o); o.Controls.Paused || o.Controls.Playback.Backward != want {
			t.Errorf("after %d keys, paused is %v and backward %v, want false and %v", k+1, o.Controls.Paused, o.Controls.Playback.Backward, want)
		}
	}
	if s.Tape = nil; o.Say != "" {
		t.Errorf("J says %q", o.Say)
	}
	if reverse(s, o); o.Say == "" {
		t.Error("without a recording, J says nothing")
	}
}

// The page Birds names the wingspan of the species in nature only if the drawn wingspan differs from it.
func TestWingspanText(t *testing.T) {
	if got, want := wingspanText("falcon", 1.8), "In nature, a falcon has a wingspan of about 1.0 m. Here the bird is drawn 1.8 times as large."; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if got := wingspanText("starling", 0.42) + wingspanText("fox.glb", 3); got != "" {
		t.Errorf("the text is %q, want none", got)
	}
}

func TestHandleArea(t *testing.T) {
	s := &State{Picture: image.Rect(100, 50, 900, 650)}
	s.Shown.Pixels = image.Pt(800, 600)
	s.Shown.View.Eye, s.Shown.View.Rotation, s.Shown.View.FovY = mgl32.Vec3{0, 0, 50}, mgl32.QuatIdent(), 0.8
	g := gizmo{}
	area := g.handleArea(s, mgl32.Vec3{})
	if !image.Pt(500, 350).In(area) || !image.Pt(555, 350).In(area) || image.Pt(500, 420).In(area) || area.Dx() > 120 {
		t.Errorf("the handles are in %v, want about 60 units to the right of (500, 350) and above it", area)
	}
}
