package land

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Vertex is a vertex of a plant that is 1 m high and 1 m wide.
type Vertex struct {
	Position, Normal   mgl32.Vec3
	UV                 mgl32.Vec2 // coordinates in the leaf picture
	Sway               float32    // fraction of the wind's motion, 0 to 1
	Openness           float32    // fraction of the surrounding light
	Translucency       float32    // strength of light that passes through, 0 to 1; 0 for wood and stone
	Opaque             bool       // the surface has no transparent parts there
	Albedo, HeadAlbedo mgl32.Vec3 // multiplied by the plant's shade and the ground's albedo
}

// Mesh is the shape of a plant.
type Mesh struct {
	Vertices  []Vertex
	Triangles []uint32
}

func (m *Mesh) quad(corners [4]Vertex) {
	k := uint32(len(m.Vertices))
	m.Vertices = append(m.Vertices, corners[:]...)
	m.Triangles = append(m.Triangles, k, k+1, k+2, k, k+2, k+3)
}

// tileUV returns texture coordinates in a range of tiles, slightly inside the edges. u and v run from 0 to 1.
func tileUV(tile, tiles int, u, v float32) mgl32.Vec2 {
	return mgl32.Vec2{(float32(tile) + float32(tiles)*(0.01+0.98*u)) / leafTiles, 0.003 + 0.98*v}
}

type material struct {
	tile, tiles        int
	albedo, headAlbedo mgl32.Vec3
	translucency       float32
}

func fans(cards, rows int, wide, lean float32, c material, seed uint32) (m Mesh) {
	l := randomSequence{seed: seed}
	for k := range cards {
		turn := math.Pi * (float64(k) + 0.5*l.next()) / float64(cards)
		along := mgl32.Vec3{float32(math.Cos(turn)), 0, float32(math.Sin(turn))}
		out := mgl32.Vec3{-along[2], 0, along[0]}
		if k%2 == 1 {
			out = out.Mul(-1)
		}
		shift := out.Mul(float32(l.between(-0.12, 0.12)) * wide)
		flip := l.next() < 0.5
		corner := func(side, up float32) Vertex {
			pos := along.Mul((side - 0.5) * wide).Add(mgl32.Vec3{0, up, 0}).Add(out.Mul(lean * up * up)).Add(shift)
			u := side
			if flip {
				u = 1 - u
			}
			normal := mgl32.Vec3{0, 1, 0}.Add(out.Mul(0.3)).Add(along.Mul(side - 0.5)).Normalize()
			return Vertex{Position: pos, Normal: normal, UV: tileUV(c.tile, c.tiles, u, up), Sway: up * up,
				Openness: 0.32 + 0.68*up, Translucency: c.translucency, Albedo: c.albedo, HeadAlbedo: c.headAlbedo}
		}
		for row := range rows {
			low, high := float32(row)/float32(rows), float32(row+1)/float32(rows)
			m.quad([4]Vertex{corner(0, low), corner(1, low), corner(1, high), corner(0, high)})
		}
	}
	return m
}

type lump struct {
	centre mgl32.Vec3
	radius float32
}

// habit is the shape of a kind of tree. Lengths are fractions of its height.
type habit struct {
	lumps       []lump
	trunkHeight float32
	trunkRadius float32
	tile        int
	cardSize    float32
	cards       int
	sizeFix     [5]float32 // factor for the card size, by level; 0 if none
	albedo      mgl32.Vec3
	seed        uint32
}

var bark = material{tile: tileGrain, tiles: 1, albedo: mgl32.Vec3{0.85, 0.47, 1.1}}

// tree returns a tree at a level of detail; 0 is the finest. Level 1 has half as many cards as level 0, and
// each further level has about a third as many as the level before it. The cards get larger, so that they
// cover the same area. Fewer cards overlap less. So the size of a card grows slightly more slowly than the
// square root of the factor by which their number falls.
func (h *habit) tree(level int) (m Mesh) {
	l := randomSequence{seed: h.seed}
	sides := []int{7, 5, 3, 3, 3}[level]
	if h.trunkHeight > 0 {
		m.limb(mgl32.Vec3{0, -0.01, 0}, mgl32.Vec3{0.012, h.trunkHeight, 0.008}, h.trunkRadius, 0.45*h.trunkRadius, sides)
		for k, each := range h.lumps {
			if level > 1 || k%2 == 1 && level > 0 || each.centre[1] < h.trunkHeight*0.9 {
				continue
			}
			from := mgl32.Vec3{0.008, h.trunkHeight * (0.72 + 0.26*float32(l.next())), 0.005}
			m.limb(from, each.centre, 0.45*h.trunkRadius, 0.1*h.trunkRadius, sides-2)
		}
	}
	inside := randomSequence{seed: h.seed + 100}
	for k := range h.lumps {
		if level < 2 {
			m.core(&h.lumps[k], h, &inside)
		}
	}
	cards := h.cards / []int{1, 2, 6, 18, 50}[level]
	var all float32
	for _, each := range h.lumps {
		all += each.radius * each.radius
	}
	counts, sum := make([]int, len(h.lumps)), 0
	for k, each := range h.lumps {
		counts[k] = max(1, int(float32(cards)*each.radius*each.radius/all+0.5))
		sum += counts[k]
	}
	size := h.cardSize * []float32{1, 0.98, 0.93, 0.86, 0.74}[level] * float32(math.Sqrt(float64(h.cards)/float64(sum)))
	if fit := h.sizeFix[level]; fit > 0 {
		size *= fit
	}
	for k, n := range counts {
		each := &h.lumps[k]
		for i := range n {
			m.leafCard(h, each, size, spiral(i, n, float64(k)), &l)
		}
	}
	return m
}

