package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// What is around the flock is handed over with all that becomes of it during an export:
// obstacles as meshes, ways and wires as lines, places and single seats as points with a
// radius, the seats on top of an obstacle as a cloud of points. A plane and the ground, which
// have no end, and winds are left out.

// thing is one of them in one form, in its own space, which its keys lead to the export's. A
// thing that becomes another, such as a box that becomes a model, is two, of which one is
// shown at a time.
type thing struct {
	name, kind string // obstacle, path, perch, goal, roost or repel
	form
	keys []thingKey // of the frames in which it is otherwise than in the one before
}

// form is what a thing looks like.
type form struct {
	of        flock.Obstacle // that it follows from, of an obstacle
	points    []mgl32.Vec3
	normals   []mgl32.Vec3 // of a mesh
	triangles []uint32
	cloud     bool    // points by themselves, not a line
	size      float32 // width of a line, radius of a place
}

// pose is how a thing stands: its own space is scaled, turned and moved.
type pose struct {
	at, scale mgl32.Vec3
	turn      mgl32.Quat
}

// thingKey is how a thing is in a frame.
type thingKey struct {
	frame int // its place among the exported
	pose
	shown bool
	jumps bool // it was elsewhere until then; else it glides there from the frame before
}

// state is how a thing is from a recorded frame on.
type state struct {
	frame int
	pose
	shown bool
}

// wire is how thick a wire is, m.
const wire = 0.03

// things are those of an export, each with a name that no other has.
func (s *Source) things() ([]*thing, error) {
	h := &history{to: axes{zUp: s.o.ZUp, scale: float32(s.o.scale())}, names: map[string]bool{}}
	first, _ := s.place(s.plan[0])
	last, _ := s.place(s.plan[len(s.plan)-1])
	all, err := s.r.Surroundings(first)
	if err != nil {
		return nil, err
	}
	h.add(first, &all)
	for k, e := range s.moved {
		if e.Frame <= first || e.Frame > last+1 || k+1 < len(s.moved) && s.moved[k+1].Frame == e.Frame {
			continue
		}
		all := e.Surroundings.Clone()
		all.FillMeshes(s.r.Meshes()...)
		h.add(e.Frame, &all)
	}
	for _, t := range h.things {
		t.keys = s.thingKeys(t.states)
	}
	return h.seen(), nil
}

// history is what becomes of things from recorded frame to recorded frame.
type history struct {
	to     axes
	names  map[string]bool
	things []*past
	last   flock.Surroundings
	tops   [][]flock.Seat // of its perches
}

// past is a thing with what became of it.
type past struct {
	thing
	called string
	states []state
}

// seen are the things that are shown in any frame.
func (h *history) seen() (all []*thing) {
	for _, t := range h.things {
		if slices.ContainsFunc(t.keys, func(k thingKey) bool { return k.shown }) {
			all = append(all, &t.thing)
		}
	}
	return all
}

// add takes in what is around from a recorded frame on.
func (h *history) add(frame int, all *flock.Surroundings) {
	h.seat(all)
	there := map[*past]bool{}
	for _, t := range all.Things() {
		kind, f, p, ok := h.form(t, all)
		if !ok {
			continue
		}
		of := h.find(*t.Called(), kind, &f)
		there[of] = true
		of.note(state{frame, p, true})
	}
	for _, t := range h.things {
		if now := t.states[len(t.states)-1]; !there[t] && now.shown {
			t.note(state{frame, now.pose, false})
		}
	}
	h.last = *all
}

// seat finds the seats on top of obstacles, again where any obstacle or perch is another.
func (h *history) seat(all *flock.Surroundings) {
	same := flock.Surroundings{Obstacles: h.last.Obstacles, Perches: h.last.Perches}
	if same.Equal(&flock.Surroundings{Obstacles: all.Obstacles, Perches: all.Perches}) {
		return
	}
	h.tops = make([][]flock.Seat, len(all.Perches))
	for k := range all.Perches {
		if all.Perches[k].On != "" {
			h.tops[k] = all.SeatsOf(k)
		}
	}
}

// note adds what a thing is from a frame on, if it is otherwise than before.
func (t *past) note(s state) {
	if n := len(t.states); n > 0 {
		before := &t.states[n-1]
		if s.turn.Dot(before.turn) < 0 {
			s.turn = s.turn.Scale(-1)
		}
		if before.pose == s.pose && before.shown == s.shown {
			return
		}
	}
	t.states = append(t.states, s)
}

// known is the first thing of a name and kind, nil if there is none.
func (h *history) known(called, kind string) *past {
	for _, t := range h.things {
		if t.called == called && t.kind == kind {
			return t
		}
	}
	return nil
}

// find is the thing of a name, kind and form, made where there is none.
func (h *history) find(called, kind string, f *form) *past {
	for _, t := range h.things {
		if t.called == called && t.kind == kind && t.like(f) {
			return t
		}
	}
	if kind == "obstacle" {
		f.mesh(h.to)
	}
	t := &past{thing: thing{name: plainName(called, h.names), kind: kind, form: *f}, called: called}
	h.things = append(h.things, t)
	return t
}

