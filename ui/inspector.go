//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/picture"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/lead"
	"skein/flock/metrics"
	"skein/flock/vec"
)

// Study is the data for the windows that explain the flock.
type Study struct {
	Why      *explanation.Step  // why the selected boid moves as it does; nil if not known yet
	WhyErr   error              // why there is no explanation
	Left     *explanation.Step  // why the selected boid took the lead; nil if it does not lead, or if the reason is unknown
	Tracked  *studio.TrackFacts // facts about the selected bird of imported tracks; nil if none
	Standing *studio.Series     // values of the selected boid over the last ticks; nil if not known yet
	Entries  []metrics.Entry    // entries of the ledger up to the displayed time
	Upcoming []metrics.Entry    // entries of a recording after the displayed time
	Patterns []metrics.Entry    // patterns of escape found so far, by flock
	Legend   *frame.Legend      // nil means no legend
	Rules    []string           // rules by which birds can be coloured
	Vision   float32            // vision radius of the selected flock, m
}

type studies struct {
	inspector, ledger, overlay drawer
	table                      ledgerTable
	heat                       heat
}

func (p *Panel) study(s *State, o *Outcome) {
	o.Controls.Inspect = p.studies.inspector.open || p.lab.open
	p.colours(s)
}

func (p *Panel) inspector(s *State, o *Outcome) {
	c := &o.Controls
	magnified := c.Show.Magnify
	p.button(iconLeft.String()+"##previous", "inspector.previous", func() { o.Commands = append(o.Commands, studio.PreviousBoid) })
	imgui.SameLine()
	p.button(iconRight.String()+"##next", "inspector.next", func() { o.Commands = append(o.Commands, studio.NextBoid) })
	imgui.SameLine()
	modelled := s.Tape == nil || !s.Tape.Tracks // tracked birds have no leaders and no rules
	if modelled {
		p.button("Leader", "inspector.leader", func() { o.Commands = append(o.Commands, studio.NextLeader) })
		imgui.SameLine()
	}
	if c.Selected >= 0 {
		write(s.boidName(c.Selected))
	} else {
		writeGrey("No boid selected")
	}
	if modelled {
		p.check("Force arrows", "inspector.arrows", "Draws a coloured arrow for the steering force of each rule, and a white arrow for their sum. Also draws the middle of the visible boids, the angle to this point, the protected range and the blind angle.", &c.Show.Forces)
		sameLineIfFits(checkWidth("Vision sphere"))
	}
	p.check("Vision sphere", "inspector.vision", "Shows the vision sphere. The boids that affect this boid's steering are blue. If the boid sees few others, the sphere has the lonely range as its radius. Key: V.", &c.Show.Vision)
	sameLineIfFits(checkWidth("Inset"))
	p.check("Inset", "inspector.inset", "Shows the boid's view in a corner of the picture. Key: I.", &c.Show.Inset)
	sameLineIfFits(checkWidth("Magnifier"))
	p.check("Magnifier", "inspector.magnify", "Shows a close-up of the boid with its steering arrows in a corner of the picture, instead of the boid's view.", &c.Show.Magnify)
	if c.Show.Magnify && !magnified {
		c.Show.Inset = true
	}
	switch e := s.Study.Why; {
	case c.Selected < 0:
		writeGrey("Click a boid, or press N, to select one.")
	case !modelled:
		p.tracked(s)
	case s.Study.WhyErr != nil:
		writeWrapped(s.Study.WhyErr.Error())
	case e == nil:
		writeGrey("Computing…")
	case e.Hunt != nil && e.Decision.Verdict == lead.Leaderless:
		p.hunts(s, e, o)
		p.steers(e)
		p.standing(s, true)
	default:
		p.why(s, e, s.Study.Left)
		p.following(s, c.Selected)
		p.steers(e)
		p.standing(s, false)
	}
}

func (p *Panel) tracked(s *State) {
	writeWrapped(s.Tape.About)
	writeGreyWrapped("These birds are not simulated, so they have no seed and no parameters.")
	p.mark("inspector.about")
	t := s.Study.Tracked
	if t == nil {
		writeGrey("The selected bird is absent now.")
		return
	}
	if imgui.BeginTableV("tracked", 2, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		imgui.TableSetupColumn("")
		imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 0, 0)
		for _, line := range trackedLines(t) {
			helpLine(line[0], line[1])
		}
		imgui.EndTable()
		p.mark("inspector.tracked")
	}
	p.standing(s, false)
}

