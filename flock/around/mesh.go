package around

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"sync"

	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// Mesh is the content of an [Obstacle]'s file: the triangles of a model, or the heights of a terrain. A mesh
// never changes, so many obstacles may share it.
type Mesh struct {
	Vertices  []vec.Vec
	Normals   []vec.Vec // unit normals of the vertices; if nil, they are computed from the triangles
	Triangles [][3]uint32
	Relief    *Relief

	// Name is the name of the file. Two files with the same mesh may have different materials.
	Name string

	// Look holds data for drawing the mesh, set by the reader of the file, or nil.
	Look any

	digest    string
	low, high vec.Vec

	once  sync.Once
	model *solid.Model
	field []float32 // distances on a grid that UseField has set, or nil
}

// Relief is a grid of heights from 0 to 1. Its rows are ordered from -Z to +Z, and each row runs from -X to
// +X.
type Relief struct {
	Columns, Rows int // at least 2 each
	Heights       []float32
}

// Limits on the size of a mesh.
const (
	MaxTriangles = 1 << 20
	MaxRelief    = 1025 // columns or rows of a height map
)

// NewMesh returns a mesh of triangles. normals is nil or has one normal per vertex. It returns an error if
// the triangles are not a valid mesh.
func NewMesh(vertices, normals []vec.Vec, triangles [][3]uint32) (*Mesh, error) {
	m := &Mesh{Vertices: vertices, Normals: normals, Triangles: triangles}
	if n := len(triangles); n == 0 || n > MaxTriangles {
		return nil, fmt.Errorf("%d triangles: the number must be 1 to %d", n, MaxTriangles)
	}
	if normals != nil && len(normals) != len(vertices) {
		return nil, fmt.Errorf("%d normals for %d vertices: there must be one for each vertex", len(normals), len(vertices))
	}
	inf := float32(math.Inf(1))
	m.low, m.high = vec.Vec{X: inf, Y: inf, Z: inf}, vec.Vec{X: -inf, Y: -inf, Z: -inf}
	for k, t := range triangles {
		for _, v := range t {
			if int(v) >= len(vertices) {
				return nil, fmt.Errorf("triangle %d uses vertex %d, but there are only %d vertices", k, v, len(vertices))
			}
			p := vertices[v]
			if !p.Within(1e6) {
				return nil, fmt.Errorf("vertex %d is at %v: must be within 1,000,000 of the origin", v, p.Floats())
			}
			m.low = vec.Vec{X: min(m.low.X, p.X), Y: min(m.low.Y, p.Y), Z: min(m.low.Z, p.Z)}
			m.high = vec.Vec{X: max(m.high.X, p.X), Y: max(m.high.Y, p.Y), Z: max(m.high.Z, p.Z)}
		}
	}
	if m.low == m.high {
		return nil, fmt.Errorf("all vertices are at the same place, so there is no surface")
	}
	m.computeDigest()
	return m, nil
}

// NewRelief returns a mesh of heights from 0 to 1; see [Relief]. It returns an error if the arguments are not
// a valid height map.
func NewRelief(columns, rows int, heights []float32) (*Mesh, error) {
	if columns < 2 || rows < 2 || columns > MaxRelief || rows > MaxRelief {
		return nil, fmt.Errorf("a height map of %d × %d points; the number of points in each direction must be 2 to %d", columns, rows, MaxRelief)
	}
	if len(heights) != columns*rows {
		return nil, fmt.Errorf("%d heights for %d × %d points: there must be one for each point", len(heights), columns, rows)
	}
	for k, h := range heights {
		if !(h >= 0 && h <= 1) {
			return nil, fmt.Errorf("height %d is %g: must be 0 to 1", k, h)
		}
	}
	m := &Mesh{Relief: &Relief{columns, rows, heights}}
	m.computeDigest()
	return m, nil
}

// Digest returns a hash of the vertices, triangles and heights. Meshes with the same digest make
// the same obstacle.
func (m *Mesh) Digest() string { return m.digest }

// MeshIndex holds each mesh under two keys: its digest, and its digest followed by its file name.
type MeshIndex map[string]*Mesh

func (all MeshIndex) Add(m *Mesh) {
	all[m.digest], all[m.digest+"/"+baseName(m.Name)] = m, m
}

// Lookup returns the mesh of an obstacle, or nil if it is not in the index.
func (all MeshIndex) Lookup(o *Obstacle) *Mesh {
	if m := all[o.Digest+"/"+baseName(o.File)]; m != nil {
		return m
	}
	return all[o.Digest]
}

func baseName(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

// FillMeshes sets the mesh of every obstacle whose digest matches one of the given meshes. If several
// match, it prefers the mesh with the name of the obstacle's file.
func (s *Surroundings) FillMeshes(from ...*Mesh) {
	all := MeshIndex{}
	for _, m := range from {
		all.Add(m)
	}
	for k := range s.Obstacles {
		if o := &s.Obstacles[k]; o.Digest != "" && all.Lookup(o) != nil {
			o.Mesh = all.Lookup(o)
		}
	}
}

func (m *Mesh) computeDigest() {
	h, buffer := sha256.New(), make([]byte, 0, 1<<12)
	put := func(word uint32) {
		if buffer = binary.LittleEndian.AppendUint32(buffer, word); len(buffer) == cap(buffer) {
			h.Write(buffer)
			buffer = buffer[:0]
		}
	}
	put(uint32(len(m.Vertices)))
	for _, v := range m.Vertices {
		for _, x := range v.Floats() {
			put(math.Float32bits(x))
		}
	}
	for _, t := range m.Triangles {
		for _, v := range t {
			put(v)
		}
	}
	if r := m.Relief; r != nil {
		put(uint32(r.Columns))
		for _, x := range r.Heights {
			put(math.Float32bits(x))
		}
	}
	h.Write(buffer)
	m.digest = hex.EncodeToString(h.Sum(nil)[:16])
}

// foot returns the middle of the lower face of the bounding box. The mesh is placed with this point at the
// obstacle's position.
func (m *Mesh) foot() vec.Vec {
	return vec.Vec{X: m.low.X + float32((m.high.X-m.low.X)/2), Y: m.low.Y, Z: m.low.Z + float32((m.high.Z-m.low.Z)/2)}
}
