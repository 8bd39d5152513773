//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
)

// Given is a file that an obstacle is to be of.
type Given struct {
	Thing, Shape string // the obstacle, and what of a file it is to be: model or terrain
	File         string // empty: none is given yet
}

// Browse is what a dialog of the desktop is to find.
type Browse int

// What is looked for.
const (
	BrowseNothing  Browse = iota
	BrowseAny             // something to open
	BrowseScene           // a name for the scene
	BrowseRange           // a name for what is made of a range
	BrowseObstacle        // a file for the selected obstacle
)

// Found takes in the file that a dialog found.
func (p *Panel) Found(b Browse, file string) {
	switch b {
	case BrowseScene:
		p.file = file
	case BrowseRange:
		p.ranges.ask().File = file
	}
}

// browsing is a button behind a file's field that opens a dialog.
func (p *Panel) browsing(key string, b Browse, o *Outcome) {
	imgui.SameLine()
	p.button("...##"+key, "browse."+key, func() { o.Browse = b })
	hint("Choose it with a dialog.")
}

// shape chooses an obstacle's. What is of a file waits until there is one.
func (p *Panel) shape(of *flock.Property, t *flock.Obstacle) (chosen bool) {
	at := of.At.(*string)
	now := *at
	if p.giving.Thing == t.Name {
		now = p.giving.Shape
	}
	p.combo(of.Key, of.Options, max(slices.Index(of.Options, now), 0), func(k int) {
		to := of.Options[k]
		if fromFile(to) && t.File == "" {
			p.giving = Given{Thing: t.Name, Shape: to}
			return
		}
		p.giving = Given{}
		*at, chosen = to, true
	})
	return chosen
}

// fromFile reports whether a shape is that of a file.
func fromFile(shape string) bool { return shape == "model" || shape == "terrain" }

// file is the field for an obstacle's.
func (p *Panel) fileOf(t *flock.Obstacle, o *Outcome) {
	shape := t.Shape
	if p.giving.Thing == t.Name && p.giving.Shape != "" {
		shape = p.giving.Shape
	}
	if !fromFile(shape) {
		return
	}
	if p.giving.Thing != t.Name {
		p.giving = Given{Thing: t.Name, Shape: shape, File: t.File}
	}
	g := &p.giving
	row("File")
	imgui.SetNextItemWidth(-2.2 * imgui.FontSize())
	imgui.InputTextWithHint("##given", "path of a .glb, .gltf or .png", &g.File, 0, nil)
	typed := imgui.IsItemDeactivatedAfterEdit()
	active := imgui.IsItemActive()
	p.mark("prop.file")
	p.browsing("file", BrowseObstacle, o)
	endRow("A static glTF model, or of terrain a height map (.png) too. Or drop it on the window while this obstacle is selected.")
	switch {
	case typed && g.File != "" && g.File != t.File:
		o.Give = *g
	case !active && t.File != "" && t.Shape == g.Shape:
		g.File = t.File // as it is, also after an undo
	}
}

// Wanted returns the obstacle that a file is being chosen for, and its shape; of none it is
// empty.
func (p *Panel) Wanted() Given { return p.giving }
