package picture

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/flock/around"

	"skein/flock/vec"
)

var (
	pathColour   = mgl32.Vec4{1.0, 0.62, 0.16, 0.75}
	goalColour   = mgl32.Vec4{1.0, 0.72, 0.10, 0.8}
	roostColour  = mgl32.Vec4{0.25, 0.85, 0.35, 0.7}
	repelColour  = mgl32.Vec4{0.95, 0.15, 0.10, 0.7}
	windColour   = mgl32.Vec4{0.75, 0.88, 1.0, 0.6}
	wireAlbedo   = mgl32.Vec4{0.09, 0.09, 0.095, 1}
	chosenColour = mgl32.Vec4{0.1, 0.9, 1.0, 0.95}
	chosenStand  = mgl32.Vec4{0.1, 0.9, 1.0, 0.1}
)

const wireWidth = 0.016

type pen struct {
	dst    []frame.RibbonPoint
	eye    mgl32.Vec3
	colour mgl32.Vec4
	width  float32 // m
	round  bool
	things *scenery.Scenery
}

func wires(dst []frame.RibbonPoint, s *around.Surroundings) []frame.RibbonPoint {
	p := pen{dst: dst, colour: wireAlbedo, width: wireWidth, round: true}
	for i := range s.Perches {
		if line := lineOf(&s.Perches[i]); len(line) > 1 {
			p.line(line)
		}
	}
	return p.dst
}

// guides appends lines and marks for things that are otherwise invisible, such as paths and winds. Users drag
// things by their marks. If all is false, only the selected object has guides.
func guides(dst []frame.RibbonPoint, things *scenery.Scenery, v frame.View, chosen string, all bool) []frame.RibbonPoint {
	p := pen{dst: dst, eye: v.Eye, things: things}
	for _, t := range things.Around.Things() {
		if picked := *t.NamePointer() == chosen; picked || all {
			p.thing(t, picked)
		}
	}
	return p.dst
}

func (p *pen) thing(t around.Thing, picked bool) {
	p.width = 0.12
	switch t := t.(type) {
	case *around.Path:
		p.colour = pathColour
		p.highlight(picked)
		p.path(t)
	case *around.Place:
		p.colour = map[string]mgl32.Vec4{"goal": goalColour, "roost": roostColour, "repel": repelColour}[t.Role]
		p.highlight(picked)
		p.place(t)
	case *around.Perch:
		p.colour = windColour
		p.highlight(picked)
		p.marks(t.Points)
		p.patch(t)
		p.seats(t)
	case *around.Wind:
		p.colour = windColour
		p.highlight(picked)
		p.wind(t)
	}
}

func (p *pen) highlight(picked bool) {
	if picked {
		p.colour = chosenColour
	}
}

func (p *pen) line(all []mgl32.Vec3) {
	for k, pos := range all {
		p.dst = append(p.dst, frame.RibbonPoint{Pos: pos, Colour: p.colour, Width: p.width, Start: k == 0, Round: p.round})
	}
}

func (p *pen) path(t *around.Path) {
	line := lineOf(t)
	p.line(line)
	const apart = 12
	way := float32(apart / 2)
	for k := 1; k < len(line); k++ {
		step := line[k].Sub(line[k-1])
		for way -= step.Len(); way < 0; way += apart {
			p.arrowhead(line[k].Add(step.Normalize().Mul(way)), step, 1.2)
		}
	}
	p.marks(t.Points)
}

func (p *pen) arrowhead(tip, along mgl32.Vec3, size float32) {
	along = along.Normalize()
	side := along.Cross(tip.Sub(p.eye))
	if side.Len() < 1e-6 {
		return
	}
	side = side.Normalize().Mul(0.5 * size)
	back := tip.Sub(along.Mul(size))
	p.line([]mgl32.Vec3{back.Add(side), tip, back.Sub(side)})
}

func (p *pen) marks(points []vec.Vec) {
	for _, pos := range points {
		p.mark(pos.Array())
	}
}

func (p *pen) mark(pos mgl32.Vec3) {
	r := 0.008 * pos.Sub(p.eye).Len()
	for axis := range 3 {
		var d mgl32.Vec3
		d[axis] = r
		p.line([]mgl32.Vec3{pos.Sub(d), pos.Add(d)})
	}
}

func (p *pen) patch(t *around.Perch) {
	if len(t.Points) == 1 {
		p.circle(t.Points[0].Array(), 1, t.Radius)
	}
}

func (p *pen) seats(t *around.Perch) {
	middle, ok := p.things.Top(t)
	if !ok {
		return
	}
	p.mark(middle)
	const lift = 0.05 // above the surface, m
	for k, pos := range p.things.Tops[t.Name] {
		pos[1] += lift
		apart := k > 0 && pos.Sub(p.dst[len(p.dst)-1].Pos).Len() > 3*t.Spacing
		p.dst = append(p.dst, frame.RibbonPoint{Pos: pos, Colour: p.colour, Width: p.width, Start: k == 0 || apart})
	}
}

func (p *pen) place(t *around.Place) {
	pos := t.At.Array()
	p.mark(pos)
	for axis := range 3 {
		p.circle(pos, axis, t.Radius)
	}
}

// circle draws a circle perpendicular to a coordinate axis: 0 is x, 1 is y, 2 is z.
func (p *pen) circle(pos mgl32.Vec3, axis int, radius float32) {
	if radius <= 0 {
		return
	}
	const pieces = 64
	var line []mgl32.Vec3
	for k := range pieces + 1 {
		sine, cosine := math.Sincos(2 * math.Pi * float64(k) / pieces)
		d := pos
		d[(axis+1)%3] += radius * float32(cosine)
		d[(axis+2)%3] += radius * float32(sine)
		line = append(line, d)
	}
	p.line(line)
}

func (p *pen) wind(t *around.Wind) {
	if t.Form == "thermal" {
		p.mark(t.At.Array())
		const rings = 5
		for k := range rings + 1 {
			up := t.Height * float32(k) / rings
			p.circle(t.At.Array().Add(mgl32.Vec3{0, up, 0}), 1, t.Radius)
		}
		p.arrow(t.At.Array(), mgl32.Vec3{0, t.Height, 0})
		return
	}
	sine, cosine := math.Sincos(float64(mgl32.DegToRad(t.From)))
	along := mgl32.Vec3{-float32(sine), 0, -float32(cosine)}
	aside := mgl32.Vec3{along[2], 0, -along[0]}
	for _, height := range []float32{3, 15, 30} {
		speed := t.Speed
		if t.Form == "shear" {
			speed *= min(height/max(t.Height, 1), 1)
		}
		for _, offset := range []float32{-40, 0, 40} {
			p.arrow(aside.Mul(offset).Add(mgl32.Vec3{0, height, 0}), along.Mul(max(speed, 0.5)))
		}
	}
}

func (p *pen) arrow(from, along mgl32.Vec3) {
	to := from.Add(along)
	p.line([]mgl32.Vec3{from, to})
	p.arrowhead(to, along, min(1.5, 0.4*along.Len()))
}

func lineOf(t around.Thing) (line []mgl32.Vec3) {
	switch t := t.(type) {
	case *around.Path:
		for _, v := range t.Track().Vertices {
			line = append(line, v.At.Array())
		}
	case *around.Perch:
		for _, pos := range t.Line() {
			line = append(line, pos.Array())
		}
	}
	return line
}
