package vec

// Purpose identifies the use of a random number. Numbers for different purposes are independent. The packages
// flock, flock/cloud, flock/internal/columns, flock/rules and flock/fit use purposes below 1,000. Other
// packages use 1,000 and above. A test of cmd/skein/program checks that all constants differ.
type Purpose uint64

// WholeFlock replaces a boid's id in draws for the whole flock.
const WholeFlock = -1

// GoldenRatio is 2⁶⁴ divided by the golden ratio, rounded to an odd number. Its multiples modulo 2⁶⁴ are far
// apart.
const GoldenRatio = 0x9e3779b97f4a7c15

// Random returns 64 random bits. They depend only on the arguments.
func Random(seed uint64, boid int, why Purpose, counter int64) uint64 {
	return Dice(seed, why).Roll(int32(boid), counter)
}

// Die generates random numbers for one seed and one purpose.
type Die uint64

// Dice returns the die for a seed and a purpose.
func Dice(seed uint64, why Purpose) Die { return Die(Mix(seed + uint64(why)*GoldenRatio)) }

// Roll returns 64 random bits for a boid and a counter, such as the tick. They do not depend on earlier
// draws.
func (d Die) Roll(boid int32, counter int64) uint64 {
	h := Mix(uint64(d) + uint64(int64(boid))*0xd1342543de82ef95)
	return Mix(h + uint64(counter)*GoldenRatio)
}

// Draw returns the number that [Die.Roll] adds for a counter. Kernels use it to draw for eight boids at once.
func Draw(counter int64) uint64 { return uint64(counter) * GoldenRatio }

// Mix is a bijection on 64 bits in which every input bit affects every output bit (variant 13 of Stafford's
// finalizers for MurmurHash3).
func Mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// SymmetricVec returns a vector with uniform coordinates in (-1,1) from 63 random bits.
func SymmetricVec(bits uint64) Vec {
	return Vec{Symmetric(bits), Symmetric(bits >> 21), Symmetric(bits >> 42)}
}

// Symmetric returns a uniform number in (-1,1) from the lowest 21 bits.
func Symmetric(bits uint64) float32 {
	const half = 1 << 20
	return float32((float32(int32(bits&(2*half-1))-half) + 0.5) / half)
}

// InBall returns a uniform random point in the unit ball. It rejects points outside the ball, and uses up to
// 1,000 results of [Random] per counter.
func InBall(seed uint64, boid int, why Purpose, counter int64) Vec {
	for try := range int64(1000) {
		p := SymmetricVec(Random(seed, boid, why, counter*1000+try))
		if p.Dot(p) <= 1 {
			return p
		}
	}
	return Vec{}
}

// MixWord returns the hash h updated with another word.
func MixWord(h, word uint64) uint64 {
	h = (h ^ word) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}
