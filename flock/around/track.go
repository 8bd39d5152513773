package around

import (
	"math"

	"skein/flock/vec"
)

// Track is the line of a [Path] through space, as short straight pieces. It is the centripetal Catmull-Rom
// spline through the path's points, which has no loops or cusps between two points (C. Yuksel, S. Schaefer
// and J. Keyser, "Parameterization and applications of Catmull-Rom curves", 2011). It is evaluated by the
// method of Barry and Goldman (1988). The last vertex of a closed track equals the first.
type Track struct {
	Vertices []Vertex
	Length   float32 // length of the track, m
}

// Vertex is a point of a track.
type Vertex struct {
	At      vec.Vec
	Along   float32 // distance from the beginning of the track, m
	Tangent vec.Vec // unit tangent of the track
	Bend    vec.Vec // change of the tangent per metre, 1/m
}

// Numbers of straight pieces between two points of a path. A path of more than manySpans points uses
// fewPieces.
const (
	pieces    = 16
	fewPieces = 4
	manySpans = 256
)

// minKnotDistance is the smallest distance between two knots, m. Points that are closer become one knot.
const minKnotDistance = 0.01

// Track returns the path's line. The line has no vertices if all points are within 1 cm of the first.
func (p *Path) Track() (t Track) {
	knots := p.knots()
	if len(knots) < 2 {
		return t
	}
	n := pieces
	if len(knots) > manySpans {
		n = fewPieces
	}
	for k := range p.spans(len(knots)) {
		s := newSpan(knots, k, p.Closed)
		for j := range n {
			t.Vertices = append(t.Vertices, Vertex{At: s.pointAt(float64(j) / float64(n))})
		}
	}
	last := knots[len(knots)-1]
	if p.Closed {
		last = knots[0]
	}
	t.Vertices = append(t.Vertices, Vertex{At: last})
	t.measure(p.Closed)
	return t
}

// knots returns the path's points. It skips a point less than 1 cm from the previous knot and, at the end of
// a closed path, a point that close to the first.
func (p *Path) knots() (all []vec.Vec) {
	for _, pos := range p.Points {
		if n := len(all); n == 0 || distance(all[n-1], pos) >= minKnotDistance {
			all = append(all, pos)
		}
	}
	for p.Closed && len(all) > 1 && distance(all[0], all[len(all)-1]) < minKnotDistance {
		all = all[:len(all)-1]
	}
	return all
}

func (p *Path) spans(knots int) int {
	if p.Closed {
		return knots
	}
	return knots - 1
}

func (t *Track) measure(closed bool) {
	v := t.Vertices
	last := len(v) - 1
	along := 0.0
	for k := 1; k <= last; k++ {
		along += distance(v[k].At, v[k-1].At)
		v[k].Along = float32(along)
	}
	t.Length = float32(along)
	beside := func(k int) (before, after int) {
		switch {
		case k == 0 && closed:
			return last - 1, 1
		case k == last && closed:
			return last - 1, 1
		}
		return max(k-1, 0), min(k+1, last)
	}
	for k := range v {
		a, b := beside(k)
		v[k].Tangent = v[b].At.Sub(v[a].At).Unit()
	}
	for k := range v {
		a, b := beside(k)
		way := v[b].Along - v[a].Along
		if way < 0 {
			way += t.Length
		}
		if way > 0 {
			v[k].Bend = v[b].Tangent.Sub(v[a].Tangent).Scale(1 / way)
		}
	}
}

func distance(a, b vec.Vec) float64 {
	x, y, z := float64(a.X)-float64(b.X), float64(a.Y)-float64(b.Y), float64(a.Z)-float64(b.Z)
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}

// span holds the four knots that define a piece of the spline, and their parameters. The second knot's
// parameter is 0.
type span struct {
	p [4][3]float64
	t [4]float64
}

// newSpan returns the span from knot k to the next. It mirrors the missing knots at the ends of an open path.
func newSpan(knots []vec.Vec, k int, closed bool) (s span) {
	n := len(knots)
	for j := range s.p {
		index := k + j - 1
		switch {
		case closed:
			s.p[j] = toFloat64s(knots[(index+n)%n])
		case index < 0:
			s.p[j] = mirrored(knots[0], knots[1])
		case index >= n:
			s.p[j] = mirrored(knots[n-1], knots[n-2])
		default:
			s.p[j] = toFloat64s(knots[index])
		}
	}
	for j := range 3 {
		d := 0.0
		for c := range 3 {
			x := s.p[j+1][c] - s.p[j][c]
			d += float64(x * x)
		}
		s.t[j+1] = s.t[j] + math.Sqrt(math.Sqrt(d))
	}
	from := s.t[1]
	for j := range s.t {
		s.t[j] -= from
	}
	return s
}

func toFloat64s(v vec.Vec) [3]float64 { return [3]float64{float64(v.X), float64(v.Y), float64(v.Z)} }

func mirrored(end, next vec.Vec) [3]float64 {
	pos, to := toFloat64s(end), toFloat64s(next)
	for c := range pos {
		pos[c] += pos[c] - to[c]
	}
	return pos
}

func (s *span) pointAt(share float64) vec.Vec {
	x := float64(share * s.t[2])
	var out [3]float64
	for c := range out {
		a := [3]float64{}
		for j := range a {
			a[j] = s.mix(s.p[j][c], s.p[j+1][c], x, j, j+1)
		}
		low, high := s.mix(a[0], a[1], x, 0, 2), s.mix(a[1], a[2], x, 1, 3)
		out[c] = s.mix(low, high, x, 1, 2)
	}
	return vec.Vec{X: float32(out[0]), Y: float32(out[1]), Z: float32(out[2])}
}

// mix interpolates linearly between a at knot i and b at knot j. x may lie outside this interval.
func (s *span) mix(a, b, x float64, i, j int) float64 {
	share := (x - s.t[i]) / (s.t[j] - s.t[i])
	return a + float64(share*(b-a))
}
