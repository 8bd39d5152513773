package around

import (
	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// solid returns the mesh as a model. The first call computes the model's distance field. It returns nil for a
// height map, and for a mesh without area.
func (m *Mesh) solid() *solid.Model {
	m.once.Do(func() {
		if m.Relief != nil {
			return
		}
		if m.model, _ = solid.NewModel(solids(m.Vertices), m.Triangles); m.model != nil && !m.model.SetField(m.field) {
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

// Field returns the distance field of the mesh, computed on first use, or nil for a height map. It may be
// saved, and passed to UseField of another mesh with the same digest.
func (m *Mesh) Field() []float32 {
	if model := m.solid(); model != nil {
		return model.Field()
	}
	return nil
}

// UseField sets a saved distance field, so that the mesh need not compute one. It must be called before a
// World uses the mesh. It ignores a field of the wrong size.
func (m *Mesh) UseField(field []float32) { m.field = field }

func solids(all []vec.Vec) []solid.Vec {
	out := make([]solid.Vec, len(all))
	for k, v := range all {
		out[k] = solid.Vec(v)
	}
	return out
}

// Solids holds the obstacles of a World as solids. It caches terrains and seats, which take long to compute.
type Solids struct {
	obstacles []Obstacle
	Bodies    []solid.Body
	reliefs   map[ground]*solid.Relief
	roofs     map[rooftop][]Seat

	oldSeats map[rooftop][]Seat
}

// ground is the key of the cache of reliefs. It holds the properties of a terrain that determine its relief,
// except its height.
type ground struct {
	mesh *Mesh
	size vec.Vec
}

// NewSolids returns the solids of the obstacles whose files have been read. It reuses the terrains and seats
// of previous, which may be nil.
func NewSolids(all []Obstacle, previous *Solids) Solids {
	if previous == nil {
		previous = &Solids{}
	}
	s := Solids{reliefs: map[ground]*solid.Relief{}, roofs: map[rooftop][]Seat{}, oldSeats: previous.roofs}
	for k := range all {
		if b, ok := s.body(&all[k], previous.reliefs); ok {
			s.obstacles, s.Bodies = append(s.obstacles, all[k]), append(s.Bodies, b)
		}
	}
	return s
}

func (s *Solids) body(o *Obstacle, known map[ground]*solid.Relief) (b solid.Body, ok bool) {
	p := o.placement()
	b, pos, scale, ok := o.shape().body(s, o, &p, known)
	if !ok {
		return b, false
	}
	return b.Place(solid.Vec(pos), [3]solid.Vec{solid.Vec(p.rows[0]), solid.Vec(p.rows[1]), solid.Vec(p.rows[2])}, scale), true
}

// heightGridSize is the number of rows and columns of the grid of heights that replaces a model's triangles
// in a terrain.
const heightGridSize = 257

func (s *Solids) terrain(o *Obstacle, known map[ground]*solid.Relief) *solid.Relief {
	key := ground{mesh: o.Mesh}
	height := float32(1)
	if o.Mesh.Relief != nil {
		key.size, height = o.Size.Flat(), o.Height
	}
	r, ok := known[key]
	if ok {
		s.reliefs[key] = r
	}
	if r = s.reliefs[key]; r == nil {
		r = key.relief()
		s.reliefs[key] = r
	}
	return r.ScaleHeights(height)
}

func (g *ground) relief() *solid.Relief {
	if r := g.mesh.Relief; r != nil {
		return solid.NewRelief(r.Columns, r.Rows, r.Heights, g.size.X, g.size.Z)
	}
	heights, low, high := solid.Heights(solids(g.mesh.Vertices), g.mesh.Triangles, heightGridSize, heightGridSize)
	for k := range heights {
		heights[k] -= low.Y
	}
	return solid.NewRelief(heightGridSize, heightGridSize, heights, high.X-low.X, high.Z-low.Z)
}

// IndexMeshes returns an index of the given meshes.
func IndexMeshes(all []*Mesh) MeshIndex {
	known := MeshIndex{}
	for _, m := range all {
		known.Add(m)
	}
	return known
}
