//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/flock"
	"skein/flock/metrics"
)

// Study is what the windows about why a flock does what it does show.
type Study struct {
	Why      *flock.Explanation // of the selected boid's step; nil: none yet
	WhyErr   error              // why there is none
	Tracked  *engine.Tracked    // what there is to tell of the selected bird that was tracked; nil: nothing
	Standing *engine.Series     // how it stood lately
	Entries  []metrics.Entry    // of the ledger, up to the time shown
	Upcoming []metrics.Entry    // of a recording, those after
	Legend   *engine.Legend     // of the birds' colours; nil: none
	Rules    []string           // that birds can be coloured by
	Vision   float32            // of the chosen flock, m
}

// studies are the windows about why a flock does what it does.
type studies struct {
	inspector, ledger, overlay, matrix bool // are open
	table                              ledgerTable
	heat                               heat
}

// study shows those windows that are open.
func (p *Panel) study(s *State, o *Outcome) {
	o.Controls.Inspect = p.studies.inspector
	if p.studies.inspector {
		p.window(s, "Inspector", imgui.Vec2{X: 420, Y: 560}, corner{}, &p.studies.inspector, func() { p.inspector(s, o) })
	}
	if p.studies.ledger {
		p.window(s, "Ledger", imgui.Vec2{X: 640, Y: 240}, corner{bottom: true}, &p.studies.ledger, func() { p.ledger(s, o) })
	}
	if p.studies.overlay {
		p.window(s, "Overlay", imgui.Vec2{X: 330, Y: 300}, corner{right: true}, &p.studies.overlay, func() { p.overlay(s, o) })
	}
	if p.studies.matrix {
		p.window(s, "Distances", imgui.Vec2{X: 340, Y: 400}, corner{right: true, bottom: true}, &p.studies.matrix, func() { p.matrix(s, o) })
	}
	p.colours(s)
}

// corner is one of the picture's, the upper left.
type corner struct{ right, bottom bool }

// window is one that can be docked: at first so large, in letters of 15, in a corner of the
// picture.
func (p *Panel) window(s *State, name string, size imgui.Vec2, in corner, open *bool, show func()) {
	em := imgui.FontSize() / 15
	share := map[corner]float32{{}: 0.58, {bottom: true}: 0.36, {right: true}: 0.4, {right: true, bottom: true}: 0.54}[in] // of the picture, so that none covers another
	high := min(size.Y*em, share*float32(s.Picture.Dy()))
	imgui.SetNextWindowSizeV(imgui.Vec2{X: size.X * em, Y: high}, imgui.CondFirstUseEver)
	const margin = 12
	at, pivot := imgui.Vec2{X: float32(s.Picture.Min.X) + margin, Y: float32(s.Picture.Min.Y) + margin}, imgui.Vec2{}
	if in.right {
		at.X, pivot.X = float32(s.Picture.Max.X)-margin, 1
	}
	if in.bottom {
		at.Y, pivot.Y = float32(s.Picture.Max.Y)-margin, 1
		if s.Tape != nil {
			at.Y -= 5.5 * imgui.FontSize() // over the bar that a recording is played with
		}
	}
	imgui.SetNextWindowPosV(at, imgui.CondFirstUseEver, pivot)
	if imgui.BeginV(name, open, imgui.WindowFlagsNoFocusOnAppearing) {
		show()
	}
	imgui.End()
}

// inspector is about the selected boid: why it leads or does not, and what its step is
// made of.
func (p *Panel) inspector(s *State, o *Outcome) {
	c := &o.Controls
	p.button("<", "inspector.previous", func() { o.Commands = append(o.Commands, engine.PreviousBoid) })
	imgui.SameLine()
	p.button(">", "inspector.next", func() { o.Commands = append(o.Commands, engine.NextBoid) })
	imgui.SameLine()
	p.button("Leader", "inspector.leader", func() { o.Commands = append(o.Commands, engine.NextLeader) })
	imgui.SameLine()
	p.check("Arrows", "inspector.arrows", "Each rule's steer as an arrow in its colour, their sum in white, the middle of those it sees and the angle to it, the protected ball and the blind cone.", &c.Show.Forces)
	imgui.SameLine()
	p.check("Vision", "inspector.vision", "Its vision sphere, and in blue those it steers by. Key V.", &c.Show.Vision)
	imgui.SameLine()
	p.check("Inset", "inspector.inset", "What it sees. Key I.", &c.Show.Inset)
	switch e := s.Study.Why; {
	case c.Selected < 0:
		imgui.TextDisabled("No boid is selected: click one, or key N.")
	case s.Tape != nil && s.Tape.Tracks:
		p.tracked(s)
	case s.Study.WhyErr != nil:
		imgui.TextWrapped(s.Study.WhyErr.Error())
	case e == nil:
		imgui.TextDisabled("It is being found out.")
	default:
		p.why(e)
		p.steers(e)
		p.standing(s.Study.Standing)
	}
}

