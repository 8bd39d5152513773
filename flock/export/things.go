package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// What is around the flock is handed over as it is in the first frame of an export, and
// does not move: obstacles as meshes, ways and wires as lines, places and single seats as
// points with a radius. A plane and the ground, which have no end, and winds are left out.

// solid is an obstacle in an export's axes and unit.
type solid struct {
	name            string
	points, normals []mgl32.Vec3
	triangles       []uint32
}

// line is a way or a wire in an export's axes and unit; a closed one ends where it begins.
type line struct {
	name, kind string // path or perch
	points     []mgl32.Vec3
	width      float32
}

// spot is a place or a seat in an export's axes and unit.
type spot struct {
	name, kind string // goal, roost, repel or perch
	at         mgl32.Vec3
	radius     float32
}

// around are the things of an export, each with a name that no other has.
type around struct {
	solids []solid
	lines  []line
	spots  []spot
}

// wire is how thick a wire is, m.
const wire = 0.03

// around is what is around the flock in the first frame.
func (s *Source) around() (a around, err error) {
	i, _ := s.place(s.plan[0])
	all, err := s.r.Surroundings(i)
	if err != nil {
		return a, err
	}
	to := axes{zUp: s.o.ZUp, scale: float32(s.o.scale())}
	names := map[string]bool{}
	for _, t := range all.Things() {
		a.add(t, plainName(*t.Called(), names), to)
	}
	return a, nil
}

// plainName is a name of letters, digits and _ that is not taken yet.
func plainName(name string, taken map[string]bool) string {
	name = strings.ReplaceAll(name, "-", "_")
	out := name
	for n := 2; taken[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	taken[out] = true
	return out
}

func (a *around) add(t flock.Thing, name string, to axes) {
	switch t := t.(type) {
	case *flock.Obstacle:
		if of := t.Surface(); len(of.Triangles) > 0 && t.Shape != "plane" && t.Shape != "ground" {
			a.solids = append(a.solids, solidOf(&of, name, to))
		}
	case *flock.Path:
		var way []flock.Vec
		for _, v := range t.Track().Vertices {
			way = append(way, v.At)
		}
		a.lines = append(a.lines, line{name, "path", to.lengths(way), t.Width * to.scale})
	case *flock.Place:
		a.spots = append(a.spots, spot{name, t.Role, to.length(t.At.Array()), t.Radius * to.scale})
	case *flock.Perch:
		if t.On != "" {
			return // its obstacle says it all
		}
		if len(t.Points) == 1 {
			a.spots = append(a.spots, spot{name, t.Kind(), to.length(t.Points[0].Array()), 0})
			return
		}
		a.lines = append(a.lines, line{name, "perch", to.lengths(t.Line()), wire * to.scale})
	}
}

func solidOf(of *flock.Surface, name string, to axes) solid {
	s := solid{name: name}
	for k := range of.Vertices {
		s.points = append(s.points, to.length(of.Vertices[k].Array()))
		s.normals = append(s.normals, to.turn(of.Normals[k].Array()))
	}
	for _, t := range of.Triangles {
		s.triangles = append(s.triangles, t[:]...)
	}
	return s
}

// lengths are places in the export's axes and unit.
func (w axes) lengths(of []flock.Vec) (all []mgl32.Vec3) {
	for _, at := range of {
		all = append(all, w.length(at.Array()))
	}
	return all
}

// empty says whether there is nothing.
func (a *around) empty() bool { return len(a.solids)+len(a.lines)+len(a.spots) == 0 }

// bounds are the corners of a box around points.
func bounds(points []mgl32.Vec3) (low, high mgl32.Vec3) {
	low, high = points[0], points[0]
	for _, p := range points {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	return low, high
}

// stone is the albedo of obstacles, linear.
var stone = [3]float32{0.30, 0.275, 0.25}

// flat are the numbers of points, one after another.
func flat(points []mgl32.Vec3) (all []float32) {
	all = slices.Grow(all, 3*len(points))
	for _, p := range points {
		all = append(all, p[:]...)
	}
	return all
}
