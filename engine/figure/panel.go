package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/picture"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/look"
)

// Panel shows a flock at one time in a figure. It shares no memory with its scene.
type Panel struct {
	Seconds float64 // simulated time
	Birds   []Bird
	Traces  []Line
	Links   []Line
	Bones   []Line       // paths and principal axes of the flocks
	Centres []mgl32.Vec3 // centres of the flocks; empty if their bones are not drawn
	Hull    bool         // whether the outline of each flock is drawn
	Vision  *frame.Ball  // sphere within which the chosen boid sees others; nil if none
	Steers  *Steers      // steering forces of the chosen boid; nil if none
	Legend  *frame.Legend
	Keys    []Key // further entries of the legend
}

// Bird is a bird of a panel.
type Bird struct {
	ID       int
	Pos      mgl32.Vec3
	Rotation mgl32.Quat // from the bird's axes (Z forward, Y up) to the world's
	Span     float32    // wingspan, m
	Flock    int        // index of the bird's flock
	Colour   color.NRGBA
	Chosen   bool
}

// Line is a polyline in space.
type Line struct {
	Points []mgl32.Vec3
	Colour color.NRGBA
}

// Steers holds the contributions of the rules to the next step of a boid.
type Steers struct {
	At     mgl32.Vec3
	Arrows []picture.SteerArrow
	Sum    mgl32.Vec3 // arrow of the sum, m
	Scale  float32    // length of an arrow in m per unit force
	Unit   string
}

// Key is an entry of the legend.
type Key struct {
	Colour color.NRGBA
	Text   string
	Mark   Mark
}

// Mark is the form of the mark of a legend entry.
type Mark int

// Forms of the marks in a legend.
const (
	BirdMark Mark = iota
	ChosenMark
	LineMark
	DashedMark
	CircleMark
	ArrowMark
	DashedArrowMark
)

var (
	white      = color.NRGBA{255, 255, 255, 255}
	ink        = color.NRGBA{0x20, 0x20, 0x20, 255}
	birdInk    = color.NRGBA{0x4d, 0x4d, 0x4d, 255}
	hullInk    = color.NRGBA{0x50, 0x50, 0x50, 255}
	visionInk  = color.NRGBA{0x00, 0x72, 0xb2, 255}
	linkInk    = color.NRGBA{0x9c, 0xb4, 0xcc, 255}
	centreInk  = color.NRGBA{0, 0, 0, 255}
	edgeInk    = color.NRGBA{0x30, 0x30, 0x30, 255}
	chosenFill = color.NRGBA{0x00, 0x72, 0xb2, 255}
)

// NewPanel returns the panel of a scene. The scene's settings choose colours, traces, vision sphere, links,
// bones and steering forces.
func NewPanel(s *picture.Scene) *Panel {
	plain := *s
	plain.OnPaper, plain.Things, plain.Ghosts, plain.Leaving, plain.Path = true, nil, nil, nil, nil
	plain.Show.Links, plain.Show.Bones, plain.Show.Forces, plain.Show.Edge, plain.Show.Inset = false, false, false, false, false
	plain.Show.Style, plain.Show.Variety = look.Birds, 0
	plain.Camera.Hide = -1
	var f frame.Frame
	new(picture.Composer).Compose(&f, &plain)
	f.ListTrails()
	p := &Panel{Seconds: s.Seconds, Traces: linesOf(f.Ribbons), Hull: s.Show.Bones, Vision: f.Vision, Legend: f.Legend}
	p.addBirds(&f, s)
	p.addKeys(&f, s)
	if s.Show.Links {
		p.addLinks(plain)
	}
	if s.Show.Bones {
		p.addBones(s)
	}
	if b := s.Subject.Boid; s.Show.Forces && b != nil && s.Why != nil && s.Why.Boid == s.Snapshot.ID(s.Subject.Index) {
		p.addSteers(s.Why, b)
	}
	return p
}

func (p *Panel) addBirds(f *frame.Frame, s *picture.Scene) {
	for i := range f.Birds {
		b := &f.Birds[i]
		if b.Span <= 0 {
			continue
		}
		chosen := s.Subject.Boid != nil && i == s.Subject.Index && !s.Show.Plain
		colour := birdInk
		switch {
		case b.Tint[3] > 0:
			colour = rgb(display(b.Tint))
		case chosen:
			colour = chosenFill
		}
		p.Birds = append(p.Birds, Bird{f.ID(i), b.Pos, b.Rotation, b.Span, b.Flock, colour, chosen})
	}
}

func (p *Panel) chosen() *Bird {
	for i := range p.Birds {
		if p.Birds[i].Chosen {
			return &p.Birds[i]
		}
	}
	return nil
}

