//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/figure"
)

// Figure describes the figure in the dialog Save figure.
type Figure struct {
	File    string  // the extension selects the format: .svg, .pdf or .png
	View    string  // one of figure.ViewNames
	Markers string  // one of figure.MarkerNames
	Width   float64 // mm
	Across  float64 // width of the space that a panel shows, m; 0 means the whole flock
}

// FigureAction is an action in the dialog Save figure.
type FigureAction struct {
	Save *Figure // nil if none
	Add  bool    // add a panel of the displayed moment
	Drop bool    // remove the added panels
}

type figureDialog struct {
	open, fresh bool
	figure      Figure
}

func newFigureDialog() figureDialog {
	return figureDialog{figure: Figure{File: "figure.svg", View: figure.ViewNames()[figure.Top], Markers: figure.MarkerNames()[figure.AutoMarkers], Width: figure.DefaultWidth}}
}

func (p *Panel) askFigure(*State, *Outcome) {
	p.figures.fresh = true
	p.openDialog(&p.figures.open)
}

func (p *Panel) figureWindow(s *State, o *Outcome) {
	d := &p.figures
	if !d.open {
		return
	}
	em := imgui.FontSize()
	if d.fresh {
		imgui.SetNextWindowFocus()
		d.fresh = false
	}
	imgui.SetNextWindowPosV(imgui.Vec2{X: 4 * em, Y: 5 * em}, imgui.CondFirstUseEver, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: 30 * em}, imgui.CondAlways)
	imgui.BeginV("Save figure###figure", &d.open, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings)
	p.figureFields(&d.figure, o)
	p.figureMoments(s, o)
	imgui.Separator()
	p.primaryButton("Save", "figure.save", true, true, func() {
		chosen := d.figure
		o.Figure.Save = &chosen
	})
	imgui.SameLine()
	writeGrey("Colours, traces and arrows are as in the window.")
	imgui.End()
}

func (p *Panel) figureFields(f *Figure, o *Outcome) {
	row("File")
	imgui.SetNextItemWidth(-2.2 * imgui.FontSize())
	imgui.InputTextWithHint("##figure.file", "figure.svg", &f.File, 0, nil)
	p.mark("figure.file")
	p.browseButton("figure", BrowseFigure, o)
	endRow("The extension selects the format: .svg and .pdf for vector paths, or .png with 300 pixels per inch.")
	choose := func(label, key, doc string, names []string, to *string) {
		p.choose(label, key, doc, names, max(0, slices.Index(names, *to)), func(k int) { *to = names[k] })
	}
	choose("View", "figure.view", "The direction of view. Top looks down, Side along -z, Front along +x. Eye looks along the heading of the selected bird.", figure.ViewNames(), &f.View)
	choose("Birds", "figure.markers", "Arrows show the heading. Outlines also show the bank. Auto draws outlines if they are large enough.", figure.MarkerNames(), &f.Markers)
	row("Width")
	imgui.InputDoubleV("##figure.width", &f.Width, 0, 0, "%.0f mm", 0)
	p.mark("figure.width")
	endRow("The width of the figure. A journal column is about 85 mm wide.")
	row("View width")
	imgui.InputDoubleV("##figure.across", &f.Across, 0, 0, "%.1f m", 0)
	p.mark("figure.across")
	endRow("The width of the region that a panel shows around the selected bird or the flock. 0 shows the whole flock.")
}

func (p *Panel) figureMoments(s *State, o *Outcome) {
	row("Moments")
	p.button("Add", "figure.add", func() { o.Figure.Add = true })
	hint("Adds the current moment as a panel. To show several moments side by side, add each of them.")
	if len(s.FigureMoments) == 0 {
		imgui.SameLine()
		writeGrey("only the current moment")
		imgui.EndGroup()
		return
	}
	imgui.SameLine()
	p.button("Clear", "figure.clear", func() { o.Figure.Drop = true })
	var times []string
	for _, t := range s.FigureMoments {
		times = append(times, fmt.Sprintf("%.2f", t))
	}
	imgui.SameLine()
	write(strings.Join(times, ", ") + " s")
	imgui.EndGroup()
}
