package scenery

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/around"

	"skein/flock/vec"
)

// Scenery contains the solids that represent surroundings in a picture. Update creates new solids only for
// things that have changed.
type Scenery struct {
	Stands     []frame.Stand
	solids     map[around.Obstacle]*frame.Solid
	Around     *around.Surroundings
	Tops       map[string][]mgl32.Vec3 // seats of perches on top of obstacles, by the perch's name
	topsSource around.Surroundings

	reliefs map[*frame.Solid]*relief
}

// Update creates the stands for surroundings. The caller must not change s until the next call.
func (t *Scenery) Update(s *around.Surroundings) {
	before := *t
	t.Around, t.Stands, t.solids, t.reliefs = s, nil, map[around.Obstacle]*frame.Solid{}, nil
	t.updateTops(s)
	for i := range s.Obstacles {
		o := &s.Obstacles[i]
		key := shapeKey(o)
		solid := before.solids[key]
		if solid == nil {
			solid = t.solids[key]
		}
		if solid == nil {
			solid = newSolid(o)
		}
		if solid == nil || o.Shape == "ground" && o.At.Y <= 0 {
			continue // the renderer draws the ground itself
		}
		t.solids[key] = solid
		t.Stands = append(t.Stands, frame.NewStand(solid, o.Name, o.Matrix()))
		if r := before.reliefs[solid]; r != nil {
			t.storeRelief(r)
		}
	}
}

func (t *Scenery) updateTops(s *around.Surroundings) {
	relevant := around.Surroundings{Obstacles: s.Obstacles, Perches: s.Perches}
	if relevant.Equal(&t.topsSource) {
		return
	}
	t.topsSource, t.Tops = relevant.Clone(), map[string][]mgl32.Vec3{}
	for k := range s.Perches {
		if s.Perches[k].Obstacle == "" {
			continue
		}
		var all []mgl32.Vec3
		for _, seat := range s.SeatsOf(k) {
			all = append(all, seat.At.Array())
		}
		t.Tops[s.Perches[k].Name] = all
	}
}

// Top returns the centre of the seats of a perch on top of an obstacle. The perch's marker is there. ok is
// false for any other thing.
func (t *Scenery) Top(perch around.Thing) (middle mgl32.Vec3, ok bool) {
	all := t.Tops[*perch.NamePointer()]
	for _, pos := range all {
		middle = middle.Add(pos.Mul(1 / float32(len(all))))
	}
	return middle, len(all) > 0
}

func (t *Scenery) storeRelief(r *relief) {
	if t.reliefs == nil {
		t.reliefs = map[*frame.Solid]*relief{}
	}
	t.reliefs[r.solid] = r
}

// shapeKey returns a copy of the obstacle without the properties that do not change its solid, such as its
// position. Obstacles with equal keys share a solid.
func shapeKey(o *around.Obstacle) around.Obstacle {
	form := *o
	form.Name, form.At, form.Scale = "", vec.Vec{}, 0
	form.Turn = vec.Vec{}
	if !isUpright(o) {
		form.Turn.X = 1 // any tilt has the same effect: the walls get no windows
	}
	if isHill(o) {
		form.At.Y = -1
	}
	return form
}

func isHill(o *around.Obstacle) bool { return o.Shape == "sphere" && o.At.Y < 0 && o.Radius >= 30 }

func isUpright(o *around.Obstacle) bool { return o.Turn.X == 0 && o.Turn.Z == 0 }

func newSolid(o *around.Obstacle) *frame.Solid {
	form := o.Form()
	if len(form.Triangles) == 0 {
		return nil
	}
	s := &frame.Solid{
		Points: make([]mgl32.Vec3, len(form.Vertices)), Normals: make([]mgl32.Vec3, len(form.Vertices)),
		Triangles: make([]uint32, 0, 3*len(form.Triangles)),
		Land:      o.Land(),
		Endless:   o.Endless(),
	}
	for k := range form.Vertices {
		s.Points[k], s.Normals[k] = form.Vertices[k].Array(), form.Normals[k].Array()
	}
	for _, t := range form.Triangles {
		s.Triangles = append(s.Triangles, t[:]...)
	}
	s.Low, s.High = s.Points[0], s.Points[0]
	for _, p := range s.Points {
		for axis := range 3 {
			s.Low[axis], s.High[axis] = min(s.Low[axis], p[axis]), max(s.High[axis], p[axis])
		}
	}
	addMaterials(s, o)
	return s
}

func addMaterials(s *frame.Solid, o *around.Obstacle) {
	if o.Mesh != nil && o.NeedsFile() {
		if l, ok := o.Mesh.Look.(*finish); ok {
			l.applyTo(s)
		}
		s.Grass = s.Land && len(s.Coats) == 0
		return
	}
	if isBuilding(o) {
		addWindows(s, o)
	}
	s.Grass = s.Land || isHill(o)
}
