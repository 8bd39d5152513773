package land

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/render/noise"
	"skein/flock/look"
)

// Relief contains the parts of a land that rise above the flat ground, such as hills or houses, but not
// plants. It does not move. Lengths are in m.
type Relief struct {
	Vertices []ReliefVertex
	Indices  []uint32 // three per triangle, anticlockwise seen from outside
	Pieces   []ReliefPiece
}

// ReliefVertex is a vertex of a relief. Only houses use UV and Wall. On a wall, UV counts windows along it
// and storeys above its foot. Wall contains the facade's style (from 1), the number of storeys, the seed of
// the windows and the tint. On a roof, UV counts multiples of roofSide. Wall contains 0, the roof's length
// and breadth in this unit, and the tint.
type ReliefVertex struct {
	Position, Normal mgl32.Vec3
	UV               mgl32.Vec2
	Wall             mgl32.Vec4
}

// ReliefPiece is a range of indices that can be drawn alone.
type ReliefPiece struct {
	Low, High    mgl32.Vec3 // corners of a box around the piece
	First, Count int
}

// HasRelief reports whether a land rises above the flat ground.
func HasRelief(l look.Land) bool { return lands[l].relief != nil }

// NewRelief returns the relief of a land for a seed. A coarse relief has a fifth to a seventh of the
// triangles.
func NewRelief(l look.Land, seed uint32, coarse bool) *Relief { return lands[l].relief(seed, coarse) }

func (r *Relief) addPiece(first int) {
	if first == len(r.Indices) {
		return
	}
	p := ReliefPiece{Low: r.Vertices[r.Indices[first]].Position, First: first, Count: len(r.Indices) - first}
	p.Low[1] = 0 // the shader may flatten the piece
	p.High = p.Low
	for _, i := range r.Indices[first:] {
		for axis, x := range r.Vertices[i].Position {
			p.Low[axis], p.High[axis] = min(p.Low[axis], x), max(p.High[axis], x)
		}
	}
	r.Pieces = append(r.Pieces, p)
}

// Clearing is a radius around the origin, in m. All lands are flat within it, because flocks do not avoid
// hills.
const Clearing = 170.0

// Clear returns the radius of the flat ground and the width of the slope around it, in m. The circle contains
// the obstacles, which lie within the given radius. It also contains the eye, unless the eye is above the
// hills.
func Clear(eye mgl32.Vec3, obstacles float32) (radius, slope float32) {
	out := float32(math.Hypot(float64(eye[0]), float64(eye[2])))
	out = (out + 120) * float32(1-smoothstep(hillHeight, 1.5*hillHeight, float64(eye[1])))
	radius = max(Clearing, out, obstacles+40)
	return radius, 250 + 0.4*radius
}

// Sizes of the hills, chosen by eye. hillHeight is approximately the height of the highest hill. The hills
// end between hillsFade and hillsEnd.
const (
	hillHeight          = 240.0
	hillsFade, hillsEnd = 3000.0, 4600.0
	hillSectors         = 24
)

func hills(seed uint32, coarse bool) *Relief {
	around, rings := 288, 60
	if coarse {
		around, rings = 120, 30
	}
	r := &Relief{}
	grow := math.Pow(hillsEnd/Clearing, 1/float64(rings))
	for ring := range rings + 1 {
		radius := Clearing * math.Pow(grow, float64(ring))
		step := max(6, 0.35*radius*(grow-1))
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(around))
			x, z := radius*sin, radius*cos
			h := hillAt(x, z, seed)
			n := mgl32.Vec3{
				float32((hillAt(x-step, z, seed) - hillAt(x+step, z, seed)) / (2 * step)), 1,
				float32((hillAt(x, z-step, seed) - hillAt(x, z+step, seed)) / (2 * step)),
			}
			r.Vertices = append(r.Vertices, ReliefVertex{Position: mgl32.Vec3{float32(x), float32(h), float32(z)}, Normal: n.Normalize()})
		}
	}
	wide := around / hillSectors
	for sector := range hillSectors {
		first := len(r.Indices)
		for ring := range rings {
			for k := sector * wide; k < (sector+1)*wide; k++ {
				a, b := uint32(ring*around+k), uint32(ring*around+(k+1)%around)
				c, d := a+uint32(around), b+uint32(around)
				r.Indices = append(r.Indices, a, c, d, a, d, b)
			}
			if ring == rings/3 || ring == 2*rings/3 {
				r.addPiece(first)
				first = len(r.Indices)
			}
		}
		r.addPiece(first)
	}
	return r
}

// hillAt returns the height of the hills in m, before the middle is flattened. There are small ridges on the
// flanks of large ones. Near hills are low, so that they do not hide a low sun.
func hillAt(x, z float64, seed uint32) float64 {
	out := math.Hypot(x, z)
	bend := gradientNoise(x/820, z/820, seed+90)
	x, z = x+150*bend, z-110*bend
	broad := smoothstep(-0.42, 0.42, gradientNoise(x/1150, z/1150, seed+91))
	sum, weight, carry := 0.0, 0.62, 1.0
	size := 610.0
	for k := range uint32(5) {
		g := gradientNoise(x/size, z/size, seed+92+k)
		fold := 1 - 1.7*math.Sqrt(g*g+0.0025) // the constant rounds off the ridges
		fold = max(fold, 0)
		fold *= fold
		sum += weight * carry * fold
		carry = min(1, 0.25+1.1*fold) * carry
		weight *= 0.44
		x, z = rotate(x, z)
		size *= 0.49
	}
	return hillHeight * sum * (0.18 + 0.82*broad) * (0.28 + 0.72*smoothstep(150, 1600, out)) * (1 - smoothstep(hillsFade, hillsEnd, out))
}

// gradientNoise is Perlin's gradient noise (K. Perlin, Improving Noise, 2002) with pseudo-random unit
// gradients, about -0.7 to 0.7.
func gradientNoise(x, z float64, seed uint32) float64 {
	fx, fz := math.Floor(x), math.Floor(z)
	i, j, u, v := uint32(int32(fx)), uint32(int32(fz)), x-fx, z-fz
	corner := func(di, dj uint32) float64 {
		sin, cos := math.Sincos(2 * math.Pi * noise.Hash((i+di)*0x1f123bb5^(j+dj)*0x5f356495, seed))
		return cos*(u-float64(di)) + sin*(v-float64(dj))
	}
	ease := func(t float64) float64 { return t * t * t * (t*(6*t-15) + 10) }
	s, t := ease(u), ease(v)
	top := corner(0, 0)*(1-s) + corner(1, 0)*s
	return top*(1-t) + (corner(0, 1)*(1-s)+corner(1, 1)*s)*t
}
