//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/picture"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/vec"
)

// Study is what the windows about why a flock does what it does show.
type Study struct {
	Why      *flock.Explanation // of the selected boid's step; nil: none yet
	WhyErr   error              // why there is none
	Tracked  *studio.Tracked    // what there is to tell of the selected bird that was tracked; nil: nothing
	Standing *studio.Series     // how it stood lately
	Entries  []metrics.Entry    // of the ledger, up to the time shown
	Upcoming []metrics.Entry    // of a recording, those after
	Legend   *frame.Legend      // of the birds' colours; nil: none
	Rules    []string           // that birds can be coloured by
	Vision   float32            // of the chosen flock, m
}

// studies are the windows about why a flock does what it does.
type studies struct {
	inspector, ledger, overlay, matrix drawer
	table                              ledgerTable
	heat                               heat
}

// study shows those windows that are open.
func (p *Panel) study(s *State, o *Outcome) {
	w := &p.studies
	o.Controls.Inspect = w.inspector.open
	p.drawer("Inspector", &w.inspector, func() { p.inspector(s, o) })
	p.drawer("Ledger", &w.ledger, func() { p.ledger(s, o) })
	p.drawer("Overlay", &w.overlay, func() { p.overlay(s, o) })
	p.drawer("Distances", &w.matrix, func() { p.matrix(s, o) })
	p.colours(s)
}

// inspector is about the selected boid: why it leads or does not, and what its step is
// made of.
func (p *Panel) inspector(s *State, o *Outcome) {
	c := &o.Controls
	was := c.Show.Magnify
	p.button("<", "inspector.previous", func() { o.Commands = append(o.Commands, studio.PreviousBoid) })
	imgui.SameLine()
	p.button(">", "inspector.next", func() { o.Commands = append(o.Commands, studio.NextBoid) })
	imgui.SameLine()
	modelled := s.Tape == nil || !s.Tape.Tracks // else nobody says who leads, and no rules steer
	if modelled {
		p.button("Leader", "inspector.leader", func() { o.Commands = append(o.Commands, studio.NextLeader) })
		imgui.SameLine()
	}
	if c.Selected >= 0 {
		write(s.selected(c.Selected))
	} else {
		faint("no boid")
	}
	if modelled {
		p.check("Arrows", "inspector.arrows", "Each rule's steer as an arrow in its colour, their sum in white, the middle of those it sees and the angle to it, the protected ball and the blind cone.", &c.Show.Forces)
		imgui.SameLine()
	}
	p.check("Vision", "inspector.vision", "Its vision sphere, and in blue those it steers by. Key V.", &c.Show.Vision)
	imgui.SameLine()
	p.check("Inset", "inspector.inset", "What it sees, in the picture's corner. Key I.", &c.Show.Inset)
	imgui.SameLine()
	p.check("Near", "inspector.magnify", "In the corner the boid itself from near, with its arrows, instead of what it sees.", &c.Show.Magnify)
	if c.Show.Magnify && !was {
		c.Show.Inset = true
	}
	switch e := s.Study.Why; {
	case c.Selected < 0:
		faint("No boid is selected: click one, or key N.")
	case !modelled:
		p.tracked(s)
	case s.Study.WhyErr != nil:
		wrapped(s.Study.WhyErr.Error())
	case e == nil:
		faint("It is being found out.")
	default:
		p.why(e)
		p.steers(e)
		p.standing(s.Study.Standing)
	}
}

// tracked tells what there is to tell of a bird that was tracked.
func (p *Panel) tracked(s *State) {
	wrapped(s.Tape.About)
	faint("No rules steer them: there is no seed, and nothing to edit.")
	p.mark("inspector.about")
	t := s.Study.Tracked
	if t == nil {
		faint("The selected bird is away.")
		return
	}
	if imgui.BeginTableV("tracked", 2, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		for _, line := range trackedLines(t) {
			helpLine(line[0], line[1])
		}
		imgui.EndTable()
		p.mark("inspector.tracked")
	}
	p.standing(s.Study.Standing)
}

// trackedLines are names and values.
func trackedLines(t *studio.Tracked) [][2]string {
	side, nearest, since := "to the right", "nobody is there", fmt.Sprintf("%.1f s ago", t.Since)
	if t.Bank < 0 {
		side = "to the left"
	}
	if t.Nearest > 0 {
		nearest = fmt.Sprintf("%.2f m away", t.Nearest)
	}
	switch {
	case t.First:
		since = "before the recording begins"
	case t.Earlier:
		since += ", or earlier"
	}
	return [][2]string{
		{"speed", fmt.Sprintf("%.1f m/s", t.Speed)},
		{"heading", fmt.Sprintf("%.0f° (0 is +Z, 90 +X), climbs %.1f m/s", t.Heading, t.Climb)},
		{"bank", fmt.Sprintf("%.0f° %s", max(t.Bank, -t.Bank), side)},
		{"neighbours", fmt.Sprintf("%d within %.3g m", t.Neighbours, t.Reach)},
		{"nearest", nearest},
		{"entered", since},
	}
}

