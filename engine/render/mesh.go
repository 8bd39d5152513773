//go:build cgo

package render

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/models"
)

// mesh is a baked model on the GPU.
type mesh struct {
	poses  int // all
	beat   int // of the beat
	held   [models.StanceCount]int
	reach  float32 // of the vertex furthest from the origin, wingspans
	bounds []bounds
	levels []level
	parts  []part
	blends bool // some part is blended
}

// level is a level of detail.
type level struct {
	below     float32 // for birds whose wingspan covers fewer pixels than this
	far       bool    // always drawn as from afar
	bothSides bool    // triangles are seen from behind, too
	triangles int     // of a bird
}

// part is one material's share of a mesh.
type part struct {
	material models.Material
	shapes   []shape // for each level
	surface  uint32  // texture, 0: none
	made     made
}

// cutoff returns the opacity below which nothing of a part is there; with a blended one,
// below which it counts as not there, where a pixel has to show one thing.
func (p *part) cutoff() float32 {
	if p.material.Blend {
		return 0.5
	}
	return p.material.AlphaCutoff
}

// newMesh uploads b.
func newMesh(o objects, b *models.Baked) (*mesh, error) {
	if err := check(b); err != nil {
		return nil, err
	}
	if len(b.Levels) == 0 {
		whole := *b
		whole.Simplify()
		b = &whole
	}
	m := &mesh{poses: b.Poses, beat: b.BeatPoses(), held: b.StancePose, levels: newLevels(b.Levels)}
	for i := range b.Parts {
		m.parts = append(m.parts, newPart(o, b, i))
		m.blends = m.blends || b.Parts[i].Material.Blend
	}
	m.reach, m.bounds = reach(b), boundsOf(b)
	return m, nil
}

// reach returns how far from the origin the furthest vertex of any level is.
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

// newLevels says below which size a level serves: what is off most is off by two
// pixels at most, and the rest typically by a third of one; by a quarter where a bird is
// large enough that its shape can be made out. From finest pixels on all triangles
// are drawn, as they are the only ones with the texture.
func newLevels(from []models.Level) []level {
	const most, typical, shapely = 2, 0.35, 0.27 // pixels
	const made, finest = 24, 100
	out := make([]level, len(from))
	for i, l := range from {
		out[i] = level{below: float32(math.Inf(1)), far: i > 0, bothSides: l.DoubleSided, triangles: max(1, l.Triangles)}
		if i == 0 {
			continue
		}
		off := max(l.RMSError, 1e-6)
		out[i].below = min(finest, out[i-1].below, most/max(l.Error, 1e-6), max(shapely/off, min(typical/off, made)))
	}
	return out
}

// rimmed bounds the light at edges (birdlight.glsl): over a ball whose vertices lie
// far apart, 0.15 makes as much of it as there is.
func (l *level) rimmed() float32 {
	if l.far {
		return 0.15
	}
	return 1
}

// mostPoses is how many poses their bits tell apart.
const mostPoses = 1 << poseBits

// check refuses what would read outside a buffer.
func check(b *models.Baked) error {
	if b == nil || b.Poses < 1 || len(b.Parts) == 0 {
		return fmt.Errorf("the bird has no poses or no parts")
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
			return fmt.Errorf("bird %s, part %d: %d posed vertices, more than this OpenGL holds (%d)", b.Name, i, len(p.Positions), most)
		case b.Poses > mostPoses:
			return fmt.Errorf("bird %s: %d poses, more than can be told apart (%d)", b.Name, b.Poses, mostPoses)
		}
		for _, at := range p.Indices {
			if int(at) >= n {
				return fmt.Errorf("bird %s, part %d: index %d of %d vertices", b.Name, i, at, n)
			}
		}
	}
	return nil
}

func newPart(o objects, b *models.Baked, number int) part {
	out := part{material: b.Parts[number].Material}
	for _, l := range b.Levels {
		out.shapes = append(out.shapes, newShape(o, &l.Parts[number], l.FrontColours[number], l.BackColours[number], b.Poses))
	}
	if out.material.Texture != nil {
		out.surface = newSurface(o, out.material.Texture)
	}
	out.made = newMade(o, &out.material, len(b.Parts[number].UV) > 0)
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
		p.made.delete()
	}
	m.parts = nil
}
