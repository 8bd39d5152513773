//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/scenario"
	"skein/flock/snapshots"
)

// In the smallest window, all texts over the picture leave its middle free and cover at most a third of it.
// The window has 800 × 480 pixels, and its picture 525 × 260. ImGui says where its windows are.
func TestCaptionsLeaveTheMiddleOfSmallPictures(t *testing.T) {
	sc, err := scenario.Builtin("erneholm")
	if err != nil || len(sc.Lessons) == 0 || sc.Watch == "" {
		t.Fatalf("the scene has no lesson or caption: %v", err)
	}
	picture := image.Rect(0, 24, 525, 284)
	middle := image.Rect(0, picture.Min.Y+picture.Dy()/3, 525, picture.Max.Y-picture.Dy()/3-4)
	for name, prepare := range map[string]func(*Panel, *State){
		"caption":     func(p *Panel, s *State) { s.Toured = true },
		"no caption":  func(p *Panel, s *State) { s.Toured, s.NoCaptions = true, true },
		"first steps": func(p *Panel, s *State) {},
		"last step":   func(p *Panel, s *State) { s.TourDone = []string{"look", "select", "eye", "slow"} },
		"lesson":      func(p *Panel, s *State) { s.Toured = true; p.strip.lesson.begin(s) },
		"message":     func(p *Panel, s *State) { s.Toured = true; p.Say("Saved /home/user/scenes/evening.toml") },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage(t, 1)
			s := &State{Scene: sc, Title: "erneholm", Picture: picture, Snapshot: &snapshots.Snapshot{TickRate: 60}}
			s.Controls = p.controls
			s.Controls.Selected = metrics.NoBoid
			s.ShownAt = func(int) (position mgl32.Vec3, present bool) { return position, false }
			prepare(p.panel, s)
			s.Escapes = []flock.OpenEscape{{Boid: 2406, Followers: 29990, WaveSpeed: 35}}
			p.panel.announcement = announcement{escape: s.Escapes[0], shown: true}
			p.panel.legend = legend{shown: true}
			p.layOut = func() {
				p.panel.showLegend(s)
				p.panel.showStrip(s, &Outcome{Controls: s.Controls})
				p.panel.announce(s)
				p.panel.toast.show(s.Picture, p.panel.strip.area)
			}
			for range 4 {
				p.frame(0.1)
			}
			if name == "first steps" && p.panel.strip.size.Y > 2.5*imgui.FontSize() {
				t.Errorf("the card of the first steps is %v high, want one line", p.panel.strip.size.Y)
			}
			if name == "first steps" {
				button := p.panel.Probe["strip.close"]
				p.moveTo(p.at("strip.close", 0.5, 0.5))
				for range 4 {
					p.frame(0.1)
				}
				if moved := p.panel.Probe["strip.close"]; moved != button || !p.panel.strip.hovered {
					t.Errorf("below the pointer, the button Close moves from %v to %v (the card is hovered: %t)", button, moved, p.panel.strip.hovered)
				}
			}
			covered, shown := 0, map[string]image.Rectangle{}
			for _, id := range []string{"##strip", "##announcement", "##legend", "##toast"} {
				w := imgui.InternalFindWindowByName(id)
				if w.CData == nil || !w.Active() {
					continue
				}
				position, size := w.Pos(), w.Size()
				r := image.Rect(int(position.X), int(position.Y), int(position.X+size.X), int(position.Y+size.Y))
				if r.Overlaps(middle) || !r.In(picture) {
					t.Errorf("%s covers %v, want it outside of %v and in %v", id, r, middle, picture)
				}
				for other, o := range shown {
					if r.Overlaps(o) {
						t.Errorf("%s at %v covers %s at %v", id, r, other, o)
					}
				}
				shown[id], covered = r, covered+r.Dx()*r.Dy()
			}
			if len(shown) < 2 || 3*covered > picture.Dx()*picture.Dy() {
				t.Errorf("the texts %v cover %d of %d pixels, want at most a third", shown, covered, picture.Dx()*picture.Dy())
			}
		})
	}
}
