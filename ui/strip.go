//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"

	"github.com/AllenDang/cimgui-go/imgui"
)

// strip is the card at the lower left of the picture. If it would cover handles there, it is at the upper
// left. It shows the first steps, the scene's lesson or its caption.
type strip struct {
	tour     tour
	lesson   lessonRun
	lessonOf string // built-in scene whose lesson begins when it is open; empty if none
	closed   bool
	height   float32         // height in the last picture, screen units; 0 if not at the lower left
	right    float32         // x of its right edge in the last picture, screen units; 0 if not at the lower left
	size     imgui.Vec2      // size when it was last shown, screen units
	area     image.Rectangle // place in the last picture, screen units; empty if not shown
	hovered  bool
	present  bool
}

// Size of the strip, in ems, and the smallest picture with a strip.
const (
	stripWidth      = 46
	stripLeastWide  = 15
	stripLeastHigh  = 14
	stripTitleScale = 1.15
	smallHigh       = 26
	restingShare    = 0.35 // largest height in a small picture, as a fraction of the picture, while the pointer is elsewhere
)

const stripFlags = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoMove |
	imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav

func (p *Panel) showStrip(s *State, o *Outcome) {
	t := &p.strip
	t.tour.update(p, s, o)
	if t.lessonOf != "" && s.Scene != nil && s.Title == t.lessonOf {
		t.lessonOf = ""
		t.lesson.begin(s)
	}
	t.lesson.update(p, s, o)
	t.present = false
	em := imgui.FontSize()
	fits := float32(s.Picture.Dx()) >= stripLeastWide*em && float32(s.Picture.Dy()) >= stripLeastHigh*em
	folded := isSmall(s.Picture, em) && !t.hovered
	switch {
	case p.hidden || !fits || s.Bare:
	case t.tour.shown(s):
		_, wide := stripCorner(s.Picture, s.Inset, em)
		small := isSmall(s.Picture, em) // whether or not the pointer is over it, so that its button stays in place
		p.card(s, small, func() { p.tourCard(o, small, wide) })
	case t.lesson.running(s):
		p.card(s, false, func() { p.lessonCard(s, o) })
	case p.hasCaption(s):
		p.card(s, folded, func() { p.captionCard(s, o, folded) })
	}
	if !t.present {
		t.height, t.right, t.hovered, t.area = 0, 0, false, image.Rectangle{}
	}
}

// isSmall reports whether captions would cover the flock. em is the font size.
func isSmall(picture image.Rectangle, em float32) bool { return float32(picture.Dy()) < smallHigh*em }

func stripGap(picture image.Rectangle, em float32) float32 {
	if isSmall(picture, em) {
		return 1.2 * em
	}
	return 2 * em
}

// stripHighest returns the largest height of the strip, in screen units. In a small picture, the strip leaves
// the middle free until the pointer is over it.
func stripHighest(picture image.Rectangle, hovered bool, em float32) float32 {
	high := float32(picture.Dy())
	if isSmall(picture, em) && !hovered {
		return restingShare * high
	}
	return max(high/2, min(high-1.6*em, stripLeastHigh*em))
}

// stripCorner returns the strip's lower left corner and width, in screen units. If an inset is in this
// corner, the strip is beside the inset or, if there is no room, above it.
func stripCorner(picture, inset image.Rectangle, em float32) (position imgui.Vec2, wide float32) {
	margin := 0.8 * em
	position = imgui.Vec2{X: float32(picture.Min.X) + margin, Y: float32(picture.Max.Y) - margin}
	if beside := float32(inset.Max.X) + margin; !inset.Empty() && float32(picture.Max.X)-margin-beside >= stripLeastWide*em {
		position.X = beside
	} else if !inset.Empty() {
		position.Y = float32(inset.Min.Y) - margin
	}
	return position, min(stripWidth*em, float32(picture.Max.X)-margin-position.X)
}

