//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/around"
)

// ObstacleFile is a file for an obstacle.
type ObstacleFile struct {
	Thing, Shape string // name of the obstacle; its new shape: model or terrain
	File         string // empty if not chosen yet
}

// Browse is the purpose of a file dialog.
type Browse int

// The purposes of a file dialog.
const (
	BrowseNothing  Browse = iota
	BrowseAny             // a file to open
	BrowseScene           // a file name for the scene
	BrowseRange           // a file name for the export of a range
	BrowseFigure          // a file name for a figure
	BrowseObstacle        // a file for the selected obstacle
)

// SetFile stores the file chosen in a dialog.
func (p *Panel) SetFile(b Browse, file string) {
	switch b {
	case BrowseScene:
		p.file = file
	case BrowseFigure:
		p.figures.figure.File = file
	case BrowseRange:
		p.ranges.current().File = file
	}
}

func (p *Panel) browseButton(key string, b Browse, o *Outcome) {
	imgui.SameLine()
	p.button("...##"+key, "browse."+key, func() { o.Browse = b })
	hint("Opens a file dialog.")
}

// shape shows the choice of an obstacle's shape. If the shape needs a file, it is used only after the user
// has chosen the file.
func (p *Panel) shape(property *around.Property, t *around.Obstacle) (chosen bool) {
	value := property.At.(*string)
	shown := *value
	if p.wantedFile.Thing == t.Name {
		shown = p.wantedFile.Shape
	}
	p.combo(property.Key, property.Options, max(slices.Index(property.Options, shown), 0), func(k int) {
		to := property.Options[k]
		if around.NeedsFile(to) && t.File == "" {
			p.wantedFile = ObstacleFile{Thing: t.Name, Shape: to}
			return
		}
		p.wantedFile = ObstacleFile{}
		*value, chosen = to, true
	})
	return chosen
}

func (p *Panel) fileOf(t *around.Obstacle, o *Outcome) {
	shape := t.Shape
	if p.wantedFile.Thing == t.Name && p.wantedFile.Shape != "" {
		shape = p.wantedFile.Shape
	}
	if !around.NeedsFile(shape) {
		return
	}
	if p.wantedFile.Thing != t.Name {
		p.wantedFile = ObstacleFile{Thing: t.Name, Shape: shape, File: t.File}
	}
	g := &p.wantedFile
	row("File")
	imgui.SetNextItemWidth(-2.2 * imgui.FontSize())
	imgui.InputTextWithHint("##given", "path of a .glb, .gltf or .png", &g.File, 0, nil)
	typed := imgui.IsItemDeactivatedAfterEdit()
	active := imgui.IsItemActive()
	p.mark("prop.file")
	p.browseButton("file", BrowseObstacle, o)
	endRow("A static glTF model. For terrain, also a height map (.png). You can also drop the file onto the window while this obstacle is selected.")
	switch {
	case typed && g.File != "" && g.File != t.File:
		o.Give = *g
	case !active && t.File != "" && t.Shape == g.Shape:
		g.File = t.File // an undo may have changed the obstacle's file
	}
}

// WantedFile returns the obstacle for which a file is being chosen, or an empty value.
func (p *Panel) WantedFile() ObstacleFile { return p.wantedFile }
