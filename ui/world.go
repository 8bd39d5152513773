//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/flock/around"

	"skein/flock/vec"
)

// ThingAction adds, changes or removes a thing in the surroundings, or a predator.
type ThingAction struct {
	Add       string     // kind of thing to add, or Predator; empty if none
	Form      string     // shape of an obstacle or role of a place; empty means the default
	Wants     string     // shape of an obstacle to add after the user has chosen a file for it
	File      string     // mesh or height map, if it is already known
	Duplicate bool       // duplicate the selected object
	Remove    bool       // remove the selected object
	Nudge     [3]float32 // move the selected object to the right, up and away from the camera, m
}

// Predator is the kind of a bird that hunts.
const Predator = "predator"

func (p *Panel) objectPage(s *State, o *Outcome) {
	imgui.BeginDisabledV(s.Tape != nil && !s.Tape.Branched)
	defer imgui.EndDisabled()
	p.objectButtons(o)
	all := s.Around
	if o.Around != nil {
		all = *o.Around
	}
	all = all.Clone()
	if t := all.Thing(o.Controls.Thing); t != nil {
		p.thing(t, s, o)
		p.selection.choose(object{thingObject, *t.NamePointer()}, &o.Controls)
	}
	if !all.Equal(&s.Around) {
		o.Around = &all
	}
}

func (p *Panel) objectButtons(o *Outcome) {
	p.button("Frame", "frame_thing", func() { o.Commands = append(o.Commands, studio.FrameThing) })
	hint("Moves the camera to the selected object (F).")
	imgui.SameLine()
	p.button("Duplicate", "duplicate", func() { o.Thing.Duplicate = true })
	hint("Adds a copy beside the selected object (Ctrl D).")
	imgui.SameLine()
	p.button("Remove", "remove", func() { o.Thing.Remove = true })
	hint("Removes the selected object (X or Delete).")
}

func (p *Panel) thing(t around.Thing, s *State, o *Outcome) {
	if _, _, ok := scenery.Pivot(t, o.Controls.Point); ok {
		p.radio("Handle", "handle", handleNames(), int(p.gizmo.action), func(k int) { p.gizmo.action = handle(k) })
		hint("The action of the handle in the picture (keys W, E and R). The arrow keys, Page Up and Page Down move the object by 1 m, with Shift by 10 cm.")
	}
	obstacle, standing := t.(*around.Obstacle)
	for _, prop := range around.Properties(t) {
		switch {
		case standing && prop.Key == "file":
			p.fileOf(obstacle, o)
			p.extent(obstacle, s)
		case prop.Counts(t) && !(standing && p.belongsToBlock(obstacle, prop.Key)):
			p.property(&prop, t, o)
		}
	}
	if points := scenery.PointsOf(t); points != nil {
		p.points(t, len(points), o)
	}
}

// belongsToBlock reports whether a property belongs only to the block that stands for an obstacle until its
// file has been chosen.
func (p *Panel) belongsToBlock(o *around.Obstacle, key string) bool {
	waits := p.wantedFile.Thing == o.Name && p.wantedFile.Shape != "" && p.wantedFile.Shape != o.Shape
	return waits && (key == "size" || key == "radius" || key == "height")
}

func (p *Panel) extent(obstacle *around.Obstacle, s *State) {
	if !around.NeedsFile(obstacle.Shape) || s.Extent.Len() == 0 {
		return
	}
	row("Dimensions")
	write(fmt.Sprintf("%.3g × %.3g × %.3g m", s.Extent[0], s.Extent[1], s.Extent[2]))
	p.mark("extent")
	endRow("The width, height and depth of the obstacle after scaling and rotation.")
}

func (p *Panel) property(property *around.Property, t around.Thing, o *Outcome) {
	id := "thing." + *t.NamePointer() + "." + property.Key
	old := property.Value()
	defer keepFoot(property, t, o)()
	if p.typedKey == id {
		_ = property.Set(p.typedThing)
	}
	p.settingRow(property.Label, p.isPropertyChanged(t, property.Key))
	chosen := false
	switch at := property.At.(type) {
	case *float32:
		propertyField(property, at)
		if _, isWind := t.(*around.Wind); isWind && property.Key == "from" {
			writeGrey(compassText(*at))
			p.mark("prop.from.direction")
		}
	case *int:
		n := int32(*at)
		wholeField("##"+property.Key, &n, numberRange{low: property.Min, high: property.Max})
		*at = min(max(int(n), int(property.Min)), int(property.Max))
	case *bool:
		checkBox("##"+property.Key, at)
	case *vec.Vec:
		v := at.Floats()
		vectorField("##"+property.Key, axesOf(property, t), &v, 0.1, float32(property.Min), float32(property.Max), "%.5g")
		*at = vec.Vec{X: v[0], Y: v[1], Z: v[2]}
	case *[]vec.Vec:
		writeGrey(plural(len(*at), "point"))
	case *string:
		if o, isObstacle := t.(*around.Obstacle); isObstacle && property.Key == "shape" {
			chosen = p.shape(property, o)
		} else if property.Options != nil {
			chosen = p.combo(property.Key, property.Options, max(slices.Index(property.Options, *at), 0), func(k int) { *at = property.Options[k] })
		} else {
			imgui.InputTextWithHint("##"+property.Key, emptyHint(property), at, 0, nil)
		}
	}
	_, text := property.At.(*string)
	switch typing := imgui.IsItemActive() && (text && property.Options == nil || imgui.CurrentIO().WantTextInput()); {
	case typing:
		p.typedKey, p.typedThing = id, property.Value()
		_ = property.Set(old)
	case p.typedKey == id:
		p.typedKey = ""
		o.Edit = studio.Done
	case chosen || imgui.IsItemDeactivatedAfterEdit():
		o.Edit = studio.Done
	}
	p.mark("prop." + property.Key)
	endRow(property.Doc)
	if reset() {
		p.resetProperty(property, t)
		o.Edit = studio.Done
	}
}

