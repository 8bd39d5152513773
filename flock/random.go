package flock

// Purpose tells apart the uses of chance, so that none shares numbers with
// another.
type Purpose uint64

// The purposes of the engine's draws. The rules of flock/rules have other numbers below
// 1,000, rules from elsewhere take numbers from there on.
const (
	forPlace    Purpose = 1
	forCourse   Purpose = 2
	forDecision Purpose = 3
	forFlap     Purpose = 5
)

// Nobody stands for the boid in draws that belong to the whole flock.
const Nobody = -1

// goldenRatio is 2⁶⁴ over the golden ratio, odd: its multiples are far apart.
const goldenRatio = 0x9e3779b97f4a7c15

// random is 64 well-mixed bits, a function of its arguments alone.
func random(seed uint64, boid int, why Purpose, counter int64) uint64 {
	return Dice(seed, why).Roll(int32(boid), counter)
}

// Die gives random numbers for one seed and purpose.
type Die uint64

// Dice is the die of a seed and purpose.
func Dice(seed uint64, why Purpose) Die { return Die(mix(seed + uint64(why)*goldenRatio)) }

// Roll is 64 well-mixed bits, a function of the seed, the purpose, the boid's id and
// a counter, such as Tick.Age: nothing depends on how many numbers were drawn before.
func (d Die) Roll(boid int32, counter int64) uint64 {
	h := mix(uint64(d) + uint64(int64(boid))*0xd1342543de82ef95)
	return mix(h + uint64(counter)*goldenRatio)
}

// Draw is what a counter of [Die.Roll] adds, for kernels that roll eight at a time.
func Draw(counter int64) uint64 { return uint64(counter) * goldenRatio }

// mix is a bijection of 64 bits in which every input bit sways every output bit
// (multiply and xor-shift, after Stafford's variant 13 of MurmurHash3's end).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Three is three numbers in (-1,1) from one draw, uniform.
func Three(bits uint64) Vec {
	return Vec{Symmetric(bits), Symmetric(bits >> 21), Symmetric(bits >> 42)}
}

// Symmetric is a number in (-1,1) from the lowest 21 bits, uniform.
func Symmetric(bits uint64) float32 {
	const half = 1 << 20
	return float32((float32(int32(bits&(2*half-1))-half) + 0.5) / half)
}

// inBall is a point in the unit ball, uniform, from as many draws as it takes;
// each counter has a thousand of its own.
func inBall(seed uint64, boid int, why Purpose, counter int64) Vec {
	for try := range int64(1000) {
		p := Three(random(seed, boid, why, counter*1000+try))
		if p.Dot(p) <= 1 {
			return p
		}
	}
	return Vec{}
}
