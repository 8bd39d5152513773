package engine

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Things hold what surroundings look like. They are made anew only where those change.
type Things struct {
	stands []Stand
	of     []flock.Obstacle // each stand's
	around *flock.Surroundings

	reliefs map[*Solid]*relief // of land
}

// show makes them those of surroundings, which nobody changes meanwhile.
func (t *Things) show(s *flock.Surroundings) {
	before := *t
	t.around, t.stands, t.of, t.reliefs = s, nil, nil, nil
	for i := range s.Obstacles {
		o := s.Obstacles[i]
		solid := before.made(&o)
		if solid == nil {
			solid = solidOf(&o)
		}
		if solid != nil {
			t.stands, t.of = append(t.stands, Stand{Solid: solid}), append(t.of, o)
			if r := before.reliefs[solid]; r != nil {
				t.keep(r)
			}
		}
	}
}

// keep keeps a relief.
func (t *Things) keep(r *relief) {
	if t.reliefs == nil {
		t.reliefs = map[*Solid]*relief{}
	}
	t.reliefs[r.of] = r
}

// made is the solid of an obstacle that there was before.
func (t *Things) made(o *flock.Obstacle) *Solid {
	for i := range t.of {
		if t.of[i] == *o {
			return t.stands[i].Solid
		}
	}
	return nil
}

// solidOf is what an obstacle looks like; nil where nothing of it is seen.
func solidOf(o *flock.Obstacle) *Solid {
	if o.Shape == "ground" && o.At.Y <= 0 {
		return nil // there is ground
	}
	of := o.Surface()
	if len(of.Triangles) == 0 {
		return nil
	}
	s := &Solid{
		Name: o.Name, Points: make([]mgl32.Vec3, len(of.Vertices)), Normals: make([]mgl32.Vec3, len(of.Vertices)),
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
	return s
}