// why says why the boid leaves or does not.
func (p *Panel) why(e *flock.Explanation) {
	all := e.Why()
	for k, line := range all[:len(all)-1] { // the last are the steers, which are listed below
		if k == 0 {
			imgui.PushStyleColorVec4(imgui.ColText, warning())
			wrapped(line)
			imgui.PopStyleColor()
			p.mark("inspector.why")
			continue
		}
		wrapped(line)
	}
	faint(fmt.Sprintf("steers by %d within %.2f m   airspeed %.2f m/s of %.3g to %.3g", len(e.Neighbours), e.Reach, e.Speed, e.Slowest, e.Fastest))
}

// steers lists what steers the boid, each with the colour of its arrow.
func (p *Panel) steers(e *flock.Explanation) {
	em := imgui.FontSize()
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: 0.15 * em, Y: 0.08 * em})
	defer imgui.PopStyleVar()
	if !imgui.BeginTableV("steers", 6, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumn("")
	imgui.TableSetupColumnV(e.Unit(), imgui.TableColumnFlagsWidthStretch, 0, 0)
	for _, name := range []string{"length", "x", "y", "z"} {
		imgui.TableSetupColumnV(name, imgui.TableColumnFlagsWidthFixed, 2.9*em, 0)
	}
	imgui.TableHeadersRow()
	for k, s := range e.Steers {
		colour, dashed := picture.SteerColour(k)
		steerRow(s.Rule, colour, dashed, s.Steer)
	}
	steerRow("social", mgl32.Vec3{0.5, 0.5, 0.5}, false, e.Social)
	steerRow("social, cut", mgl32.Vec3{0.5, 0.5, 0.5}, false, e.Limited)
	steerRow("all", mgl32.Vec3{1, 1, 1}, false, e.Sum)
	imgui.EndTable()
	p.mark("inspector.steers")
}

// steerRow is a steer with its arrow as it is drawn. A rule that asks for nothing now keeps its
// row, greyed, so that each stays where it is.
func steerRow(name string, c mgl32.Vec3, dashed bool, v vec.Vec) {
	imgui.TableNextRow()
	imgui.TableNextColumn()
	arrowKey(c, dashed)
	imgui.BeginDisabledV(v == vec.Vec{})
	imgui.TableNextColumn()
	short := fitting(name, imgui.ContentRegionAvail().X)
	if write(short); short != name {
		hint(name)
	}
	for _, x := range []float32{v.Length(), v.X, v.Y, v.Z} {
		imgui.TableNextColumn()
		write(fmt.Sprintf("%7.3f", x))
	}
	imgui.EndDisabled()
}

// arrowKey is a short arrow as one in the picture, in a frame that its colour is seen on.
func arrowKey(c mgl32.Vec3, dashed bool) {
	em := imgui.FontSize()
	at, list := imgui.CursorScreenPos(), imgui.WindowDrawList()
	size := imgui.Vec2{X: 1.5 * em, Y: 0.9 * em}
	list.AddRectFilledV(at, at.Add(size), imgui.ColorConvertFloat4ToU32(imgui.Vec4{X: 0.16, Y: 0.16, Z: 0.18, W: 1}), 2, 0)
	middle, pieces := at.Y+size.Y/2, 1
	if dashed {
		pieces = 3
	}
	for k := range pieces {
		from, to := (float32(k)+0.2)/float32(pieces), (float32(k)+0.85)/float32(pieces)
		list.AddLineV(imgui.Vec2{X: at.X + from*size.X, Y: middle}, imgui.Vec2{X: at.X + to*size.X, Y: middle}, shade(c), 0.25*em)
	}
	imgui.Dummy(size)
}

// standing plots how the boid stood over the last seconds.
func (p *Panel) standing(l *studio.Series) {
	if l == nil || len(l.Time) == 0 {
		return
	}
	p.curveOf("speed, m/s", l.Time, l.Speed)
	p.mark("inspector.speed")
	p.curveOf("eccentricity", l.Time, l.Eccentricity)
	p.mark("inspector.eccentricity")
	p.curveOf("boids in sight", l.Time, l.InSight)
	p.mark("inspector.in_sight")
}

// curveOf plots values over the last seconds, the time now at the right.
func (p *Panel) curveOf(name string, t, values []float32) {
	const still = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText | implot.FlagsNoInputs | implot.FlagsNoLegend
	write(fmt.Sprintf("%s: %.3g", name, values[len(values)-1]))
	if !implot.BeginPlotV("##"+name, imgui.Vec2{X: -1, Y: imgui.FontSize() * 5.5}, still) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, "", implot.AxisFlagsNoLabel)
	implot.SetupAxisV(implot.AxisY1, "", implot.AxisFlagsNoLabel|implot.AxisFlagsAutoFit)
	implot.SetupAxisFormatStr(implot.AxisX1, "%g s")
	last := float64(t[len(t)-1])
	implot.SetupAxisLimitsV(implot.AxisX1, last-15, last, implot.CondAlways)
	implot.PlotLineFloatPtrFloatPtr(name, &t[0], &values[0], int32(len(t)))
	implot.EndPlot()
}

// ToggleStudy opens, brings to the front or closes one of the windows about why a flock does
// what it does.
func (p *Panel) ToggleStudy(a Action) {
	w := &p.studies
	switch a {
	case ToggleInspector:
		p.flip(&w.inspector)
	case ToggleLedger:
		p.flip(&w.ledger)
	case ToggleOverlay:
		p.flip(&w.overlay)
	}
}