func trackedLines(t *studio.TrackFacts) [][2]string {
	side, nearest, since := "to the right", "no other bird", fmt.Sprintf("%.1f s ago", t.Since)
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

// why shows why the boid leads or does not lead. left explains why the boid took the lead. It is nil if the
// boid did not take the lead, or if the reason is unknown.
func (p *Panel) why(s *State, e, left *explanation.Step) {
	decisive := e
	if left != nil && left.Decision.Verdict == lead.Leaves {
		decisive = left
		write("Why did it leave?")
	} else {
		write("Why does it stay or lead?")
	}
	imgui.PushStyleColorVec4(imgui.ColText, present().accent)
	writeWrapped(decisive.Answer())
	imgui.PopStyleColor()
	p.mark("inspector.why")
	p.tests(decisive)
	if decisive != e {
		imgui.Spacing()
		write("Now")
		writeWrapped(e.Answer())
	}
	writeGreyWrapped(fmt.Sprintf("reacts to %s in view, within %.2f m", plural(len(e.Neighbours), "boid"), e.Reach))
	hint("The number of boids that the boid saw when it decided, one step ago. Boids in its blind angle do not count.")
	p.airspeed(s, e)
}

func (p *Panel) airspeed(s *State, e *explanation.Step) {
	unit, factor := s.speedUnit()
	writeGreyWrapped(airspeedText(e, unit, factor))
	hint("The speed with which the bird moves through the air, and its limits. The curve below shows the speed over the ground, as cameras measure it. They differ if there is wind.")
	p.mark("inspector.airspeed")
}

// airspeedText says how fast a boid flies. unit is the unit of speeds, and factor is the number of these
// units in 1 m/s.
func airspeedText(e *explanation.Step, unit string, factor float64) string {
	return fmt.Sprintf("speed through the air %.2f %s, allowed: %.3g to %.3g", float64(e.Speed)*factor, unit, float64(e.Slowest)*factor, float64(e.Fastest)*factor)
}

func (p *Panel) tests(e *explanation.Step) {
	all := e.Tests()
	if len(all) == 0 || !imgui.BeginTableV("tests", 4, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumnV("Test", imgui.TableColumnFlagsWidthStretch, 0, 0)
	for _, name := range []string{"Value", "Needed", "Passed"} {
		imgui.TableSetupColumnV(name, imgui.TableColumnFlagsWidthFixed, 0, 0)
	}
	imgui.TableHeadersRow()
	for _, t := range all {
		imgui.TableNextRow()
		for k, text := range []string{t.Name, t.Value, t.Needed} {
			imgui.TableNextColumn()
			if k == 0 {
				text = shorten(text, imgui.ContentRegionAvail().X)
			}
			write(text)
			hint(t.Doc)
		}
		imgui.TableNextColumn()
		write(map[bool]icon{true: iconCheck, false: iconClose}[t.Passed].String())
		hint(t.Doc)
	}
	imgui.EndTable()
	p.mark("inspector.tests")
}

func (p *Panel) following(s *State, boid int) {
	for k := range s.Escapes {
		if e := &s.Escapes[k]; e.Boid == boid {
			writeWrapped(followingText(e, s.playsRecording()))
			p.mark("inspector.following")
		}
	}
}

func followingText(e *flock.OpenEscape, recorded bool) string {
	text := countedFollowers(e, recorded)
	if e.Delay > 0 {
		text += fmt.Sprintf(", after %.2f s on average", e.Delay)
	}
	if e.WaveSpeed > 0 {
		text += fmt.Sprintf("; the turn spreads at %.1f m/s", e.WaveSpeed)
	}
	return text
}

func (p *Panel) steers(e *explanation.Step) {
	em := imgui.FontSize()
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: 0.15 * em, Y: 0.08 * em})
	defer imgui.PopStyleVar()
	columns := []string{"length", "x", "y", "z"}
	if imgui.ContentRegionAvail().X < 26*em {
		columns = columns[:1] // leave room for the rules' names; a tooltip shows all components
	}
	if !imgui.BeginTableV("steers", int32(2+len(columns)), imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	imgui.TableSetupColumn("")
	imgui.TableSetupColumnV(steerHeading(e), imgui.TableColumnFlagsWidthStretch, 0, 0)
	for _, name := range columns {
		imgui.TableSetupColumnV(name, imgui.TableColumnFlagsWidthFixed, 2.9*em, 0)
	}
	imgui.TableHeadersRow()
	for _, l := range steerLines(e) {
		steerRow(l.name, l.colour, l.dashed, l.steer, len(columns))
	}
	imgui.EndTable()
	p.mark("inspector.steers")
	if e.Hunt != nil {
		return // the table contains the changes of its velocity
	}
	for _, rule := range e.Movers {
		writeGreyWrapped(moverText(rule, e))
	}
}

type steerLine struct {
	name   string
	colour mgl32.Vec3
	dashed bool
	steer  vec.Vec
}

// steerLines returns the rules' steering forces and their sums. Most rules have no effect on a hunter, whose
// rule hunt changes the velocity directly. Therefore, a hunter has only lines with an effect, among them the
// direct changes.
func steerLines(e *explanation.Step) (lines []steerLine) {
	grey := mgl32.Vec3{0.5, 0.5, 0.5}
	for k, s := range e.Steers {
		if s.Steer == (vec.Vec{}) && slices.Contains(e.Movers, s.Rule) {
			continue // the rule has its own line or text
		}
		colour, dashed := picture.SteerColour(k)
		lines = append(lines, steerLine{s.Rule, colour, dashed, s.Steer})
	}
	lines = append(lines,
		steerLine{"social, before the limit", grey, false, e.Social},
		steerLine{"social, after the limit", grey, false, e.Limited},
		steerLine{"all rules", mgl32.Vec3{1, 1, 1}, false, e.Sum})
	if e.Hunt == nil {
		return lines
	}
	for _, m := range e.Moves {
		lines = append(lines, steerLine{m.Rule + ", directly", grey, false, m.Steer})
	}
	return slices.DeleteFunc(lines, func(l steerLine) bool { return l.steer == vec.Vec{} })
}

// moverText says that a rule changes the velocity directly, and by how much if this is known.
func moverText(rule string, e *explanation.Step) string {
	text := fmt.Sprintf("The rule %s changes the velocity directly, without a steering force", rule)
	for _, m := range e.Moves {
		if m.Rule == rule {
			text += fmt.Sprintf(": %.3f %s", m.Steer.Length(), e.Unit())
		}
	}
	return text + "."
}

func steerHeading(e *explanation.Step) string {
	if e.PerStep {
		return "change per step, m/step"
	}
	return "change in 1/30 s, m/s"
}

// steerRow shows a steering force with its arrow, length and components. A rule without effect is greyed out
// but keeps its row, so that the other rows do not move.
func steerRow(name string, c mgl32.Vec3, dashed bool, v vec.Vec, columns int) {
	imgui.TableNextRow()
	imgui.TableNextColumn()
	arrowKey(c, dashed)
	imgui.BeginDisabledV(v == vec.Vec{})
	imgui.TableNextColumn()
	write(shorten(name, imgui.ContentRegionAvail().X))
	hint(fmt.Sprintf("%s: change of velocity x %.3f, y %.3f, z %.3f", name, v.X, v.Y, v.Z))
	for _, x := range []float32{v.Length(), v.X, v.Y, v.Z}[:columns] {
		imgui.TableNextColumn()
		write(fmt.Sprintf("%7.3f", x))
	}
	imgui.EndDisabled()
}

func arrowKey(c mgl32.Vec3, dashed bool) {
	em := imgui.FontSize()
	position, list := imgui.CursorScreenPos(), imgui.WindowDrawList()
	size := imgui.Vec2{X: 1.5 * em, Y: 0.9 * em}
	list.AddRectFilledV(position, position.Add(size), imgui.ColorConvertFloat4ToU32(imgui.Vec4{X: 0.16, Y: 0.16, Z: 0.18, W: 1}), 2, 0)
	middle, pieces := position.Y+size.Y/2, 1
	if dashed {
		pieces = 3
	}
	for k := range pieces {
		from, to := (float32(k)+0.2)/float32(pieces), (float32(k)+0.85)/float32(pieces)
		list.AddLineV(imgui.Vec2{X: position.X + from*size.X, Y: middle}, imgui.Vec2{X: position.X + to*size.X, Y: middle}, packColour(c), 0.25*em)
	}
	imgui.Dummy(size)
}

func (p *Panel) standing(s *State, hunter bool) {
	l := s.Study.Standing
	if l == nil || len(l.Time) == 0 {
		return
	}
	speeds, unit := inSpeedUnit(s, l.Speed, "m/s")
	p.curveOf("speed over the ground, "+unit, l.Time, speeds)
	p.mark("inspector.speed")
	if hunter {
		return
	}
	p.curveOf("eccentricity", l.Time, l.Eccentricity)
	p.mark("inspector.eccentricity")
	p.curveOf("boids within vision radius, in view or not", l.Time, l.InSight)
	p.mark("inspector.in_sight")
}

func (p *Panel) curveOf(name string, t, values []float32) {
	const still = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText | implot.FlagsNoInputs | implot.FlagsNoLegend
	write(fmt.Sprintf("%s: %.3g", name, values[len(values)-1]))
	if !implot.BeginPlotV("##"+name, imgui.Vec2{X: -1, Y: imgui.FontSize() * 7.5}, still) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, "", implot.AxisFlagsNoLabel)
	implot.SetupAxisV(implot.AxisY1, "", implot.AxisFlagsNoLabel)
	low, high := curveRange(slices.Values(values))
	implot.SetupAxisLimitsV(implot.AxisY1, low, high, implot.CondAlways)
	implot.SetupAxisFormatStr(implot.AxisX1, "%g s")
	last := float64(t[len(t)-1])
	implot.SetupAxisLimitsV(implot.AxisX1, max(last-15, 0), max(last, 1), implot.CondAlways)
	setNextLine(present().accent)
	implot.PlotLineFloatPtrFloatPtr(name, &t[0], &values[0], int32(len(t)))
	implot.EndPlot()
}

// ToggleStudy opens one of the windows that explain the flock or brings it to the front. If it is already in
// front, ToggleStudy closes it.
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