func (p *Panel) card(s *State, narrow bool, show func()) {
	em := imgui.FontSize()
	position, wide := stripCorner(s.Picture, s.Inset, em)
	least := wide
	if narrow {
		least = 0
	}
	pivot, raised := imgui.Vec2{Y: 1}, false
	if size := p.strip.size; p.coversHandles(position.X, position.Y-size.Y, size) {
		position.Y, pivot.Y, raised = float32(s.Picture.Min.Y)+0.8*em, 0, true
		if p.coversHandles(position.X, position.Y, p.strip.size) {
			return // there is no room for both the handles and the strip
		}
	}
	imgui.SetNextWindowPosV(position, imgui.CondAlways, pivot)
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: least}, imgui.Vec2{X: wide, Y: stripHighest(s.Picture, p.strip.hovered, em)})
	imgui.SetNextWindowBgAlpha(overPicture)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0.4*em)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: 0.8 * em, Y: 0.5 * em})
	imgui.BeginV("##strip", nil, stripFlags)
	imgui.InternalBringWindowToDisplayBack(imgui.InternalCurrentWindow())
	show()
	p.strip.size, p.strip.present = imgui.WindowSize(), true
	corner := imgui.WindowPos()
	p.strip.area = image.Rect(int(corner.X), int(corner.Y), int(corner.X+p.strip.size.X), int(corner.Y+p.strip.size.Y))
	p.strip.height, p.strip.right = p.strip.size.Y, position.X+p.strip.size.X
	if raised {
		p.strip.height, p.strip.right = 0, 0
	}
	p.strip.hovered = imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
	imgui.End()
	imgui.PopStyleVarV(3)
}

// coversHandles reports whether a text with its upper left corner at (x, y) would cover the handles of the
// selected object.
func (p *Panel) coversHandles(x, y float32, size imgui.Vec2) bool {
	return image.Rect(int(x), int(y), int(x+size.X), int(y+size.Y)).Overlaps(p.gizmo.area)
}

func stripTitle(text string) {
	imgui.PushFont(imgui.CurrentFont(), stripTitleScale*imgui.CurrentStyle().FontSizeBase())
	write(text)
	imgui.PopFont()
}

func (p *Panel) closeButton(tip string) (pressed bool) {
	imgui.SameLine()
	const label = "Close"
	wide := imgui.CalcTextSize(label).X + 2*imgui.CurrentStyle().FramePadding().X
	imgui.SetCursorPosX(max(imgui.WindowWidth()-imgui.CurrentStyle().WindowPadding().X-wide, imgui.CursorPosX()))
	return p.closeHere(label, tip)
}

// closeBeside shows the button Close beside the last text, not at the right edge.
func (p *Panel) closeBeside(tip string) bool {
	imgui.SameLineV(0, imgui.FontSize())
	return p.closeHere("Close", tip)
}

func (p *Panel) closeHere(label, tip string) (pressed bool) {
	pressed = imgui.SmallButton(label)
	p.mark("strip.close")
	hint(tip)
	return pressed
}

func progress(count, present int, done func(int) bool) {
	em := imgui.FontSize()
	position, list := imgui.CursorScreenPos(), imgui.WindowDrawList()
	ink := imgui.ColorU32Col(imgui.ColText)
	pale := imgui.ColorU32Col(imgui.ColTextDisabled)
	for k := range count {
		c := imgui.Vec2{X: position.X + (0.5+1.1*float32(k))*em, Y: position.Y + 0.68*em}
		switch r := 0.26 * em; {
		case done(k):
			list.AddLineV(c.Add(imgui.Vec2{X: -r, Y: 0}), c.Add(imgui.Vec2{X: -0.2 * r, Y: 0.9 * r}), ink, 0.13*em)
			list.AddLineV(c.Add(imgui.Vec2{X: -0.2 * r, Y: 0.9 * r}), c.Add(imgui.Vec2{X: 1.2 * r, Y: -r}), ink, 0.13*em)
		case k == present:
			list.AddCircleFilled(c, r, ink)
		default:
			list.AddCircleV(c, r, pale, 0, 0.09*em)
		}
	}
	imgui.Dummy(imgui.Vec2{X: 1.1 * float32(count) * em, Y: 1.3 * em})
	imgui.SameLine()
}

// buttonRow shows a button beside the last one, or below it if the strip is too narrow.
func (p *Panel) buttonRow(first bool, label, key string, do func()) {
	if !first {
		sameLineIfFits(imgui.CalcTextSize(label).X + 2*imgui.CurrentStyle().FramePadding().X)
	}
	p.button(label, key, do)
}

func controls(pairs ...string) {
	gap := 1.2 * imgui.FontSize()
	for k := 0; k+1 < len(pairs); k += 2 {
		if k > 0 {
			imgui.SameLineV(0, gap)
			if imgui.ContentRegionAvail().X < imgui.CalcTextSize(pairs[k]+pairs[k+1]).X+gap {
				imgui.NewLine()
			}
		}
		writeGrey(pairs[k])
		imgui.SameLine()
		write(pairs[k+1])
	}
}

func counted(k, count int) string { return fmt.Sprintf("%d of %d", k, count) }
