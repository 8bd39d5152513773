package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/around"

	"skein/flock/recording"
	"skein/flock/vec"
)

// Things around the flock are exported with their changes. Obstacles become meshes, paths and wires become
// lines, places and single seats become points with a radius, and the seats on an obstacle become a cloud of
// points. Winds, planes and the ground are not exported, because they have no form or are infinite.

// thing is a thing around the flock. It has one form in its own coordinates, and keys that transform the form
// to the export's axes. A thing whose form changes is exported as two things, only one of which is visible at
// a time.
type thing struct {
	name, kind string
	form
	keys []thingKey
}

type form struct {
	obstacle  around.Obstacle // obstacle of unit size with the same shape
	points    []mgl32.Vec3
	normals   []mgl32.Vec3
	triangles []uint32
	cloud     bool
	size      float32 // width of a line or radius of a place
}

// pose scales a thing, then rotates it, and then moves it from its own coordinates to the export's.
type pose struct {
	pos, scale mgl32.Vec3
	turn       mgl32.Quat
}

type thingKey struct {
	frame int // index of the exported frame
	pose
	shown bool
	jumps bool
}

type state struct {
	frame int
	pose
	shown bool
}

// wireThickness is in metres.
const wireThickness = 0.03

func (s *Source) things() ([]*thing, error) {
	h := &history{to: axes{zUp: s.o.ZUp, scale: float32(s.o.scale())}, names: map[string]bool{}}
	first, _ := s.place(s.plan[0])
	last, _ := s.place(s.plan[len(s.plan)-1])
	state, err := s.r.InForce()
	if err != nil {
		return nil, err
	}
	for frame := first; frame <= min(last+1, s.r.Frames()-1); frame++ {
		if err := state.Seek(frame); err != nil {
			return nil, err
		}
		if frame == first || thingsChanged(state) {
			h.add(frame, state.Surroundings())
		}
	}
	for _, t := range h.things {
		t.keys = s.thingKeys(t.states)
	}
	return h.visibleThings(), nil
}

// Surroundings returns a function that must be called for frames in ascending order. The function returns the
// surroundings in a frame, in the recording's axes and unit, and reports whether they have changed since the
// last call. The caller must not change them.
func (s *Source) Surroundings() (func(f *Frame) (all *around.Surroundings, changed bool, err error), error) {
	state, err := s.r.InForce()
	if err != nil {
		return nil, err
	}
	first := true
	return func(f *Frame) (*around.Surroundings, bool, error) {
		if err := state.Seek(int(f.Place)); err != nil {
			return nil, false, err
		}
		changed := first || thingsChanged(state)
		first = false
		return state.Surroundings(), changed, nil
	}, nil
}

func thingsChanged(state *recording.InForce) bool {
	changed := state.Changes()
	wind := func(name string) bool { _, ok := state.Surroundings().Thing(name).(*around.Wind); return ok }
	for name := range changed.Things {
		if !wind(name) {
			return true
		}
	}
	return changed.All
}

type history struct {
	to     axes
	names  map[string]bool
	things []*thingHistory
	last   around.Surroundings
	tops   [][]around.Seat
}

type thingHistory struct {
	thing
	thingName string
	states    []state
}

func (h *history) visibleThings() (all []*thing) {
	for _, t := range h.things {
		if slices.ContainsFunc(t.keys, func(k thingKey) bool { return k.shown }) {
			all = append(all, &t.thing)
		}
	}
	return all
}

func (h *history) add(frame int, all *around.Surroundings) {
	h.findSeats(all)
	there := map[*thingHistory]bool{}
	for _, t := range all.Things() {
		kind, f, p, ok := h.form(t, all)
		if !ok {
			continue
		}
		of := h.find(*t.NamePointer(), kind, &f)
		there[of] = true
		of.addState(state{frame, p, true})
	}
	for _, t := range h.things {
		if current := t.states[len(t.states)-1]; !there[t] && current.shown {
			t.addState(state{frame, current.pose, false})
		}
	}
	h.last = *all
}

func (h *history) findSeats(all *around.Surroundings) {
	same := around.Surroundings{Obstacles: h.last.Obstacles, Perches: h.last.Perches}
	if same.Equal(&around.Surroundings{Obstacles: all.Obstacles, Perches: all.Perches}) {
		return
	}
	h.tops = make([][]around.Seat, len(all.Perches))
	for k := range all.Perches {
		if all.Perches[k].Obstacle != "" {
			h.tops[k] = all.SeatsOf(k)
		}
	}
}