// axesOf returns those axes of a vector property that have an effect, such as "xz". For terrain, the size
// along y has none, because another property sets the height. Terrain turns only about the y axis.
func axesOf(property *around.Property, t around.Thing) string {
	if o, ok := t.(*around.Obstacle); ok && o.Shape == "terrain" {
		switch property.Key {
		case "size":
			return "xz"
		case "turn":
			return "y"
		}
	}
	return "xyz"
}

func emptyHint(property *around.Property) string {
	if property.Key == "for" {
		return "all species"
	}
	return ""
}

func compassText(degrees float32) string {
	names := [...]string{"+Z", "+X and +Z", "+X", "+X and -Z", "-Z", "-X and -Z", "-X", "-X and +Z"}
	k := int(math.Round(float64(degrees)/45)) % len(names)
	return "blows from " + names[(k+len(names))%len(names)]
}

// keepFoot returns a function to call after an edit of an obstacle's size or shape. It moves the obstacle so
// that its foot stays at the same height.
func keepFoot(property *around.Property, t around.Thing, o *Outcome) func() {
	obstacle, isObstacle := t.(*around.Obstacle)
	if !isObstacle || !slices.Contains([]string{"size", "radius", "shape"}, property.Key) {
		return func() {}
	}
	before := *obstacle
	return func() {
		scenery.KeepFoot(obstacle, &before)
		if o.Edit == studio.Done {
			obstacle.At.Y = scenery.RoundCM(obstacle.At.Y)
		}
	}
}

// resetProperty resets a property to its value in the saved scene or, for a new thing, to the default. It
// does not change the name and the points.
func (p *Panel) resetProperty(property *around.Property, t around.Thing) {
	if saved, ok := p.savedProperty(t, property.Key); ok && property.Key != "name" && property.Key != "points" {
		_ = property.Set(saved)
		return
	}
	var fresh around.Surroundings
	if made, ok := around.PropertyOf(fresh.Add(t.Kind()), property.Key); ok && property.Key != "name" && property.Key != "points" {
		_ = property.Set(made.Value())
	}
}

func propertyField(property *around.Property, v *float32) {
	if numberField("##"+property.Key, v, numberRange{low: property.Min, high: cmp.Or(property.Soft, property.Max), unit: property.Unit}) {
		*v = min(max(*v, float32(property.Min)), float32(property.Max))
	}
}

func (p *Panel) points(t around.Thing, n int, o *Outcome) {
	c := &o.Controls
	c.Point = min(c.Point, n)
	prop, _ := around.PropertyOf(t, "points")
	points := prop.At.(*[]vec.Vec)
	imgui.AlignTextToFramePadding()
	if c.Point > 0 {
		write(fmt.Sprintf("point %d", c.Point))
	} else {
		writeGrey("all points")
	}
	imgui.SameLine()
	p.button("<##point", "point.previous", func() { c.Point = (c.Point + n) % (n + 1) })
	imgui.SameLine()
	p.button(">##point", "point.next", func() { c.Point = (c.Point + 1) % (n + 1) })
	imgui.SameLine()
	p.button("Add##point", "point.add", func() {
		*points = insertPoint(*points, c.Point)
		c.Point = min(max(c.Point, 1)+1, len(*points))
		o.Edit = studio.Done
	})
	imgui.SameLine()
	imgui.BeginDisabledV(c.Point == 0 || n <= 1)
	p.button("Remove##point", "point.remove", func() {
		*points = append((*points)[:c.Point-1:c.Point-1], (*points)[c.Point:]...)
		c.Point = 0
		o.Edit = studio.Done
	})
	imgui.EndDisabled()
	if c.Point > 0 && c.Point <= len(*points) {
		copied := prop
		copied.Key, copied.Label, copied.Doc, copied.At = "point", "Point", "[x, y, z]", &(*points)[c.Point-1]
		p.property(&copied, t, o)
	}
}

// insertPoint inserts a point in the middle between the k-th point, counted from 1, and the next one; k = 0
// means the last point. After the last point, it continues the line by the same step.
func insertPoint(all []vec.Vec, k int) []vec.Vec {
	n := len(all)
	if k == 0 {
		k = n
	}
	var position vec.Vec
	switch {
	case k < n:
		position = all[k-1].Add(all[k]).Scale(0.5)
	case n > 1:
		position = all[n-1].Add(all[n-1].Sub(all[n-2]))
	default:
		position = all[0].Add(vec.Vec{X: 5})
	}
	out := append([]vec.Vec{}, all[:k]...)
	return append(append(out, position), all[k:]...)
}

// Place is the view and the size of the last picture.
type Place struct {
	View   frame.View
	Pixels image.Point // size of the picture, pixels
}
