package land

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/render/noise"
)

// The streets of a city form a grid, rotated by noiseRotation (see rotate). town.glsl has the same numbers,
// chosen by eye.
const (
	blockX, blockZ = 92.0, 66.0 // distances between the middles of streets, m
	streetHalf     = 7.0        // m
	lotsX, lotsZ   = 3, 2       // number of lots in a block
	townEnd        = 1900.0     // distance of the farthest houses, m
	quayWidth      = 42.0       // width of the strip between water and town, m
	roofSide       = 4.0        // unit of a roof's texture coordinates, m
)

// townLevel returns how far a place is inside the town, in m. It is negative on the river and on the lake in
// which flocks live. The place is (worldX, worldZ) in the world and (x, z) in the noise.
func (c *cover) townLevel(worldX, worldZ, x, z float64) float64 {
	u, v := rotate(worldX, worldZ)
	river := math.Abs(v+110*math.Sin(u/370)) - 85
	return min(math.Hypot(worldX, worldZ)-215, river) + 70*(c.rotatedNoiseAt(x, z, 2600, patchesChannel)-0.5)
}

func (c *cover) inTown(s *spot) bool { return c.townLevel(s.worldX, s.worldZ, s.x, s.z) > quayWidth }

func town(seed uint32, coarse bool) *Relief {
	c := cover{noise: Noise()}
	c.x, c.z = Far*noise.Hash(seed, 77), Far*noise.Hash(seed, 78)
	r := &Relief{}
	far := townEnd
	if coarse {
		far = 1300
	}
	const tile = 4
	n := int(far/blockZ)/tile + 1
	for i := -n; i < n; i++ {
		for j := -n; j < n; j++ {
			first := len(r.Indices)
			for k := range tile * tile {
				c.addBlock(r, tile*i+k%tile, tile*j+k/tile, seed, far, coarse)
			}
			r.addPiece(first)
		}
	}
	return r
}

func (c *cover) addBlock(r *Relief, i, j int, seed uint32, far float64, coarse bool) {
	u, v := (float64(i)+0.5)*blockX, (float64(j)+0.5)*blockZ
	x, z := unrotate(u, v)
	out := math.Hypot(x, z)
	if out > far || c.townLevel(x, z, x+c.x, z+c.z) < 55 {
		return
	}
	which := uint32(int32(i))*0x1f123bb5 ^ uint32(int32(j))*0x5f356495
	centre := smoothstep(0.48, 0.62, c.noiseAt(x+c.x, z+c.z, 1700, patchesChannel)) * smoothstep(330, 800, out)
	wide, deep := blockX/2-streetHalf-3, blockZ/2-streetHalf-3
	if coarse || out > 1300 {
		if noise.Hash(which, seed+5) > 0.06 {
			r.addHouse(u, v, wide, deep, houseHeight(which, seed, out, centre), which, seed)
		}
		return
	}
	for lot := range uint32(lotsX * lotsZ) {
		id := which + 0x9e37*lot + 1
		if noise.Hash(id, seed+5) < 0.08 {
			continue // a yard
		}
		a, b := wide/lotsX, deep/lotsZ
		inset := 1.6 * noise.Hash(id, seed+6)
		r.addHouse(u-wide+a*float64(2*(lot%lotsX)+1), v-deep+b*float64(2*(lot/lotsX)+1), a-inset, b-inset/2, houseHeight(id, seed, out, centre), id, seed)
	}
}

func houseHeight(id, seed uint32, out, centre float64) float64 {
	high := 9 + 13*noise.Hash(id, seed+7)
	if noise.Hash(id, seed+8) < 0.55*centre {
		t := noise.Hash(id, seed+9)
		high = 28 + 110*centre*t*t*smoothstep(300, 1100, out)
	}
	return high
}

func unrotate(u, v float64) (float64, float64) {
	return float64(0.8*u) + float64(0.6*v), float64(0.8*v) - float64(0.6*u)
}

// addHouse adds a box with a flat roof. (u, v) is its middle in the grid of streets. a and b are half its
// side lengths, in m.
func (r *Relief) addHouse(u, v, a, b, high float64, id, seed uint32) {
	storeys := math.Max(math.Round(high/3.2), 1)
	style := math.Floor(noise.Hash(id, seed+10) * 3)
	if high < 28 {
		style = math.Floor(noise.Hash(id, seed+10) * 1.3)
	}
	wall := mgl32.Vec4{float32(1 + style), float32(storeys), float32(noise.Hash(id, seed+11)), float32(noise.Hash(id, seed+12))}
	pointAt := func(du, dv, h float64) mgl32.Vec3 {
		x, z := unrotate(u+du, v+dv)
		return mgl32.Vec3{float32(x), float32(h), float32(z)}
	}
	corners := [5][2]float64{{-a, -b}, {-a, b}, {a, b}, {a, -b}, {-a, -b}}
	for side := range 4 {
		p, q := corners[side], corners[side+1]
		long := math.Hypot(q[0]-p[0], q[1]-p[1])
		columns := math.Max(math.Round(long/2.4), 1)
		n := pointAt(q[0], q[1], 0).Sub(pointAt(p[0], p[1], 0)).Cross(mgl32.Vec3{0, 1, 0}).Normalize()
		first := uint32(len(r.Vertices))
		start := float32(100 * side)
		for _, k := range [4]struct {
			pos  [2]float64
			x, y float64
		}{{p, 0, 0}, {q, columns, 0}, {q, columns, storeys}, {p, 0, storeys}} {
			r.Vertices = append(r.Vertices, ReliefVertex{Position: pointAt(k.pos[0], k.pos[1], high*k.y/storeys), Normal: n, UV: mgl32.Vec2{start + float32(k.x), float32(k.y)}, Wall: wall})
		}
		r.Indices = append(r.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	first := uint32(len(r.Vertices))
	roof := mgl32.Vec4{0, float32(2 * a / roofSide), float32(2 * b / roofSide), wall[3]}
	for _, k := range corners[:4] {
		r.Vertices = append(r.Vertices, ReliefVertex{Position: pointAt(k[0], k[1], high), Normal: mgl32.Vec3{0, 1, 0}, UV: mgl32.Vec2{float32((k[0] + a) / roofSide), float32((k[1] + b) / roofSide)}, Wall: roof})
	}
	r.Indices = append(r.Indices, first, first+1, first+2, first, first+2, first+3)
}