func spiral(i, n int, turn float64) mgl32.Vec3 {
	y := 1 - 2*(float64(i)+0.5)/float64(n)
	flat, way := math.Sqrt(1-y*y), float64(i)*2.39996+turn
	return mgl32.Vec3{float32(flat * math.Cos(way)), float32(y), float32(flat * math.Sin(way))}
}

func (h *habit) middle() (pos mgl32.Vec3, reach float32) {
	var weight float32
	for _, each := range h.lumps {
		pos, weight = pos.Add(each.centre.Mul(each.radius)), weight+each.radius
	}
	pos = pos.Mul(1 / weight)
	for _, each := range h.lumps {
		reach = max(reach, each.centre.Sub(pos).Len()+each.radius)
	}
	return pos, reach
}

func (h *habit) light(l *lump, pos mgl32.Vec3) (normal mgl32.Vec3, open float32) {
	middle, reach := h.middle()
	out := pos.Sub(middle)
	normal = pos.Sub(l.centre).Mul(0.7 / l.radius).Add(out.Mul(0.75 / reach)).Add(mgl32.Vec3{0, 0.08, 0})
	if normal.Len() < 1e-4 {
		normal = mgl32.Vec3{0, 1, 0}
	}
	open = 1
	for i := range h.lumps {
		if other := &h.lumps[i]; other != l {
			deep := 1 - pos.Sub(other.centre).Len()/(1.15*other.radius)
			open *= 1 - 0.75*mgl32.Clamp(deep, 0, 1)
			above := other.centre.Sub(pos)
			if flat := (mgl32.Vec2{above[0], above[2]}).Len(); above[1] > 0 && flat < other.radius {
				open *= 1 - 0.3*(1-flat/other.radius)
			}
		}
	}
	inner := pos.Sub(l.centre).Len() / l.radius
	open *= mgl32.Clamp(0.1+0.9*inner, 0.25, 1) * mgl32.Clamp(0.72+0.5*out[1]/reach, 0.45, 1)
	return normal.Normalize(), open
}

func (m *Mesh) leafCard(h *habit, lump *lump, size float32, way mgl32.Vec3, random *randomSequence) {
	deep := float32(math.Sqrt(random.between(0.3, 1.0)))
	pos := lump.centre.Add(way.Mul(lump.radius * deep))
	facing := way.Add(mgl32.Vec3{float32(random.between(-0.8, 0.8)), float32(random.between(-0.5, 0.8)), float32(random.between(-0.8, 0.8))}).Normalize()
	right := facing.Cross(mgl32.Vec3{0.1, 1, 0.2})
	if right.Len() < 1e-3 {
		right = mgl32.Vec3{1, 0, 0}
	}
	right = right.Normalize()
	up := facing.Cross(right)
	turn := 2 * math.Pi * random.next()
	c, s := float32(math.Cos(turn)), float32(math.Sin(turn))
	right, up = right.Mul(c).Add(up.Mul(s)), up.Mul(c).Sub(right.Mul(s))
	halfWidth := size * float32(random.between(0.4, 0.62))
	shade := float32(random.between(0.82, 1.18))
	var corners [4]Vertex
	for k := range corners {
		u, v := float32(((k+1)/2)%2), float32(k/2)
		place := pos.Add(right.Mul((2*u - 1) * halfWidth)).Add(up.Mul((2*v - 1) * halfWidth))
		normal, open := h.light(lump, place)
		corners[k] = Vertex{Position: place, Normal: normal, UV: tileUV(h.tile, 1, u, v), Sway: 0.25 * place[1],
			Openness: open, Translucency: 1, Albedo: h.albedo.Mul(shade), HeadAlbedo: h.albedo}
	}
	m.quad(corners)
}

