//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

func (p *Panel) overlay(s *State, o *Outcome) {
	show := &o.Controls.Show
	p.choose("Colour by", "overlay.colour", "The quantity that colours the birds (Shift O selects the next).", look.ColourByNames(), int(show.Colour), func(i int) { show.Colour = look.ColourBy(i) })
	p.choose("Colours", "overlay.map", "The colour scale. People with red-green colour blindness see cividis almost unchanged.", look.ColourMapNames(), int(show.Map), func(i int) { show.Map = look.ColourMap(i) })
	imgui.BeginDisabledV(show.Colour != look.ColourByRule)
	rules := s.Study.Rules
	if show.Colour == look.ColourByRule && len(rules) > 0 && !slices.Contains(rules, show.Rule) {
		show.Rule = rules[0]
	}
	if len(rules) > 0 {
		p.choose("Rule", "overlay.rule", "The colours show how much of a boid's steering force comes from this rule.", rules, max(slices.Index(rules, show.Rule), 0), func(i int) { show.Rule = rules[i] })
	}
	imgui.EndDisabled()
	p.check("Links", "overlay.links", "Draws a line between two boids if each is among the seven nearest boids that the other sees.", &show.Links)
	imgui.SameLine()
	p.check("Centre, axes, hull", "overlay.bones", "Draws the flock's centre and the centre's trace, the principal axes and the convex hull. The longest axis is vermilion.", &show.Bones)
	distances := p.window("Distances")
	matrix := distances.open
	p.check("Distances", "overlay.matrix", "Opens a window with a heat map of the distances between all pairs of boids.", &matrix)
	if matrix != distances.open {
		p.flip(distances)
	}
	p.key(s.Study.Legend, "overlay.legend")
}

func (p *Panel) key(l *frame.Legend, name string) {
	if l == nil {
		return
	}
	em := imgui.FontSize()
	imgui.BeginGroup()
	write(l.Title)
	if l.High != "" {
		left := imgui.CursorPosX()
		scaleBar(l.Map, imgui.Vec2{X: 14 * em, Y: 0.8 * em})
		write(l.Low)
		imgui.SameLine()
		imgui.SetCursorPosX(left + 14*em - imgui.CalcTextSize(l.High).X)
		write(l.High)
	}
	for _, k := range l.Kinds {
		imgui.ColorButtonV("##"+k.Text, imgui.Vec4{X: k.Colour[0], Y: k.Colour[1], Z: k.Colour[2], W: 1}, imgui.ColorEditFlagsNoTooltip, imgui.Vec2{X: 0.8 * em, Y: 0.8 * em})
		imgui.SameLine()
		write(k.Text)
	}
	imgui.EndGroup()
	p.mark(name)
}

func scaleBar(m look.ColourMap, size imgui.Vec2) {
	position, list := imgui.CursorScreenPos(), imgui.WindowDrawList()
	const steps = 24
	for k := range steps {
		left, right := packColour(m.At(float32(k)/steps)), packColour(m.At(float32(k+1)/steps))
		a := imgui.Vec2{X: position.X + size.X*float32(k)/steps, Y: position.Y}
		b := imgui.Vec2{X: position.X + size.X*float32(k+1)/steps, Y: position.Y + size.Y}
		list.AddRectFilledMultiColor(a, b, left, right, right, left)
	}
	imgui.Dummy(size)
}

func packColour(c mgl32.Vec3) uint32 {
	return imgui.ColorConvertFloat4ToU32(imgui.Vec4{X: c[0], Y: c[1], Z: c[2], W: 1})
}

func (p *Panel) colours(s *State) {
	l := s.Study.Legend
	if l == nil || p.studies.overlay.open {
		return
	}
	position := imgui.Vec2{X: float32(s.Picture.Max.X) - 16, Y: float32(s.Picture.Max.Y) - 5*imgui.FontSize()}
	imgui.SetNextWindowPosV(position, imgui.CondAlways, imgui.Vec2{X: 1, Y: 1})
	imgui.SetNextWindowBgAlpha(overPicture)
	imgui.BeginV("##colours", nil, passiveText)
	imgui.InternalBringWindowToDisplayBack(imgui.InternalCurrentWindow())
	p.key(l, "overlay.colours")
	imgui.End()
}

func nextColour(_ *State, o *Outcome) {
	c := &o.Controls.Show.Colour
	*c = (*c + 1) % look.ColourBy(len(look.ColourByNames()))
	o.Say = fmt.Sprintf("birds coloured by %s", look.ColourByNames()[*c])
}
