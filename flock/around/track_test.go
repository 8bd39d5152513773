package around

import (
	"math"
	"testing"

	"skein/flock/vec"
)

func circlePath(radius float64, points int) Path {
	p := newPath()
	p.Closed = true
	for k := range points {
		a := 2 * math.Pi * float64(k) / float64(points)
		p.Points = append(p.Points, vec.Vec{X: float32(radius * math.Sin(a)), Y: 20, Z: float32(radius * math.Cos(a))})
	}
	return p
}

// A path through twelve points of a circle has nearly the length, radius, tangents and bend of the circle.
func TestTrackOfACircle(t *testing.T) {
	const radius = 50
	p := circlePath(radius, 12)
	track := p.Track()
	if length := float64(track.Length); math.Abs(length/(2*math.Pi*radius)-1) > 2e-3 {
		t.Errorf("the track is %v m long, want %v", length, 2*math.Pi*radius)
	}
	first, last := track.Vertices[0], track.Vertices[len(track.Vertices)-1]
	if first.At != last.At || first.Tangent != last.Tangent || last.Along != track.Length {
		t.Errorf("the track does not close: from %v to %v", first, last)
	}
	for k, v := range track.Vertices {
		out := v.At.Flat()
		if r := float64(out.Length()); math.Abs(r-radius) > 0.1 {
			t.Errorf("vertex %d is %v m from the middle, want %v", k, r, radius)
		}
		round := vec.Vec{X: out.Z, Y: 0, Z: -out.X}.Unit()
		if c := v.Tangent.Dot(round); c < 0.9995 {
			t.Errorf("vertex %d: tangent %v, want %v", k, v.Tangent, round)
		}
		if bend := v.Bend.Dot(out.Unit().Neg()); math.Abs(float64(bend)*radius-1) > 0.25 {
			t.Errorf("vertex %d: bends by %v, want %v", k, bend, 1.0/radius)
		}
	}
}

// A path leads through all its points in order. It is straight if the points are in a line.
func TestTrackLeadsThrough(t *testing.T) {
	p := newPath()
	p.Points = []vec.Vec{{X: 0, Y: 1, Z: 0}, {X: 10, Y: 1, Z: 0}, {X: 10, Y: 1, Z: 0}, {X: 30, Y: 1, Z: 0}, {X: 31, Y: 5, Z: 9}, {X: -40, Y: 5, Z: 9}}
	v := p.Track().Vertices
	next := 0
	for _, one := range v {
		for next < len(p.Points) && one.At == p.Points[next] {
			next++
		}
	}
	if next != len(p.Points) {
		t.Errorf("the track passes through only %d of %d points", next, len(p.Points))
	}
	straight := Path{Points: []vec.Vec{{X: 0, Y: 1, Z: 0}, {X: 10, Y: 1, Z: 0}, {X: 25, Y: 1, Z: 0}}}
	for _, one := range straight.Track().Vertices {
		if one.At.Y != 1 || one.At.Z != 0 || one.Tangent.Sub(vec.Vec{X: 1, Y: 0, Z: 0}).Length() > 1e-6 || one.Bend.Length() > 1e-6 {
			t.Errorf("a straight path has the vertex %v, want y = 1, z = 0 and no bend", one)
		}
	}
	if track := straight.Track(); track.Length != 25 {
		t.Errorf("the track of a straight path of 25 m is %v m long", track.Length)
	}
}

// For any points, all numbers of the track are finite, and no vertex is repeated.
func TestTrackOfNearPoints(t *testing.T) {
	near := math.Nextafter32(512, 0)
	for _, points := range [][]vec.Vec{
		{{X: 512, Y: 20, Z: 0}, {X: near, Y: 20, Z: 0}, {X: 0, Y: 20, Z: 0}},
		{{X: 0, Y: 20, Z: 0}, {X: near, Y: 20, Z: 0}, {X: 512, Y: 20, Z: 0}},
		{{X: 1000, Y: 20, Z: 0}, {X: 1000, Y: 20, Z: 1e-30}, {X: -1000, Y: 20, Z: 0}, {X: -1000, Y: 20, Z: 1e-30}},
		{{X: 1000, Y: 20, Z: 0}, {X: 1000, Y: 20, Z: 0.02}, {X: -1000, Y: 20, Z: 0}},
		{{X: 512, Y: 20, Z: 0}, {X: 0, Y: 20, Z: 0}, {X: 100, Y: 20, Z: 9}, {X: near, Y: 20, Z: 0}},
	} {
		for _, closed := range []bool{false, true} {
			p := newPath()
			p.Name, p.Points, p.Closed = "way", points, closed
			if err := CheckThing(&p); err != nil {
				t.Errorf("%v: %v", points, err)
			}
			track := p.Track()
			if !(track.Length > 500) {
				t.Errorf("the path %v, closed %v, is %v m long, want more than 500", points, closed, track.Length)
			}
			for k, v := range track.Vertices {
				bend := v.Bend.Length()
				if d := v.Tangent.Length(); !(d < 1.001) || !(bend < 1e4) { // the tangent is 0 where the track reverses its direction
					t.Errorf("the path %v, closed %v, has a vertex %d that is not finite: %v", points, closed, k, v)
				}
				if k > 0 && !(v.Along > track.Vertices[k-1].Along) {
					t.Errorf("the path %v, closed %v, has vertex %d at the place of vertex %d", points, closed, k, k-1)
				}
			}
		}
	}
}

// A path whose points are all at one place is an error.
func TestPathOfOnePlaceIsRefused(t *testing.T) {
	for _, points := range [][]vec.Vec{nil, {{X: 1, Y: 2, Z: 3}}, {{X: 1, Y: 2, Z: 3}, {X: 1, Y: 2, Z: 3}}, {{X: 1, Y: 2, Z: 3}, {X: 1.001, Y: 2, Z: 3}}} {
		p := newPath()
		p.Name, p.Points = "way", points
		if CheckThing(&p) == nil {
			t.Errorf("%v is accepted as a path", points)
		}
	}
}
