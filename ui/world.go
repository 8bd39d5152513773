//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/vec"
)

// Deed is what is to be done with the things around the flock, and with those that hunt it.
type Deed struct {
	Add       string     // a thing of this kind, or a Predator; empty: none
	Form      string     // the shape of an obstacle, the role of a place; empty: the usual one
	Wants     string     // the shape that an obstacle is to have once a file for it is chosen
	File      string     // or that file
	Duplicate bool       // the selected one
	Remove    bool       // likewise
	Nudge     [3]float32 // likewise, m to the right, up and away from the camera
}

// Predator is a kind to be added that is no thing: a bird that hunts.
const Predator = "predator"

// world lists the things around the flock, and what the selected one is like.
func (p *Panel) world(s *State, o *Outcome) {
	imgui.BeginDisabledV(s.Tape != nil && !s.Tape.Branched)
	defer imgui.EndDisabled()
	p.adding(s, o)
	p.things(s, o)
	all := s.Around
	if o.Around != nil {
		all = *o.Around
	}
	all = all.Clone()
	if t := all.Thing(o.Controls.Thing); t != nil {
		p.thing(t, s, o)
		o.Controls.Thing = *t.Called()
	} else if h := s.hunter(o); h != nil {
		p.hunting(h, o)
	}
	if !all.Equal(&s.Around) {
		o.Around = &all
	}
}

// adding are the buttons that add a thing of each kind.
func (p *Panel) adding(s *State, o *Outcome) {
	imgui.SetNextItemWidth(8 * imgui.FontSize())
	if imgui.BeginCombo("##add", "Add") {
		for _, kind := range append(flock.ThingKinds(), Predator) {
			label := kind
			if kind == Predator {
				label += s.parts()
			}
			if imgui.SelectableBool(label) {
				o.Deed.Add = kind
			}
			p.mark("add." + kind)
		}
		imgui.EndCombo()
	}
	p.mark("add")
	imgui.SameLine()
	imgui.BeginDisabledV(!s.chosen(o))
	p.button("Duplicate", "duplicate", func() { o.Deed.Duplicate = true })
	hint("A copy of the selected thing beside it. Key Ctrl D.")
	imgui.SameLine()
	p.button("Remove", "remove", func() { o.Deed.Remove = true })
	hint("Key X or Delete.")
	imgui.SameLine()
	p.button("Frame", "frame_thing", func() { o.Commands = append(o.Commands, studio.FrameThing) })
	hint("The camera to the selected thing. Key F.")
	imgui.EndDisabled()
}

// things are those that there are, to be selected.
func (p *Panel) things(s *State, o *Outcome) {
	all := s.Around.Things()
	if len(all)+len(s.Hunters) == 0 {
		faint("nothing stands around the flock")
		return
	}
	height := imgui.TextLineHeightWithSpacing() * float32(min(len(all)+len(s.Hunters), 7))
	if imgui.BeginChildStrV("things", imgui.Vec2{Y: height + imgui.FontSize()}, imgui.ChildFlagsBorders, 0) {
		for _, t := range all {
			name := *t.Called()
			if imgui.SelectableBoolV(name+"##thing", name == o.Controls.Thing, 0, imgui.Vec2{}) {
				o.Controls.Thing, o.Controls.Point = name, 0
			}
			p.mark("thing." + name)
			imgui.SameLineV(imgui.ContentRegionAvail().X-5*imgui.FontSize(), 0)
			faint(t.Kind())
		}
		for k := range s.Hunters {
			p.hunterLine(&s.Hunters[k], s, o)
		}
	}
	imgui.EndChild()
}

// thing is the selected one: how hands move it, and its properties.
func (p *Panel) thing(t flock.Thing, s *State, o *Outcome) {
	if _, _, ok := scenery.Pivot(t, o.Controls.Point); ok {
		p.radio("Handle", "handle", handleNames(), int(p.gizmo.by), func(k int) { p.gizmo.by = handle(k) })
		hint("What its handle in the picture does: keys W, E and R. The arrows, Page Up and Page Down move it by a metre, with Shift by 10 cm.")
	}
	of, standing := t.(*flock.Obstacle)
	for _, prop := range flock.Properties(t) {
		switch {
		case standing && prop.Key == "file":
			p.fileOf(of, o)
			p.extent(of, s)
		case prop.Counts(t):
			p.property(&prop, t, o)
		}
	}
	if points := scenery.PointsOf(t); points != nil {
		p.points(t, len(points), o)
	}
}

// extent says how large an obstacle of a file is.
func (p *Panel) extent(of *flock.Obstacle, s *State) {
	if !fromFile(of.Shape) || s.Extent.Len() == 0 {
		return
	}
	row("Measures")
	write(fmt.Sprintf("%.3g × %.3g × %.3g m", s.Extent[0], s.Extent[1], s.Extent[2]))
	p.mark("extent")
	endRow("How wide, high and deep it is, as it is scaled and turned.")
}

