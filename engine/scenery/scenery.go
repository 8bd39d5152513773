package scenery

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/vec"
)

// Scenery hold what surroundings look like. They are made anew only where those change.
type Scenery struct {
	Stands []frame.Stand
	forms  map[flock.Obstacle]*frame.Solid // of obstacles, as they would be in no place
	Around *flock.Surroundings
	Tops   map[string][]mgl32.Vec3 // seats of the perches on top of obstacles, by their names
	topped flock.Surroundings      // obstacles and perches that those follow from

	reliefs map[*frame.Solid]*relief // of land
}

// Update makes them those of surroundings, which nobody changes meanwhile.
func (t *Scenery) Update(s *flock.Surroundings) {
	before := *t
	t.Around, t.Stands, t.forms, t.reliefs = s, nil, map[flock.Obstacle]*frame.Solid{}, nil
	t.seat(s)
	for i := range s.Obstacles {
		o := &s.Obstacles[i]
		key := formOf(o)
		solid := before.forms[key]
		if solid == nil {
			solid = t.forms[key]
		}
		if solid == nil {
			solid = solidOf(o)
		}
		if solid == nil || o.Shape == "ground" && o.At.Y <= 0 {
			continue // there is ground
		}
		t.forms[key] = solid
		t.Stands = append(t.Stands, frame.NewStand(solid, o.Name, o.Matrix()))
		if r := before.reliefs[solid]; r != nil {
			t.keep(r)
		}
	}
}

// seat finds the seats on top of obstacles, where any obstacle or perch has changed.
func (t *Scenery) seat(s *flock.Surroundings) {
	follows := flock.Surroundings{Obstacles: s.Obstacles, Perches: s.Perches}
	if follows.Equal(&t.topped) {
		return
	}
	t.topped, t.Tops = follows.Clone(), map[string][]mgl32.Vec3{}
	for k := range s.Perches {
		if s.Perches[k].On == "" {
			continue
		}
		var all []mgl32.Vec3
		for _, seat := range s.SeatsOf(k) {
			all = append(all, seat.At.Array())
		}
		t.Tops[s.Perches[k].Name] = all
	}
}

// Top returns the middle of the seats on top of an obstacle, where the mark of that perch is;
// false for what is no such perch.
func (t *Scenery) Top(of flock.Thing) (middle mgl32.Vec3, ok bool) {
	all := t.Tops[*of.Called()]
	for _, at := range all {
		middle = middle.Add(at.Mul(1 / float32(len(all))))
	}
	return middle, len(all) > 0
}

// keep keeps a relief.
func (t *Scenery) keep(r *relief) {
	if t.reliefs == nil {
		t.reliefs = map[*frame.Solid]*relief{}
	}
	t.reliefs[r.of] = r
}

// formOf returns an obstacle without what moves it: those that have it in common share a solid.
func formOf(o *flock.Obstacle) flock.Obstacle {
	form := *o
	form.Name, form.At, form.Scale = "", vec.Vec{}, 0
	form.Turn = vec.Vec{}
	if !upright(o) {
		form.Turn.X = 1 // it has no facade
	}
	if isHill(o) {
		form.At.Y = -1
	}
	return form
}

// isHill reports whether an obstacle is drawn as a hill: a large ball that is sunk in the
// ground.
func isHill(o *flock.Obstacle) bool { return o.Shape == "sphere" && o.At.Y < 0 && o.Radius >= 30 }

// upright reports whether an obstacle stands as it was made, turned about its height at most.
func upright(o *flock.Obstacle) bool { return o.Turn.X == 0 && o.Turn.Z == 0 }

// solidOf returns what an obstacle looks like in its own space; nil where nothing of it is seen.
func solidOf(o *flock.Obstacle) *frame.Solid {
	of := o.Form()
	if len(of.Triangles) == 0 {
		return nil
	}
	s := &frame.Solid{
		Points: make([]mgl32.Vec3, len(of.Vertices)), Normals: make([]mgl32.Vec3, len(of.Vertices)),
		Triangles: make([]uint32, 0, 3*len(of.Triangles)),
		Land:      o.Shape == "terrain" || o.Shape == "ground",
		Endless:   o.Shape == "plane" || o.Shape == "ground",
	}
	for k := range of.Vertices {
		s.Points[k], s.Normals[k] = of.Vertices[k].Array(), of.Normals[k].Array()
	}
	for _, t := range of.Triangles {
		s.Triangles = append(s.Triangles, t[:]...)
	}
	s.Low, s.High = s.Points[0], s.Points[0]
	for _, p := range s.Points {
		for axis := range 3 {
			s.Low[axis], s.High[axis] = min(s.Low[axis], p[axis]), max(s.High[axis], p[axis])
		}
	}
	dress(s, o)
	return s
}

// dress gives a solid the coats of its obstacle: those of its file, or those of a building.
func dress(s *frame.Solid, o *flock.Obstacle) {
	if o.Mesh != nil && (o.Shape == "model" || o.Shape == "terrain") {
		if l, ok := o.Mesh.Look.(*finish); ok {
			l.wear(s)
		}
		s.Grass = s.Land && len(s.Coats) == 0
		return
	}
	if isBuilding(o) {
		addWindows(s, o)
	}
	s.Grass = s.Land || isHill(o)
}
