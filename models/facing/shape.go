package facing

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// view contains the triangles in the axes of an animal with an orientation: x left, y up, z forward. Its
// methods return evidence for this orientation, from -1 to 1.
type view struct {
	points    []point
	low, high [3]float64
	size      [3]float64
	winged    float64 // how well the proportions of the model match spread wings, 0 to 1
}

// point is the mean position of a triangle. moves is its root mean square distance from this position during
// the motion, along each axis.
type point struct {
	pos, moves [3]float64
	area       float64
}

func (s *scene) view(o Orientation) *view {
	v := &view{low: [3]float64{9, 9, 9}, high: [3]float64{-9, -9, -9}}
	turn := mgl32.Mat3FromRows(o.Left(), o.Up, o.Forward)
	for i := range s.triangles {
		t := &s.triangles[i]
		p := point{area: t.area}
		pos, moves := turn.Mul3x1(t.mean), turn.Mul3x1(t.moves)
		for k := range p.pos {
			p.pos[k], p.moves[k] = float64(pos[k]), math.Abs(float64(moves[k]))
			v.low[k], v.high[k] = min(v.low[k], p.pos[k]), max(v.high[k], p.pos[k])
		}
		v.points = append(v.points, p)
	}
	for k := range v.size {
		v.size[k] = max(v.high[k]-v.low[k], 1e-6)
	}
	v.winged = min(max((v.size[0]/max(v.size[2], v.size[1])-0.7)/0.5, 0), 1)
	return v
}

func (v *view) mean(wanted func(*point) bool) (middle [3]float64, area float64) {
	for i := range v.points {
		if p := &v.points[i]; wanted(p) {
			area += p.area
			for k := range middle {
				middle[k] += p.area * p.pos[k]
			}
		}
	}
	for k := range middle {
		middle[k] /= max(area, 1e-12)
	}
	return middle, area
}

func (v *view) spread(wanted func(*point) bool) (out [3]float64) {
	middle, area := v.mean(wanted)
	for i := range v.points {
		if p := &v.points[i]; wanted(p) {
			for k := range out {
				out[k] += p.area * (p.pos[k] - middle[k]) * (p.pos[k] - middle[k])
			}
		}
	}
	for k := range out {
		out[k] = math.Sqrt(out[k] / max(area, 1e-12))
	}
	return out
}

func (v *view) isBody(p *point) bool { return math.Abs(p.pos[0]-(v.low[0]+v.high[0])/2) < 0.1 }

// ends returns functions that report whether a point is in the front fifth or in the back fifth of the body.
func (v *view) ends() (front, back func(*point) bool) {
	low, high := 9.0, -9.0
	for i := range v.points {
		if p := &v.points[i]; v.isBody(p) {
			low, high = min(low, p.pos[2]), max(high, p.pos[2])
		}
	}
	length := 0.2 * (high - low)
	return func(p *point) bool { return v.isBody(p) && p.pos[2] >= high-length },
		func(p *point) bool { return v.isBody(p) && p.pos[2] <= low+length }
}

// taper compares the thickness of the two ends. A tail is thinner than a head, or flat.
func (v *view) taper() float64 {
	front, back := v.ends()
	thickness := func(end func(*point) bool) float64 {
		s := v.spread(end)
		return min(s[0], s[1]) + 0.003
	}
	return math.Tanh(math.Log(thickness(front) / thickness(back)))
}

// bulk measures how much nearer the bulk of the body is to the front than to the back.
func (v *view) bulk() float64 {
	front, back := v.ends()
	f, fa := v.mean(front)
	b, ba := v.mean(back)
	if fa == 0 || ba == 0 {
		return 0
	}
	body, _ := v.mean(v.isBody)
	return math.Tanh(5 * (2*body[2] - f[2] - b[2]) / max(f[2]-b[2], 0.05))
}

// carriage measures how much higher the front is than the back.
func (v *view) carriage() float64 {
	front, back := v.ends()
	f, fa := v.mean(front)
	b, ba := v.mean(back)
	if fa == 0 || ba == 0 {
		return 0
	}
	return math.Tanh(4 * (f[1] - b[1]) / v.size[2])
}

// detail measures how many more triangles per unit area the front has, as faces usually do.
func (v *view) detail() float64 {
	var count, area, n float64
	for i := range v.points {
		if p := &v.points[i]; v.isBody(p) {
			count, area, n = count+p.pos[2], area+p.area, n+1
		}
	}
	body, _ := v.mean(v.isBody)
	if n == 0 {
		return 0
	}
	return math.Tanh(8 * (count/n - body[2]) / v.size[2])
}

// out returns how far to the side a point is, 0 in the middle and 1 at the wing tips.
func (v *view) out(p *point) float64 {
	return math.Abs(2*p.pos[0]-v.low[0]-v.high[0]) / v.size[0]
}

// shoulders measures how far the wings are in front of the body's middle.
func (v *view) shoulders() float64 {
	wings, a := v.mean(func(p *point) bool { return v.out(p) > 0.4 })
	front, back := v.ends()
	f, fa := v.mean(front)
	b, ba := v.mean(back)
	if a == 0 || fa == 0 || ba == 0 {
		return 0
	}
	return v.winged * math.Tanh(8*(wings[2]-(f[2]+b[2])/2))
}

// edge compares the thickness of the front and back edges of the wings.
func (v *view) edge() float64 {
	wing := func(p *point) bool { o := v.out(p); return o > 0.3 && o < 0.8 }
	middle, a := v.mean(wing)
	deep := v.spread(wing)[2]
	if a == 0 || deep < 1e-4 {
		return 0
	}
	front := v.spread(func(p *point) bool { return wing(p) && p.pos[2] > middle[2]+0.5*deep })[1]
	back := v.spread(func(p *point) bool { return wing(p) && p.pos[2] < middle[2]-0.5*deep })[1]
	return v.winged * math.Tanh(math.Log((front+0.003)/(back+0.003)))
}

// length compares the length of the model with its width, from -1 (wide) to 1 (long). Models with spread
// wings are often wider than long.
func (v *view) length() float64 {
	return math.Tanh(math.Log(v.size[2] / v.size[0]))
}

// flatness measures how wide and flat the model is, like a butterfly with open wings, from 0 to 1.
func (v *view) flatness() float64 {
	if v.size[0] < 0.7*v.size[2] {
		return 0
	}
	return min(max((min(v.size[0], v.size[2])/v.size[1]-2)/3, 0), 1)
}
