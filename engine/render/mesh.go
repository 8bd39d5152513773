//go:build cgo

package render

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// mesh is a baked model on the GPU.
type mesh struct {
	poses  int // number of all poses
	beat   int // number of poses of the wing beat, which come first
	held   [models.StanceCount]int
	reach  float32 // distance of the farthest vertex from the origin, wingspans
	bounds []bounds
	levels []level
	parts  []meshPart
	blends bool // at least one part is blended
}

// level is one level of detail.
type level struct {
	maxSize   float32 // used for birds whose wingspan covers fewer pixels
	vertexLit bool    // always lit at the vertices
	bothSides bool    // triangles are also visible from behind
	triangles int     // per bird
}

// meshPart is the part of a mesh with one material.
type meshPart struct {
	material gltf.Material
	shapes   []shape // for each level
	surface  uint32  // texture, 0: none
	pbr      pbrMaterial
}

// cutoff returns the opacity below which a part is not drawn. Where a pixel can only show one
// object, a blended part counts as absent below ½.
func (p *meshPart) cutoff() float32 {
	if p.material.Blend {
		return 0.5
	}
	return p.material.AlphaCutoff
}

// newMesh uploads a model.
func newMesh(o objects, b *models.Baked) (*mesh, error) {
	if err := checkModel(b); err != nil {
		return nil, err
	}
	if len(b.Levels) == 0 {
		whole := *b
		whole.Levels, _ = b.Simplify(lod.Options{Beat: b.Beat})
		b = &whole
	}
	m := &mesh{poses: b.Poses, beat: b.BeatPoses(), held: b.StancePose, levels: newLevels(b.Levels)}
	for i := range b.Parts {
		m.parts = append(m.parts, newPart(o, b, i))
		m.blends = m.blends || b.Parts[i].Material.Blend
	}
	m.reach, m.bounds = reach(b), poseBounds(b)
	return m, nil
}

// reach returns the distance of the farthest vertex of any level from the origin.
func reach(b *models.Baked) (far float32) {
	for _, l := range b.Levels {
		for i := range l.Parts {
			for _, v := range l.Parts[i].Positions {
				far = max(far, v.Len())
			}
		}
	}
	return far
}

// newLevels chooses the size below which each level is used: its largest error stays below two
// pixels and its typical error below a third of a pixel, or a quarter for birds large enough to
// show their shape. From finest pixels on all triangles are drawn, as only the finest level has
// the texture.
func newLevels(from []lod.Level) []level {
	const most, typical, shapely = 2, 0.35, 0.27 // pixels of error
	const visible, finest = 24, 100              // wingspans in pixels: the shape is visible; only the finest level serves
	out := make([]level, len(from))
	for i, l := range from {
		out[i] = level{maxSize: float32(math.Inf(1)), vertexLit: i > 0, bothSides: l.DoubleSided, triangles: max(1, l.Triangles)}
		if i == 0 {
			continue
		}
		off := max(l.RMSError, 1e-6)
		out[i].maxSize = min(finest, out[i-1].maxSize, most/max(l.Error, 1e-6), max(shapely/off, min(typical/off, visible)))
	}
	return out
}

// rimLimit limits the light at edges (birdlight.glsl). On coarse meshes, whose vertices lie far
// apart, 0.15 gives as much of it as a fine mesh shows.
func (l *level) rimLimit() float32 {
	if l.vertexLit {
		return 0.15
	}
	return 1
}

// maxPoses is the number of poses that poseBits can number.
const maxPoses = 1 << poseBits

// checkModel returns an error if a model is inconsistent or exceeds OpenGL's limits, so that
// nothing reads outside a buffer.
func checkModel(b *models.Baked) error {
	if b == nil || b.Poses < 1 || len(b.Parts) == 0 {
		return fmt.Errorf("the bird model has no poses or no parts")
	}
	var most int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &most)
	for i := range b.Parts {
		p := &b.Parts[i]
		n := p.Vertices(b.Poses)
		switch {
		case n == 0 || n*b.Poses != len(p.Positions) || len(p.Normals) != len(p.Positions):
			return fmt.Errorf("bird %s, part %d: %d positions and %d normals for %d poses", b.Name, i, len(p.Positions), len(p.Normals), b.Poses)
		case len(p.Colours) != 0 && len(p.Colours) != n, len(p.UV) != 0 && len(p.UV) != n:
			return fmt.Errorf("bird %s, part %d: %d colours and %d texture coordinates for %d vertices", b.Name, i, len(p.Colours), len(p.UV), n)
		case len(p.Positions) > int(most):
			return fmt.Errorf("bird %s, part %d: %d posed vertices, more than this OpenGL supports (%d)", b.Name, i, len(p.Positions), most)
		case b.Poses > maxPoses:
			return fmt.Errorf("bird %s: %d poses, more than the maximum (%d)", b.Name, b.Poses, maxPoses)
		}
		for _, at := range p.Indices {
			if int(at) >= n {
				return fmt.Errorf("bird %s, part %d: index %d is out of range for %d vertices", b.Name, i, at, n)
			}
		}
	}
	return nil
}

func newPart(o objects, b *models.Baked, number int) meshPart {
	out := meshPart{material: b.Parts[number].Material}
	for _, l := range b.Levels {
		out.shapes = append(out.shapes, newShape(o, &l.Parts[number], l.FrontColours[number], l.BackColours[number], b.Poses))
	}
	if out.material.Texture != nil {
		out.surface = newSurface(o, out.material.Texture)
	}
	out.pbr = newPBRMaterial(o, &out.material, len(b.Parts[number].UV) > 0)
	return out
}

func (m *mesh) delete() {
	if m == nil {
		return
	}
	for i := range m.parts {
		p := &m.parts[i]
		for k := range p.shapes {
			p.shapes[k].delete()
		}
		gl.DeleteTextures(1, &p.surface)
		p.pbr.delete()
	}
	m.parts = nil
}
