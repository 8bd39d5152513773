//go:build cgo

package birds

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
	"skein/engine/render/material"
	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// Mesh is a baked model on the GPU.
type Mesh struct {
	Poses     int // number of poses, including held ones
	beat      int
	heldPoses [models.StanceCount]int
	Reach     float32 // distance of the farthest vertex from the origin, wingspans
	bounds    []bounds
	Levels    []level // levels that the current tier uses
	all       []level
	Parts     []Part
	Blends    bool // at least one part is blended
}

type level struct {
	MaxSize   float32 // birds use this level if their wingspan has fewer pixels
	VertexLit bool    // the level is always lit per vertex
	bothSides bool
	draft     bool
	Triangles int // triangles per bird
}

// Part contains the triangles of a mesh that have one material.
type Part struct {
	Material gltf.Material
	Shapes   []shape // shapes by level
	Surface  uint32  // texture; 0 if none
	PBR      material.Material
}

// PoseNumbers returns the number of poses of the wing beat, and the index of the pose for each stance, or 0
// if the model has none.
func (m *Mesh) PoseNumbers() (beat int32, heldPoses [models.StanceCount]int32) {
	for k, pose := range m.heldPoses {
		heldPoses[k] = int32(pose)
	}
	return int32(m.beat), heldPoses
}

// Cutoff returns the opacity below which a part is not drawn. For a blended part it is ½, for passes that
// draw one object per pixel.
func (p *Part) Cutoff() float32 {
	if p.Material.Blend {
		return 0.5
	}
	return p.Material.AlphaCutoff
}

// NewMesh uploads a model.
func NewMesh(o gpu.Objects, b *models.Baked) (*Mesh, error) {
	if err := checkModel(b); err != nil {
		return nil, err
	}
	if len(b.Levels) == 0 {
		whole := *b
		whole.Levels, _ = b.Simplify(lod.Options{Beat: b.Beat})
		b = &whole
	}
	m := &Mesh{Poses: b.Poses, beat: b.BeatPoses(), heldPoses: b.StancePose, all: NewLevels(b.Levels)}
	m.SetDraft(false)
	for i := range b.Parts {
		m.Parts = append(m.Parts, newPart(o, b, i))
		m.Blends = m.Blends || b.Parts[i].Material.Blend
	}
	m.Reach, m.bounds = reach(b), poseBounds(b)
	return m, nil
}

// SetDraft sets whether the mesh is drawn in a draft. Only drafts use the levels with the fewest triangles.
func (m *Mesh) SetDraft(draft bool) {
	n := len(m.all)
	for !draft && n > 1 && m.all[n-1].draft {
		n--
	}
	m.Levels = m.all[:n]
}

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

// NewLevels chooses the wingspan in pixels below which birds use each level. At this wingspan, the largest
// error of the level is two pixels and its RMS error is 0.27 pixels, or 0.35 for birds too small to show
// their shape. Birds of at least 100 pixels use the finest level, which alone has the texture.
func NewLevels(from []lod.Level) []level {
	const maxError, smallError, shapeError = 2, 0.35, 0.27 // pixels
	const visible, finest = 24, 100                        // wingspans in pixels; birds that are larger than visible show their shape
	out := make([]level, len(from))
	for i, l := range from {
		out[i] = level{MaxSize: float32(math.Inf(1)), VertexLit: i > 0, bothSides: l.DoubleSided, draft: l.Draft, Triangles: max(1, l.Triangles)}
		if i == 0 {
			continue
		}
		rms := max(l.RMSError, 1e-6)
		out[i].MaxSize = min(finest, out[i-1].MaxSize, maxError/max(l.Error, 1e-6), max(shapeError/rms, min(smallError/rms, visible)))
	}
	return out
}

// RimLimit returns rimLimit of birdlight.glsl, which limits the light at a bird's edges. For the coarse
// levels, which are lit per vertex, it is 0.15. This makes them as bright as a fine mesh that has no limit.
func (l *level) RimLimit() float32 {
	if l.VertexLit {
		return 0.15
	}
	return 1
}

const maxPoses = 1 << PoseBits

// checkModel returns an error if a model is inconsistent or exceeds OpenGL's limits, so that no draw reads
// outside a buffer.
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
			return fmt.Errorf("bird %s, part %d has %d positions and %d normals for %d poses; all poses must have the same number of positions, and a normal for each", b.Name, i, len(p.Positions), len(p.Normals), b.Poses)
		case len(p.Colours) != 0 && len(p.Colours) != n, len(p.UV) != 0 && len(p.UV) != n:
			return fmt.Errorf("bird %s, part %d has %d colours and %d texture coordinates for %d vertices; each number must be 0 or the number of vertices", b.Name, i, len(p.Colours), len(p.UV), n)
		case len(p.Positions) > int(most):
			return fmt.Errorf("bird %s, part %d has %d posed vertices, more than this OpenGL driver supports (%d)", b.Name, i, len(p.Positions), most)
		case b.Poses > maxPoses:
			return fmt.Errorf("bird %s has %d poses, more than the maximum (%d)", b.Name, b.Poses, maxPoses)
		}
		for _, index := range p.Indices {
			if int(index) >= n {
				return fmt.Errorf("bird %s, part %d: index %d is out of range for %d vertices", b.Name, i, index, n)
			}
		}
	}
	return nil
}

func newPart(o gpu.Objects, b *models.Baked, part int) Part {
	out := Part{Material: b.Parts[part].Material}
	for _, l := range b.Levels {
		out.Shapes = append(out.Shapes, newShape(o, &l.Parts[part], l.FrontColours[part], l.BackColours[part], b.Poses))
	}
	if out.Material.Texture != nil {
		out.Surface = gpu.NewSurface(o, out.Material.Texture)
	}
	out.PBR = material.New(o, &out.Material, len(b.Parts[part].UV) > 0)
	return out
}

// Delete frees the mesh; m may be nil.
func (m *Mesh) Delete() {
	if m == nil {
		return
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		for k := range p.Shapes {
			p.Shapes[k].delete()
		}
		gl.DeleteTextures(1, &p.Surface)
		p.PBR.Delete()
	}
	m.Parts = nil
}

// LitPerPixel is the smallest wingspan, in pixels, at which birds are lit and textured per pixel. Smaller
// birds are lit per vertex and take their colours from the texture. A software driver would waste time on the
// pixels around their small triangles.
const LitPerPixel = 64

// PixelLitSize returns the smallest wingspan in pixels at which birds with this mesh are lit per pixel.
func (m *Mesh) PixelLitSize() float32 { return max(LitPerPixel, m.fadeStart(0)) }

// BothSides reports whether the triangles of a part are visible from both sides.
func (m *Mesh) BothSides(p *Part, level int) bool {
	return p.Material.DoubleSided || m.Levels[level].bothSides
}

// Cull makes OpenGL skip triangles that face away, unless they are visible from both sides.
func (m *Mesh) Cull(p *Part, level int) { gpu.SetState(gl.CULL_FACE, !m.BothSides(p, level)) }