func (t *thingHistory) addState(s state) {
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

func (h *history) firstNamed(called, kind string) *thingHistory {
	for _, t := range h.things {
		if t.thingName == called && t.kind == kind {
			return t
		}
	}
	return nil
}

func (h *history) find(called, kind string, f *form) *thingHistory {
	for _, t := range h.things {
		if t.thingName == called && t.kind == kind && t.equals(f) {
			return t
		}
	}
	if kind == "obstacle" {
		f.mesh(h.to)
	}
	t := &thingHistory{thing: thing{name: plainName(called, h.names), kind: kind, form: *f}, thingName: called}
	h.things = append(h.things, t)
	return t
}

func (f *form) equals(o *form) bool {
	tolerance := func(p mgl32.Vec3) float32 { return 1e-4 + 1e-5*p.Len() }
	return f.obstacle == o.obstacle && f.cloud == o.cloud && f.size == o.size &&
		(f.obstacle.Shape != "" || slices.EqualFunc(f.points, o.points, func(a, b mgl32.Vec3) bool { return a.Sub(b).Len() < tolerance(a) }))
}

func plainName(name string, usedNames map[string]bool) string {
	name = strings.ReplaceAll(name, "-", "_")
	out := name
	for n := 2; usedNames[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	usedNames[out] = true
	return out
}

// form returns the kind, form and pose of a thing, without the mesh of an obstacle. ok is false if the thing
// is not exported.
func (h *history) form(t around.Thing, all *around.Surroundings) (kind string, f form, p pose, ok bool) {
	p = pose{scale: mgl32.Vec3{1, 1, 1}, turn: mgl32.QuatIdent()}
	switch t := t.(type) {
	case *around.Obstacle:
		unit, size, exported := t.Unit()
		if !exported {
			return
		}
		f.obstacle, p.scale = unit, size.Array()
		p = pose{h.to.length(t.At.Array()), h.to.sizes(p.scale), h.to.convertRotation(turnOf(t))}
		return "obstacle", f, p, true
	case *around.Path:
		var way []vec.Vec
		for _, v := range t.Track().Vertices {
			way = append(way, v.At)
		}
		f.size = t.Width * h.to.scale
		p.pos = f.setLine(way, h.to)
		return "path", f, p, true
	case *around.Place:
		f.size = t.Radius * h.to.scale
		if previous := h.firstNamed(t.Name, t.Role); previous != nil && previous.size > 0 {
			p.scale = p.scale.Mul(f.size / previous.size)
			f.size = previous.size
		}
		p.pos = h.to.length(t.At.Array())
		return t.Role, f, p, true
	case *around.Perch:
		return "perch", f, p, h.perch(t, all, &f, &p)
	}
	return
}

// perch sets the form and pose of a perch: a point, a wire, or the seats on an obstacle. It returns false if
// an obstacle has no seats.
func (h *history) perch(t *around.Perch, all *around.Surroundings, f *form, p *pose) bool {
	switch {
	case t.Obstacle != "":
		under, ok := all.Thing(t.Obstacle).(*around.Obstacle)
		number := slices.IndexFunc(all.Perches, func(o around.Perch) bool { return o.Name == t.Name })
		if !ok || len(h.tops[number]) == 0 {
			return false
		}
		back := turnOf(under).Conjugate()
		for _, seat := range h.tops[number] {
			f.points = append(f.points, h.to.length(back.Rotate(seat.At.Sub(under.At).Array())))
		}
		f.cloud, f.size = true, wireThickness*h.to.scale
		p.pos, p.turn = h.to.length(under.At.Array()), h.to.convertRotation(turnOf(under))
	case len(t.Points) == 1:
		p.pos = h.to.length(t.Points[0].Array())
	default:
		f.size = wireThickness * h.to.scale
		p.pos = f.setLine(t.Line(), h.to)
	}
	return true
}

func turnOf(o *around.Obstacle) mgl32.Quat {
	m := o.Matrix().Mat3()
	for k := range 3 {
		m.SetCol(k, m.Col(k).Normalize())
	}
	return mgl32.Mat4ToQuat(m.Mat4()).Normalize()
}

func (f *form) mesh(to axes) {
	surface := f.obstacle.Surface()
	for k := range surface.Vertices {
		f.points = append(f.points, to.turn(surface.Vertices[k].Array()))
		f.normals = append(f.normals, to.turn(surface.Normals[k].Array()))
	}
	for _, t := range surface.Triangles {
		f.triangles = append(f.triangles, t[:]...)
	}
}

// setLine stores a line relative to its first point, and returns this point.
func (f *form) setLine(points []vec.Vec, to axes) (pos mgl32.Vec3) {
	for _, p := range points {
		f.points = append(f.points, to.length(p.Sub(points[0]).Array()))
	}
	return to.length(points[0].Array())
}

func (w axes) convertRotation(q mgl32.Quat) mgl32.Quat { return mgl32.Quat{W: q.W, V: w.turn(q.V)} }

func (w axes) sizes(v mgl32.Vec3) mgl32.Vec3 {
	if w.zUp {
		v = mgl32.Vec3{v[0], v[2], v[1]}
	}
	return v.Mul(w.scale)
}

func bounds(points []mgl32.Vec3) (low, high mgl32.Vec3) {
	low, high = points[0], points[0]
	for _, p := range points {
		for k := range 3 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	return low, high
}

// obstacleColour is an albedo in linear RGB.
var obstacleColour = [3]float32{0.30, 0.275, 0.25}
