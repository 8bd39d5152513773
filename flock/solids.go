package flock

import (
	"fmt"
	"strings"

	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// solid returns the mesh as a model with its distance field. The first call may take a while. It
// returns nil for a height map, and for triangles without an area.
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

// Closed reports whether the triangles enclose a volume. An open mesh is an obstacle only where
// its triangles are.
func (m *Mesh) Closed() bool {
	model := m.solid()
	return model == nil || model.Closed()
}

// Field returns the distance field of the mesh, which is computed on first use. A caller may save
// it and pass it to UseField of another mesh with the same digest. It is nil for a height map.
func (m *Mesh) Field() []float32 {
	if model := m.solid(); model != nil {
		return model.Field()
	}
	return nil
}

// UseField sets the saved distance field of this mesh, before anything flies around it. A field
// that cannot belong to the mesh is ignored.
func (m *Mesh) UseField(field []float32) { m.field = field }

func solids(all []vec.Vec) []solid.Vec {
	out := make([]solid.Vec, len(all))
	for k, v := range all {
		out[k] = solid.Vec(v)
	}
	return out
}

// sites are the obstacles of a World as solids. Terrains and seats, which are costly to compute,
// are cached while their obstacles exist.
type sites struct {
	obstacles []Obstacle
	bodies    []solid.Body
	grounds   map[ground]*solid.Relief
	roofs     map[rooftop][]Seat

	before map[rooftop][]Seat // computed for the sites before
}

// ground determines the relief of a terrain, except for its height: it is the key of the cache of
// reliefs.
type ground struct {
	mesh *Mesh
	size vec.Vec
}

// newSites returns solids of the obstacles whose files have been read. It reuses the terrains and
// seats of previous sites, unless they are nil.
func newSites(all []Obstacle, was *sites) sites {
	if was == nil {
		was = &sites{}
	}
	s := sites{grounds: map[ground]*solid.Relief{}, roofs: map[rooftop][]Seat{}, before: was.roofs}
	for k := range all {
		if b, ok := s.body(&all[k], was.grounds); ok {
			s.obstacles, s.bodies = append(s.obstacles, all[k]), append(s.bodies, b)
		}
	}
	return s
}

// body returns an obstacle as a solid. It returns ok = false if its file has not been read.
func (s *sites) body(o *Obstacle, known map[ground]*solid.Relief) (b solid.Body, ok bool) {
	p := o.placement()
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

// sampled is the number of heights each way by which a terrain samples the triangles of a model.
const sampled = 257

// terrain returns the relief of a terrain, from a cache if it is there.
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

// relief computes the relief.
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

// learnMeshes sets the meshes of obstacles that the World has seen before, and remembers new
// ones. It returns an error if the file of an obstacle has not been read.
func (w *World) learnMeshes(s *Surroundings) error {
	var missing []string
	for k := range s.Obstacles {
		o := &s.Obstacles[k]
		if o.Shape != "model" && o.Shape != "terrain" {
			o.Mesh, o.Digest = nil, ""
			continue
		}
		if o.Mesh == nil {
			o.Mesh = w.meshes.lookup(o)
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

// indexMeshes returns an index of meshes.
func indexMeshes(all []*Mesh) meshIndex {
	known := meshIndex{}
	for _, m := range all {
		known.add(m)
	}
	return known
}

// solidsOf returns the obstacles as the flock flies around them. In a world that wraps around,
// each obstacle is repeated as images, and an endless one is cut off at the world's limits.
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