// property is the widget of one property. What is being typed is applied when it is whole.
func (p *Panel) property(of *flock.Property, t flock.Thing, o *Outcome) {
	id := "thing." + *t.Called() + "." + of.Key
	was := of.Value()
	if p.typing == id {
		_ = of.Set(p.typedThing)
	}
	row(of.Label)
	chosen := false
	switch at := of.At.(type) {
	case *float32:
		sliderThing(of, at)
	case *int:
		n := int32(*at)
		slideInt("##"+of.Key, &n, int32(of.Min), int32(of.Max), imgui.SliderFlagsAlwaysClamp)
		*at = int(n)
	case *bool:
		imgui.Checkbox("##"+of.Key, at)
	case *vec.Vec:
		v := at.Floats()
		imgui.DragFloat3V("##"+of.Key, &v, 0.1, float32(of.Min), float32(of.Max), "%.5g", imgui.SliderFlagsAlwaysClamp)
		*at = vec.Vec{X: v[0], Y: v[1], Z: v[2]}
	case *[]vec.Vec:
		faint(plural(len(*at), "point"))
	case *string:
		if o, is := t.(*flock.Obstacle); is && of.Key == "shape" {
			chosen = p.shape(of, o)
		} else if of.Options != nil {
			chosen = p.combo(of.Key, of.Options, max(slices.Index(of.Options, *at), 0), func(k int) { *at = of.Options[k] })
		} else {
			imgui.InputTextWithHint("##"+of.Key, "", at, 0, nil)
		}
	}
	_, text := of.At.(*string)
	switch typing := imgui.IsItemActive() && (text && of.Options == nil || imgui.CurrentIO().WantTextInput()); {
	case typing:
		p.typing, p.typedThing = id, of.Value()
		_ = of.Set(was)
	case p.typing == id:
		p.typing = ""
		o.Edit = studio.Done
	case chosen || imgui.IsItemDeactivatedAfterEdit():
		o.Edit = studio.Done
	}
	p.mark("prop." + of.Key)
	if reset() {
		p.asMade(of, t)
		o.Edit = studio.Done
	}
	endRow(of.Doc)
}

// asMade makes a property be as in a thing that is new.
func (p *Panel) asMade(of *flock.Property, t flock.Thing) {
	var fresh flock.Surroundings
	if made, ok := flock.PropertyOf(fresh.Add(t.Kind()), of.Key); ok && of.Key != "name" && of.Key != "points" {
		_ = of.Set(made.Value())
	}
}

// sliderThing is a slider of a property.
func sliderThing(of *flock.Property, v *float32) {
	end := of.Max
	if of.Soft != 0 {
		end = of.Soft
	}
	format := strings.TrimSpace("%.4g " + of.Unit)
	if slide("##"+of.Key, v, float32(of.Min), float32(end), format, imgui.SliderFlagsNone) {
		*v = min(max(*v, float32(of.Min)), float32(of.Max))
	}
}

// points selects one of the points of a thing, adds one behind it, and takes it away.
func (p *Panel) points(t flock.Thing, n int, o *Outcome) {
	c := &o.Controls
	c.Point = min(c.Point, n)
	prop, _ := flock.PropertyOf(t, "points")
	at := prop.At.(*[]vec.Vec)
	imgui.AlignTextToFramePadding()
	if c.Point > 0 {
		write(fmt.Sprintf("point %d", c.Point))
	} else {
		faint("all points")
	}
	imgui.SameLine()
	p.button("<##point", "point.previous", func() { c.Point = (c.Point + n) % (n + 1) })
	imgui.SameLine()
	p.button(">##point", "point.next", func() { c.Point = (c.Point + 1) % (n + 1) })
	imgui.SameLine()
	p.button("Add##point", "point.add", func() {
		*at = withPoint(*at, c.Point)
		c.Point = min(max(c.Point, 1)+1, len(*at))
		o.Edit = studio.Done
	})
	imgui.SameLine()
	imgui.BeginDisabledV(c.Point == 0 || n <= 1)
	p.button("Remove##point", "point.remove", func() {
		*at = append((*at)[:c.Point-1:c.Point-1], (*at)[c.Point:]...)
		c.Point = 0
		o.Edit = studio.Done
	})
	imgui.EndDisabled()
	if c.Point > 0 && c.Point <= len(*at) {
		one := prop
		one.Key, one.Label, one.Doc, one.At = "point", "Point", "[x, y, z]", &(*at)[c.Point-1]
		p.property(&one, t, o)
	}
}

// withPoint has one more point, behind one counted from 1: between it and the next, or as
// far beyond the last.
func withPoint(all []vec.Vec, k int) []vec.Vec {
	n := len(all)
	if k == 0 {
		k = n
	}
	var at vec.Vec
	switch {
	case k < n:
		at = all[k-1].Add(all[k]).Scale(0.5)
	case n > 1:
		at = all[n-1].Add(all[n-1].Sub(all[n-2]))
	default:
		at = all[0].Add(vec.Vec{X: 5})
	}
	out := append([]vec.Vec{}, all[:k]...)
	return append(append(out, at), all[k:]...)
}

// Place is what the gizmo needs of the last picture.
type Place struct {
	View   frame.View
	Pixels image.Point // of the picture
}
