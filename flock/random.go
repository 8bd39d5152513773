package flock

// purpose tells apart the uses of chance, so that none shares numbers with
// another.
type purpose uint64

const (
	forPlace purpose = iota + 1
	forCourse
	forDecision
	forGust
	forFlap
	forWander
	forMeander
)

// nobody stands for the boid in draws that belong to the whole flock.
const nobody = -1

// goldenRatio is 2⁶⁴ over the golden ratio, odd: its multiples are far apart.
const goldenRatio = 0x9e3779b97f4a7c15

// random is 64 well-mixed bits, a function of its arguments alone.
func random(seed uint64, boid int, why purpose, counter int64) uint64 {
	return dice(seed, why).roll(int32(boid), counter)
}

// a die is random for one seed and purpose.
type die uint64

func dice(seed uint64, why purpose) die { return die(mix(seed + uint64(why)*goldenRatio)) }

func (d die) roll(boid int32, counter int64) uint64 {
	h := mix(uint64(d) + uint64(int64(boid))*0xd1342543de82ef95)
	return mix(h + uint64(counter)*goldenRatio)
}

// mix is a bijection of 64 bits in which every input bit sways every output bit
// (multiply and xor-shift, after Stafford's variant 13 of MurmurHash3's end).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// three is three numbers in (-1,1) from one draw, uniform.
func three(bits uint64) Vec {
	return Vec{symmetric(bits), symmetric(bits >> 21), symmetric(bits >> 42)}
}

// symmetric is a number in (-1,1) from the lowest 21 bits, uniform.
func symmetric(bits uint64) float32 {
	const half = 1 << 20
	return float32((float32(int32(bits&(2*half-1))-half) + 0.5) / half)
}

// inBall is a point in the unit ball, uniform, from as many draws as it takes;
// each counter has a thousand of its own.
func inBall(seed uint64, boid int, why purpose, counter int64) Vec {
	for try := range int64(1000) {
		p := three(random(seed, boid, why, counter*1000+try))
		if p.Dot(p) <= 1 {
			return p
		}
	}
	return Vec{}
}
