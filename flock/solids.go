package flock

import (
	"fmt"
	"strings"

	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// solid returns what the mesh is as a model, with its distances, which it may take a while to
// find; and errs on one that has no area.
func (m *Mesh) solid() *solid.Model {
	m.once.Do(func() {
		if m.Relief != nil {
			return
		}
		if m.model, _ = solid.NewModel(solids(m.Vertices), m.Triangles); m.model != nil && !m.model.Take(m.field) {
			m.model.Build()
		}
	})
	return m.model
}

// Closed reports whether triangles enclose a volume; one that does not is an obstacle as the
// sheets that it is made of.
func (m *Mesh) Closed() bool {
	model := m.solid()
	return model == nil || model.Closed()
}

// Field returns the distances that are found for the mesh when it is first flown around, to be
// kept and given to another mesh of the same digest by UseField; nil for a height map.
func (m *Mesh) Field() []float32 {
	if model := m.solid(); model != nil {
		return model.Field()
	}
	return nil
}

// UseField gives the mesh the distances of its digest, before it is flown around. What can
// be none is left out.
func (m *Mesh) UseField(field []float32) { m.field = field }

func solids(all []vec.Vec) []solid.Vec {
	out := make([]solid.Vec, len(all))
	for k, v := range all {
		out[k] = solid.Vec(v)
	}
	return out
}

// sites are the obstacles of a World as solids. What is costly to make is kept while it
// stands.
type sites struct {
	of      []Obstacle
	bodies  []solid.Body
	grounds map[ground]*solid.Relief
	roofs   map[rooftop][]Seat

	before map[rooftop][]Seat // known already
}

// ground is what the relief of a terrain follows from, but for how high it is.
type ground struct {
	mesh *Mesh
	size vec.Vec
}

// newSites makes solids of the obstacles whose files have been read, with the heights of
// terrains and the seats on tops that others, if there are any, know already.
func newSites(all []Obstacle, was *sites) sites {
	if was == nil {
		was = &sites{}
	}
	s := sites{grounds: map[ground]*solid.Relief{}, roofs: map[rooftop][]Seat{}, before: was.roofs}
	for k := range all {
		if b, ok := s.body(&all[k], was.grounds); ok {
			s.of, s.bodies = append(s.of, all[k]), append(s.bodies, b)
		}
	}
	return s
}

// body returns an obstacle as a solid.
func (s *sites) body(o *Obstacle, known map[ground]*solid.Relief) (b solid.Body, ok bool) {
	p := o.placing()
	at, scale := p.at, float32(1)
	switch o.Shape {
	case "sphere":
		b = solid.Ball(o.Radius)
	case "box":
		b = solid.Box(solid.Vec(o.Size))
	case "cylinder":
		b = solid.Drum(o.Radius, o.Height)
	case "plane", "ground":
		b = solid.Half()
	case "terrain":
		if o.Mesh == nil {
			return b, false
		}
		b, scale = s.terrain(o, known).Ground(), p.scale
	default:
		if o.Mesh == nil || o.Mesh.solid() == nil {
			return b, false
		}
		b, at, scale = o.Mesh.solid().Solid(), p.point(vec.Vec{}), p.scale
	}
	return b.Placed(solid.Vec(at), [3]solid.Vec{solid.Vec(p.rows[0]), solid.Vec(p.rows[1]), solid.Vec(p.rows[2])}, scale), true
}

// sampled is the number of heights each way that triangles are taken for as terrain.
const sampled = 257

// terrain returns the heights of one.
func (s *sites) terrain(o *Obstacle, known map[ground]*solid.Relief) *solid.Relief {
	key := ground{mesh: o.Mesh}
	height := float32(1)
	if o.Mesh.Relief != nil {
		key.size, height = o.Size.Flat(), o.Height
	}
	r, ok := known[key]
	if ok {
		s.grounds[key] = r
	}
	if r = s.grounds[key]; r == nil {
		r = key.relief()
		s.grounds[key] = r
	}
	return r.Raised(height)
}

// relief makes them.
func (g *ground) relief() *solid.Relief {
	if r := g.mesh.Relief; r != nil {
		return solid.NewRelief(r.Columns, r.Rows, r.Heights, g.size.X, g.size.Z)
	}
	heights, low, high := solid.Heights(solids(g.mesh.Vertices), g.mesh.Triangles, sampled, sampled)
	for k := range heights {
		heights[k] -= low.Y
	}
	return solid.NewRelief(sampled, sampled, heights, high.X-low.X, high.Z-low.Z)
}

// learn fills in the meshes of surroundings that the World has seen before, and takes note
// of those that are new. It errs on obstacles whose file has not been read.
func (w *World) learn(s *Surroundings) error {
	var missing []string
	for k := range s.Obstacles {
		o := &s.Obstacles[k]
		if o.Shape != "model" && o.Shape != "terrain" {
			o.Mesh, o.Digest = nil, ""
			continue
		}
		if o.Mesh == nil {
			o.Mesh = w.meshes.of(o)
		}
		if o.Mesh == nil {
			missing = append(missing, fmt.Sprintf("obstacle %s: %s has not been read", o.Name, o.File))
			continue
		}
		o.Digest = o.Mesh.Digest()
		w.meshes.add(o.Mesh)
	}
	if missing != nil {
		return fmt.Errorf("%s", strings.Join(missing, "; "))
	}
	return nil
}

// byDigest are meshes by their digests.
func byDigest(all []*Mesh) meshes {
	known := meshes{}
	for _, m := range all {
		known.add(m)
	}
	return known
}

// solidsOf returns the obstacles as a flock meets them. In a world that wraps around each is
// there with its images, and what has no end ends with the world.
func (f *flock) solidsOf(all []solid.Body) []solid.Body {
	if !f.set.wraps || len(all) == 0 {
		return all
	}
	side := float32(f.set.torus.side)
	low, high := solid.Vec{X: -side / 2, Z: -side / 2}, solid.Vec{X: side / 2, Y: side, Z: side / 2}
	var images []solid.Body
	for k := range all {
		b := all[k]
		if l, h := b.Bounds(); l.Y < -2*wall || h.Y > 2*wall {
			b = b.Within(low, high)
		}
		for n := range 27 {
			by := solid.Vec{X: float32(n%3-1) * side, Y: float32(n/3%3-1) * side, Z: float32(n/9-1) * side}
			if image := b.Moved(by); image.Apart(low, high) < side/2 {
				images = append(images, image)
			}
		}
	}
	return images
}