// tracked tells what there is to tell of a bird that was tracked.
func (p *Panel) tracked(s *State) {
	imgui.TextWrapped(s.Tape.About)
	imgui.TextDisabled("No rules steer them: there is no seed, and nothing to edit.")
	p.mark("inspector.about")
	t := s.Study.Tracked
	if t == nil {
		imgui.TextDisabled("The selected bird is away.")
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
func trackedLines(t *engine.Tracked) [][2]string {
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
			imgui.PushStyleColorVec4(imgui.ColText, imgui.Vec4{X: 1, Y: 0.72, Z: 0.35, W: 1})
			imgui.TextWrapped(line)
			imgui.PopStyleColor()
			p.mark("inspector.why")
			continue
		}
		imgui.TextWrapped(line)
	}
	imgui.TextDisabled(fmt.Sprintf("steers by %d within %.2f m   speed %.2f m/s of %.3g to %.3g", len(e.Neighbours), e.Reach, e.Speed, e.Slowest, e.Fastest))
}

// steers lists what steers the boid, each with the colour of its arrow.
func (p *Panel) steers(e *flock.Explanation) {
	if !imgui.BeginTableV("steers", 6, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumn("")
	for _, name := range []string{e.Unit(), "length", "x", "y", "z"} {
		imgui.TableSetupColumn(name)
	}
	imgui.TableHeadersRow()
	for k, s := range e.Steers {
		if s.Steer != (flock.Vec{}) {
			steerRow(s.Rule, engine.SteerColour(k), s.Steer)
		}
	}
	if e.Limited != e.Social {
		steerRow("social, uncut", mgl32.Vec3{0.5, 0.5, 0.5}, e.Social)
		steerRow("social, cut", mgl32.Vec3{0.5, 0.5, 0.5}, e.Limited)
	}
	steerRow("all", mgl32.Vec3{1, 1, 1}, e.Sum)
	imgui.EndTable()
	p.mark("inspector.steers")
}

func steerRow(name string, c mgl32.Vec3, v flock.Vec) {
	imgui.TableNextRow()
	imgui.TableNextColumn()
	em := imgui.FontSize()
	imgui.ColorButtonV("##"+name, imgui.Vec4{X: c[0], Y: c[1], Z: c[2], W: 1}, imgui.ColorEditFlagsNoTooltip|imgui.ColorEditFlagsNoDragDrop, imgui.Vec2{X: 0.8 * em, Y: 0.8 * em})
	imgui.TableNextColumn()
	imgui.Text(name)
	for _, x := range []float32{v.Length(), v.X, v.Y, v.Z} {
		imgui.TableNextColumn()
		imgui.Text(fmt.Sprintf("%7.3f", x))
	}
}

// standing plots how the boid stood over the last seconds.
func (p *Panel) standing(l *engine.Series) {
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

func (p *Panel) curveOf(name string, t, values []float32) {
	const still = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText | implot.FlagsNoInputs
	if !implot.BeginPlotV("##"+name, imgui.Vec2{X: -1, Y: imgui.FontSize() * 5}, still) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, "", implot.AxisFlagsNoLabel|implot.AxisFlagsNoTickLabels)
	implot.SetupAxisV(implot.AxisY1, "", implot.AxisFlagsNoLabel|implot.AxisFlagsAutoFit)
	last := float64(t[len(t)-1])
	implot.SetupAxisLimitsV(implot.AxisX1, last-15, last, implot.CondAlways)
	implot.SetupLegendV(implot.LocationNorthWest, implot.LegendFlagsNoButtons)
	implot.PlotLineFloatPtrFloatPtr(name, &t[0], &values[0], int32(len(t)))
	implot.EndPlot()
}

// ToggleStudy opens or closes one of the windows about why a flock does what it does.
func (p *Panel) ToggleStudy(a Action) {
	if p.hidden {
		p.hidden = false
	}
	toggle(map[Action]*bool{ToggleInspector: &p.studies.inspector, ToggleLedger: &p.studies.ledger, ToggleOverlay: &p.studies.overlay}[a])
}
