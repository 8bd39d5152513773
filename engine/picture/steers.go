package picture

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/explanation"
)

var (
	sumColour       = mgl32.Vec4{1, 1, 1, 0.95}
	wayColour       = mgl32.Vec4{0.75, 0.78, 0.85, 0.9}
	middleColour    = mgl32.Vec4{0.1, 0.9, 1.0, 0.9}
	protectedColour = mgl32.Vec4{1.0, 0.25, 0.1, 0.5}
	blindColour     = mgl32.Vec4{0.02, 0.02, 0.03, 0.6}
)

// SteerColour returns the sRGB colour of a boid's k-th steering force. Colour-blind people can tell only
// seven colours apart, so further forces repeat them with dashed lines.
func SteerColour(k int) (c mgl32.Vec3, dashed bool) { return KindColour(k), k >= kindCount }

// SteerArrow is the arrow of one steering force of a boid.
type SteerArrow struct {
	Rule   string
	Along  mgl32.Vec3 // vector from the tail to the tip, m
	Colour mgl32.Vec3 // sRGB colour
	Dashed bool
}

// SteerArrows returns an arrow for each steering force of an explanation. It leaves out arrows that are too
// short to see.
func SteerArrows(e *explanation.Step) (all []SteerArrow) {
	for k, s := range e.Steers {
		if to := s.Steer.Array().Mul(ArrowScale(e)); to.Len() > 0.02*e.Vision {
			colour, dashed := SteerColour(k)
			all = append(all, SteerArrow{s.Rule, to, colour, dashed})
		}
	}
	return all
}

// forces appends lines that explain a boid's step: arrows for the steering forces, their sum (white) and its
// direction, a line to the middle of the boids in sight, a sphere of repulsion, and a cone for the blind
// angle.
func forces(dst []frame.RibbonPoint, e *explanation.Step, b *flock.Boid, v frame.View, span float32) []frame.RibbonPoint {
	p := pen{dst: dst, eye: v.Eye, width: 0.05 * span}
	scale := ArrowScale(e)
	for _, s := range SteerArrows(e) {
		p.colour = linear(s.Colour, 0.95)
		if s.Dashed {
			p.dashes(b.Pos, s.Along)
		} else {
			p.arrow(b.Pos, s.Along)
		}
	}
	p.width = 0.08 * span
	if to := e.Sum.Array().Mul(scale); to.Len() > 0 {
		p.colour = sumColour
		p.arrow(b.Pos, to)
	}
	p.width = 0.035 * span
	if e.Visible > 0 {
		p.colour = middleColour
		p.line([]mgl32.Vec3{b.Pos, b.Pos.Add(e.Middle.Array())})
		p.mark(b.Pos.Add(e.Middle.Array()))
		p.arc(b.Pos, e.Middle.Array(), b.ThroughAir(), 0.25*e.Vision)
	}
	if way := b.ThroughAir(); way.Len() > 0 {
		p.colour = wayColour
		p.arrow(b.Pos, way.Normalize().Mul(0.5*e.Vision))
		p.blindCone(b.Pos, way.Normalize(), e)
	}
	p.colour = protectedColour
	for axis := range 3 {
		p.circle(b.Pos, axis, e.Protected)
	}
	return p.dst
}

func (p *pen) dashes(from, along mgl32.Vec3) {
	const pieces = 5
	for k := range pieces {
		p.line([]mgl32.Vec3{from.Add(along.Mul((float32(k) + 0.4) / pieces)), from.Add(along.Mul(float32(k+1) / pieces))})
	}
	p.arrowhead(from.Add(along), along, min(1.5, 0.4*along.Len()))
}

// ArrowScale returns the length of a steering force's arrow, in m per unit. At the limit of social forces,
// the arrow is as long as the vision radius. If there is no limit, a fraction of the highest speed replaces
// it.
func ArrowScale(e *explanation.Step) float32 {
	whole := e.Limit
	if whole == 0 {
		whole = e.Fastest / 20
		if e.PerStep {
			whole = e.Fastest / float32(e.TickRate) / 4
		}
	}
	return e.Vision / max(whole, 1e-3)
}

func (p *pen) arc(centre, from, to mgl32.Vec3, radius float32) {
	if from.Len() == 0 || to.Len() == 0 {
		return
	}
	a, b := from.Normalize(), to.Normalize()
	angle := math.Acos(float64(max(-1, min(a.Dot(b), 1))))
	side := b.Sub(a.Mul(a.Dot(b)))
	if side.Len() < 1e-4 {
		return
	}
	side = side.Normalize()
	const pieces = 24
	var line []mgl32.Vec3
	for k := range pieces + 1 {
		sine, cosine := math.Sincos(angle * float64(k) / pieces)
		line = append(line, centre.Add(a.Mul(radius*float32(cosine))).Add(side.Mul(radius*float32(sine))))
	}
	p.line(line)
}

func (p *pen) blindCone(pos, way mgl32.Vec3, e *explanation.Step) {
	if e.View >= 360 {
		return
	}
	half := float64(mgl32.DegToRad(360-e.View)) / 2
	u := mgl32.Vec3{0, 1, 0}.Cross(way)
	if u.Len() < 1e-3 {
		u = mgl32.Vec3{1, 0, 0}
	}
	u = u.Normalize()
	v := way.Cross(u)
	reach := min(e.Reach, 2*e.Vision)
	sine, cosine := math.Sincos(half)
	p.colour = blindColour
	const pieces = 32
	var rim []mgl32.Vec3
	for k := range pieces + 1 {
		y, x := math.Sincos(2 * math.Pi * float64(k) / pieces)
		side := u.Mul(float32(x)).Add(v.Mul(float32(y)))
		rim = append(rim, pos.Add(way.Mul(-reach*float32(cosine))).Add(side.Mul(reach*float32(sine))))
		if k%4 == 0 && k < pieces {
			p.line([]mgl32.Vec3{pos, rim[k]})
		}
	}
	p.line(rim)
}