func (p *Panel) addKeys(f *frame.Frame, s *picture.Scene) {
	add := func(m Mark, c color.NRGBA, format string, args ...any) {
		p.Keys = append(p.Keys, Key{c, fmt.Sprintf(format, args...), m})
	}
	if b := p.chosen(); b != nil {
		add(ChosenMark, b.Colour, "boid %d", b.ID)
	}
	uncoloured := s.Show.Colour == look.ColourByNothing
	if uncoloured && f.Leaders > 0 {
		add(BirdMark, rgb(picture.PaperLeader()), "leader")
	}
	if s.Show.Colour == look.ColourByLeaders && len(p.Legend.Kinds) > 0 {
		add(BirdMark, rgb(picture.FollowerColour(p.Legend.Kinds[0].Colour)), "its followers")
		add(BirdMark, rgb(picture.NeitherColour()), "other birds")
	}
	if p.Vision != nil {
		if uncoloured && !s.Show.Plain {
			add(BirdMark, rgb(picture.PaperVisible()), "in sight of boid %d", s.Snapshot.ID(s.Subject.Index))
		}
		add(CircleMark, visionInk, "vision, %s m", number(float64(p.Vision.Radius), 3))
	}
	if len(p.Traces) > 0 {
		p.addTraceKeys(s)
	}
}

func (p *Panel) addTraceKeys(s *picture.Scene) {
	lead := rgb(picture.PaperLeader())
	led := slices.ContainsFunc(p.Traces, func(l Line) bool { return l.Colour == lead })
	if other := slices.IndexFunc(p.Traces, func(l Line) bool { return l.Colour != lead }); other >= 0 {
		p.Keys = append(p.Keys, Key{p.Traces[other].Colour, fmt.Sprintf("paths of the last %s s", number(float64(s.Show.TraceSeconds), 3)), LineMark})
	}
	if led && s.Show.TraceColour == look.TracesPlain {
		p.Keys = append(p.Keys, Key{lead, "path of a leader", LineMark})
	}
}

func linesOf(ribbons []frame.RibbonPoint) (all []Line) {
	for i := 1; i < len(ribbons); i++ {
		a, b := &ribbons[i-1], &ribbons[i]
		if b.Start || b.Colour[3] == 0 {
			continue
		}
		colour := rgb(display(b.Colour))
		if n := len(all); n > 0 && !a.Start && a.Colour[3] > 0 && all[n-1].Colour == colour {
			all[n-1].Points = append(all[n-1].Points, b.Pos)
			continue
		}
		all = append(all, Line{[]mgl32.Vec3{a.Pos, b.Pos}, colour})
	}
	return all
}

func (p *Panel) addLinks(s picture.Scene) {
	s.Show.Links, s.Show.Traces = true, look.TraceNone
	var f frame.Frame
	new(picture.Composer).Compose(&f, &s)
	if p.Links = linesOf(f.Ribbons); len(p.Links) == 0 {
		return
	}
	for i := range p.Links {
		p.Links[i].Colour = linkInk
	}
	p.Keys = append(p.Keys, Key{linkInk, "mutual neighbours", LineMark})
}

var axisNames = [3]string{"longest axis", "middle axis", "shortest axis"}

func (p *Panel) addBones(s *picture.Scene) {
	drawn, centre := false, "centre"
	for k := range s.Snapshot.FlockCount() {
		from, to := s.Snapshot.Range(k)
		var pos []mgl32.Vec3
		for i := from; i < to; i++ {
			pos = append(pos, s.Boids[i].Pos)
		}
		b, ok := picture.BonesOf(pos)
		if !ok {
			continue
		}
		drawn = true
		if path := append(s.Traces.Middles(from, to), b.Centre); len(path) > 1 {
			p.Bones, centre = append(p.Bones, Line{path, centreInk}), "centre and its path"
		}
		for axis, halfAxis := range b.Axes {
			p.Bones = append(p.Bones, Line{[]mgl32.Vec3{b.Centre.Sub(halfAxis), b.Centre.Add(halfAxis)}, rgb(picture.AxisColour(axis))})
		}
		p.Centres = append(p.Centres, b.Centre)
	}
	p.Keys = append(p.Keys, Key{hullInk, "outline of the flock (convex hull)", DashedMark})
	if !drawn {
		return
	}
	p.Keys = append(p.Keys, Key{centreInk, centre, LineMark})
	for axis, name := range axisNames {
		p.Keys = append(p.Keys, Key{rgb(picture.AxisColour(axis)), name, LineMark})
	}
}

func (p *Panel) addSteers(e *explanation.Step, b *flock.Boid) {
	p.Steers = &Steers{At: b.Pos, Arrows: picture.SteerArrows(e), Sum: e.Sum.Array().Mul(picture.ArrowScale(e)), Scale: picture.ArrowScale(e), Unit: e.Unit()}
	for _, a := range p.Steers.Arrows {
		mark := ArrowMark
		if a.Dashed {
			mark = DashedArrowMark
		}
		p.Keys = append(p.Keys, Key{rgb(a.Colour), a.Rule, mark})
	}
	p.Keys = append(p.Keys, Key{centreInk, "sum of the steering forces", ArrowMark})
}

func display(c mgl32.Vec4) (out mgl32.Vec3) {
	for k := range out {
		x := float64(max(0, min(c[k], 1)))
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		out[k] = float32(x)
	}
	return out
}

// number formats a number with the given count of significant digits, without an exponent.
func number(x float64, digits int) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		rounded = x
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