const innerCards = 10

func (m *Mesh) core(lump *lump, h *habit, random *randomSequence) {
	inner := *lump
	inner.radius *= 0.45
	for i := range innerCards {
		m.leafCard(h, &inner, 1.25*lump.radius, spiral(i, innerCards, 1), random)
		for k := len(m.Vertices) - 4; k < len(m.Vertices); k++ {
			v := &m.Vertices[k]
			_, open := h.light(lump, v.Position)
			v.Openness, v.Translucency, v.Albedo = 0.8*open, 0.5, v.Albedo.Mul(0.9)
		}
	}
}

func (m *Mesh) limb(from, to mgl32.Vec3, thick, thin float32, sides int) {
	way := to.Sub(from).Normalize()
	right := way.Cross(mgl32.Vec3{0.3, 0.1, 1}).Normalize()
	ahead := way.Cross(right)
	first := uint32(len(m.Vertices))
	for k := range 2 * (sides + 1) {
		turn := 2 * math.Pi * float64(k/2) / float64(sides)
		out := right.Mul(float32(math.Cos(turn))).Add(ahead.Mul(float32(math.Sin(turn))))
		pos, r := from, thick
		if k%2 == 1 {
			pos, r = to, thin
		}
		m.Vertices = append(m.Vertices, Vertex{Position: pos.Add(out.Mul(r)), Normal: out, Opaque: true, Openness: 0.8 - 0.45*mgl32.Clamp(pos[1], 0, 1),
			UV: tileUV(bark.tile, 1, float32(k/2)/float32(sides), 0.9*pos[1]), Sway: 0.25 * pos[1] * pos[1], Albedo: bark.albedo, HeadAlbedo: bark.albedo})
	}
	for k := range uint32(sides) {
		a := first + 2*k
		m.Triangles = append(m.Triangles, a, a+1, a+3, a, a+3, a+2)
	}
}

func icosahedron(times int) (m Mesh) {
	g := float32((1 + math.Sqrt(5)) / 2)
	for _, pos := range []mgl32.Vec3{{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0}, {0, -1, g}, {0, 1, g},
		{0, -1, -g}, {0, 1, -g}, {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}} {
		m.Vertices = append(m.Vertices, Vertex{Position: pos.Normalize()})
	}
	m.Triangles = []uint32{0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
		3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1}
	for range times {
		var out []uint32
		between := map[[2]uint32]uint32{}
		midpoint := func(a, b uint32) uint32 {
			key := [2]uint32{min(a, b), max(a, b)}
			if k, ok := between[key]; ok {
				return k
			}
			between[key] = uint32(len(m.Vertices))
			m.Vertices = append(m.Vertices, Vertex{Position: m.Vertices[a].Position.Add(m.Vertices[b].Position).Normalize()})
			return between[key]
		}
		for k := 0; k < len(m.Triangles); k += 3 {
			a, b, c := m.Triangles[k], m.Triangles[k+1], m.Triangles[k+2]
			x, y, z := midpoint(a, b), midpoint(b, c), midpoint(c, a)
			out = append(out, a, x, z, b, y, x, c, z, y, x, y, z)
		}
		m.Triangles = out
	}
	return m
}

func rock(times int, seed uint32) Mesh {
	m := icosahedron(times)
	l := randomSequence{seed: seed}
	var cuts [14]mgl32.Vec4
	for k := range cuts {
		way := mgl32.Vec3{float32(l.between(-1, 1)), float32(l.between(-0.4, 1)), float32(l.between(-1, 1))}.Normalize()
		cuts[k] = way.Vec4(float32(l.between(0.42, 0.78)))
	}
	grey := mgl32.Vec3{2.0, 1.4, 3.6}
	for k := range m.Vertices {
		v := &m.Vertices[k]
		pos, normal := v.Position, v.Position
		for _, cut := range cuts {
			if over := pos.Dot(cut.Vec3()) - cut[3]; over > 0 {
				pos = pos.Sub(cut.Vec3().Mul(0.9 * over))
				normal = normal.Add(cut.Vec3().Mul(6 * over))
			}
		}
		v.UV = tileUV(tileGrain, 1, 0.5+0.45*v.Position[0], 0.5+0.3*v.Position[1]+0.15*v.Position[2])
		if times == 0 { // the few faces would be inside the ball
			pos = pos.Mul(1.1)
		}
		v.Position = mgl32.Vec3{0.62 * pos[0], 0.3 + 0.8*pos[1], 0.5 * pos[2]}
		v.Normal = normal.Normalize()
		v.Openness, v.Opaque, v.Albedo, v.HeadAlbedo = mgl32.Clamp(0.35+0.9*v.Position[1], 0.3, 1), true, grey, grey
	}
	return m
}
