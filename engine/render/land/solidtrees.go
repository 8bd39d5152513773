package land

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// solidLumps is the number of lumps of a crown that a draft draws.
const solidLumps = 6

// solidTree returns a tree for drafts: a trunk, and the largest lumps of its crown as solid bodies.
func (h *habit) solidTree() (m Mesh) {
	h.solidTrunk(&m, 3)
	l := randomSequence{seed: h.seed}
	lumps := slices.Clone(h.lumps)
	slices.SortStableFunc(lumps, func(a, b lump) int { return cmp.Compare(b.radius, a.radius) })
	scale := float32(1.05) // chosen so that the tree covers about the area of a tree with leaves
	if h.trunkHeight == 0 {
		scale = 0.95
	}
	for _, each := range lumps[:min(solidLumps, len(lumps))] {
		r := scale * each.radius
		m.body(h, &each, mgl32.Vec3{r, 0.9 * r, r}, &l)
	}
	return m
}

// solidCrown returns a small tree for drafts: a trunk, and a single body with the extent of the crown.
func (h *habit) solidCrown() (m Mesh) {
	h.solidTrunk(&m, 2)
	low, high := h.lumps[0].centre, h.lumps[0].centre
	for _, each := range h.lumps {
		for axis := range 3 {
			low[axis] = min(low[axis], each.centre[axis]-each.radius)
			high[axis] = max(high[axis], each.centre[axis]+each.radius)
		}
	}
	crown := lump{low.Add(high).Mul(0.5), high.Sub(low).Len() / 4}
	l := randomSequence{seed: h.seed}
	m.body(h, &crown, high.Sub(low).Mul(0.46), &l)
	return m
}

func (h *habit) solidTrunk(m *Mesh, sides int) {
	if h.trunkHeight > 0 {
		m.limb(mgl32.Vec3{0, -0.01, 0}, mgl32.Vec3{0.012, h.trunkHeight, 0.008}, h.trunkRadius, 0.45*h.trunkRadius, sides)
	}
}

// body adds an uneven ball around a lump. half is half of its extent along each axis.
func (m *Mesh) body(h *habit, around *lump, half mgl32.Vec3, random *randomSequence) {
	turn := 2 * math.Pi * random.next()
	c, s := float32(math.Cos(turn)), float32(math.Sin(turn))
	first := uint32(len(m.Vertices))
	ball := icosahedron(0)
	for _, v := range ball.Vertices {
		way := mgl32.Vec3{c*v.Position[0] - s*v.Position[2], v.Position[1], s*v.Position[0] + c*v.Position[2]}
		way = way.Mul(float32(random.between(0.85, 1.2)))
		at := around.centre.Add(mgl32.Vec3{way[0] * half[0], way[1] * half[1], way[2] * half[2]})
		normal, open := h.light(around, at)
		shade := h.albedo.Mul(float32(random.between(0.75, 1.25)))
		m.Vertices = append(m.Vertices, Vertex{Position: at, Normal: normal, UV: tileUV(bark.tile, 1, 0.5, 0.5), Sway: 0.25 * at[1],
			Openness: open, Translucency: 1, Opaque: true, Albedo: shade, HeadAlbedo: shade})
	}
	for _, k := range ball.Triangles {
		m.Triangles = append(m.Triangles, first+k)
	}
}