// like says whether two forms are the same, but for what rounding does to places.
func (f *form) like(o *form) bool {
	hair := func(p mgl32.Vec3) float32 { return 1e-4 + 1e-5*p.Len() }
	return f.of == o.of && f.cloud == o.cloud && f.size == o.size &&
		(f.of.Shape != "" || slices.EqualFunc(f.points, o.points, func(a, b mgl32.Vec3) bool { return a.Sub(b).Len() < hair(a) }))
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

// form is that of a thing, without what a mesh is made of, and how it stands; ok is false of
// what is left out.
func (h *history) form(t flock.Thing, all *flock.Surroundings) (kind string, f form, p pose, ok bool) {
	p = pose{scale: mgl32.Vec3{1, 1, 1}, turn: mgl32.QuatIdent()}
	switch t := t.(type) {
	case *flock.Obstacle:
		if t.Shape == "plane" || t.Shape == "ground" || (t.Shape == "model" || t.Shape == "terrain") && t.Mesh == nil {
			return
		}
		f.of, p.scale = plainest(t)
		p = pose{h.to.length(t.At.Array()), h.to.sizes(p.scale), h.to.turned(turnOf(t))}
		return "obstacle", f, p, true
	case *flock.Path:
		var way []flock.Vec
		for _, v := range t.Track().Vertices {
			way = append(way, v.At)
		}
		f.size = t.Width * h.to.scale
		p.at = f.lengths(way, h.to)
		return "path", f, p, true
	case *flock.Place:
		f.size = t.Radius * h.to.scale
		if was := h.known(t.Name, t.Role); was != nil && was.size > 0 {
			p.scale = p.scale.Mul(f.size / was.size)
			f.size = was.size
		}
		p.at = h.to.length(t.At.Array())
		return t.Role, f, p, true
	case *flock.Perch:
		return "perch", f, p, h.perch(t, all, &f, &p)
	}
	return
}

// perch fills in the form of a perch: a point, a wire, or the seats on top of an obstacle,
// which stand as it does.
func (h *history) perch(t *flock.Perch, all *flock.Surroundings, f *form, p *pose) bool {
	switch {
	case t.On != "":
		under, is := all.Thing(t.On).(*flock.Obstacle)
		number := slices.IndexFunc(all.Perches, func(o flock.Perch) bool { return o.Name == t.Name })
		if !is || len(h.tops[number]) == 0 {
			return false
		}
		back := turnOf(under).Conjugate()
		for _, seat := range h.tops[number] {
			f.points = append(f.points, h.to.length(back.Rotate(seat.At.Sub(under.At).Array())))
		}
		f.cloud, f.size = true, wire*h.to.scale
		p.at, p.turn = h.to.length(under.At.Array()), h.to.turned(turnOf(under))
	case len(t.Points) == 1:
		p.at = h.to.length(t.Points[0].Array())
	default:
		f.size = wire * h.to.scale
		p.at = f.lengths(t.Line(), h.to)
	}
	return true
}

// plainest is the obstacle that has the form of another, 1 m wide or a unit of its model, in
// the middle of the world, and what that is to be scaled by.
func plainest(o *flock.Obstacle) (plain flock.Obstacle, scale mgl32.Vec3) {
	plain = flock.Obstacle{Shape: o.Shape, Radius: 1, Height: 1, Size: flock.Vec{X: 1, Y: 1, Z: 1}, Scale: 1}
	switch o.Shape {
	case "sphere":
		return plain, mgl32.Vec3{o.Radius, o.Radius, o.Radius}
	case "cylinder":
		return plain, mgl32.Vec3{o.Radius, o.Height, o.Radius}
	case "box":
		return plain, o.Size.Array()
	}
	plain.File, plain.Mesh, plain.Digest = o.File, o.Mesh, o.Digest
	if o.Mesh.Relief != nil {
		return plain, mgl32.Vec3{o.Size.X, o.Height, o.Size.Z}
	}
	return plain, mgl32.Vec3{o.Scale, o.Scale, o.Scale}
}

// turnOf is how an obstacle is turned.
func turnOf(o *flock.Obstacle) mgl32.Quat {
	m := o.Matrix().Mat3()
	for k := range 3 {
		m.SetCol(k, m.Col(k).Normalize())
	}
	return mgl32.Mat4ToQuat(m.Mat4()).Normalize()
}

// mesh fills in the surface of an obstacle.
func (f *form) mesh(to axes) {
	surface := f.of.Surface()
	for k := range surface.Vertices {
		f.points = append(f.points, to.turn(surface.Vertices[k].Array()))
		f.normals = append(f.normals, to.turn(surface.Normals[k].Array()))
	}
	for _, t := range surface.Triangles {
		f.triangles = append(f.triangles, t[:]...)
	}
}

// lengths fills in a line, from the first of its places on, and returns where that is.
func (f *form) lengths(of []flock.Vec, to axes) (at mgl32.Vec3) {
	for _, p := range of {
		f.points = append(f.points, to.length(p.Sub(of[0]).Array()))
	}
	return to.length(of[0].Array())
}

// turned is a rotation from the recording's axes to themselves, in those of the export.
func (w axes) turned(q mgl32.Quat) mgl32.Quat { return mgl32.Quat{W: q.W, V: w.turn(q.V)} }

// sizes are those along the axes.
func (w axes) sizes(v mgl32.Vec3) mgl32.Vec3 {
	if w.zUp {
		v = mgl32.Vec3{v[0], v[2], v[1]}
	}
	return v.Mul(w.scale)
}

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
