package near

import "math"

// Record is what others see of a boid, eight numbers in quanta: its place modulo 2¹⁶
// and a 1, its velocity less the flock's, and 0, or a 1 if that velocity is beyond 16
// bits. Of boids less than 2¹⁵ apart along each axis the difference is exact.
type Record [8]int16

// PackRecords fills to with places and velocities times scale, whole numbers then; so
// is the flock's course. The arrays are at least as long, and have room for seven more.
// It returns how many velocities are beyond 16 bits.
func PackRecords(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (wild int) {
	n := len(to)
	return packRecords(to, x[:n], y[:n], z[:n], vx[:n], vy[:n], vz[:n], course, scale)
}

func packRecordsGo(to []Record, x, y, z, vx, vy, vz []float32, course [3]float32, scale float32) (wild int) {
	for i := range to {
		v := [3]int32{int32((vx[i] - course[0]) * scale), int32((vy[i] - course[1]) * scale), int32((vz[i] - course[2]) * scale)}
		r := Record{int16(int32(x[i] * scale)), int16(int32(y[i] * scale)), int16(int32(z[i] * scale)), 1}
		for k, one := range v {
			r[4+k] = int16(one)
			if int32(r[4+k]) != one {
				r[7] = 1
			}
		}
		to[i] = r
		wild += int(r[7])
	}
	return wild
}

// Note lists in to those candidates whose squared distance to p is less than limit, but
// for that of index self: as differences of their indices from self, filled up to whole
// fours with zeros, that is self. It returns how many entries these are, and how many
// of them are self. to has room for len(l.X)+8. No index is 2¹⁵ or more from self.
func Note(to []int16, l *List, p Point, self int, limit float32) (entries, own int) {
	n := 0
	if len(l.X) > 0 {
		n = note(to[:len(l.X)+pad], l, p, int32(self), limit)
	}
	return filled(to, n)
}

// filled fills n entries up to whole fours.
func filled(to []int16, n int) (entries, own int) {
	entries = (n + 3) &^ 3
	for k := n; k < entries; k++ {
		to[k] = 0
	}
	return entries, entries - n
}

func noteGo(to []int16, l *List, p Point, self int32, limit float32) (n int) {
	limits := bound(limit)
	for k, j := range l.At {
		to[n] = int16(j - self)
		if j != self {
			n += less(square(l.X[k]-p.X, l.Y[k]-p.Y, l.Z[k]-p.Z), limits)
		}
	}
	return n
}

// NotePairs is Note, and lists in pairs those whose squared distance is less than close
// as well, with two numbers each: the difference from self, and number. So many numbers
// are there; pairs has room for 2·len(l.X)+16.
func NotePairs(to, pairs []int16, l *List, p Point, self, number int, limit, close float32) (entries, own, paired int) {
	n := 0
	if many := len(l.X) + pad; len(l.X) > 0 {
		n, paired = notePairs(to[:many], pairs[:2*many], l, p, int32(self), int32(number), limit, close)
	}
	entries, own = filled(to, n)
	return entries, own, 2 * paired
}

func notePairsGo(to, pairs []int16, l *List, p Point, self, number int32, limit, close float32) (n, paired int) {
	limits := bound(close)
	for k, j := range l.At {
		pairs[2*paired], pairs[2*paired+1] = int16(j-self), int16(number)
		if j != self {
			paired += less(square(l.X[k]-p.X, l.Y[k]-p.Y, l.Z[k]-p.Z), limits)
		}
	}
	return noteGo(to, l, p, self, limit), paired
}

// Eyes are those of a run of boids, which see whom they have on lists.
type Eyes struct {
	Records []Record // of all
	First   int      // the first of those who look; seven more than look are there
	Lists   []int16  // how far behind its own a boid's records are, itself filling them up to whole fours

	// Of those who look, and up to whole eights: where its list begins, a multiple of
	// four, plus how often itself is on it; one more says where the last list ends.
	Heads      []uint32
	VX, VY, VZ []float32

	// In sight is who is less than the square root of Inner quanta away. Whether one
	// between that and Outer is, integers cannot tell.
	Inner, Outer int32
	Course       [3]float32 // the flock's, that records leave out
	Scale, Unit  float32    // quanta a unit, and its inverse; powers of two
	Few, Many    int32      // outside of which it says so

	// Of those in sight, but for itself: their number, twice; the sums of their
	// places relative to the boid, twice, and of their velocities, in quanta; and the
	// sum of the vectors from them, or what Part makes it. There is room for whole
	// eights.
	Visible, Weight           []float32
	EdgeX, EdgeY, EdgeZ       []float32
	CentreX, CentreY, CentreZ []float32
	CourseX, CourseY, CourseZ []float32
	AwayX, AwayY, AwayZ       []float32

	// For Part: who may be close to whom, by eights, see NotePairs; and for whole
	// eights of boids the sum of the vectors from those closer than the square root of
	// Protected, times their weight, in quanta.
	Pairs           []int16
	Protected, Over float32
	Falloff         Falloff
	Sums            [][4]int32

	// A bit for each, the lowest of the first byte for the first: those of whom it
	// cannot tell what they see; and those who see fewer than Few;
	// of whom those who see more than Many count to the former.
	Unsure, Lonely []uint8
}

// Limits has those be in sight whose squared distance is less than limit by float32:
// (dx² + dy²) + dz², each operation rounded.
func (e *Eyes) Limits(limit float32) {
	const rounding = 1. / (1 << 22) // more than that of three operations
	square := float64(limit) * float64(e.Scale) * float64(e.Scale)
	e.Inner, e.Outer = int32(math.Ceil(square*(1-rounding))), int32(math.Floor(square*(1+rounding)))+1
}

// Look has the first n look. What is written to lanes past them is of no meaning.
func (e *Eyes) Look(n int) {
	if n > 0 {
		e.look((n + 7) / 8)
	}
}

// Part sums up the separation of the first n from those that are close.
func (e *Eyes) Part(n int) {
	clear(e.Sums[:(n+7)/8*8])
	if len(e.Pairs) > 0 {
		e.part(len(e.Pairs) / 16)
	}
	for i, sum := range e.Sums[:n] {
		e.AwayX[i], e.AwayY[i], e.AwayZ[i] = float32(sum[0])*e.Unit, float32(sum[1])*e.Unit, float32(sum[2])*e.Unit
	}
}

func (e *Eyes) partGo(eights int) {
	for k := range 8 * eights {
		by, i := int(e.Pairs[2*k]), int(e.Pairs[2*k+1])
		own, other, sum := &e.Records[e.First+i], &e.Records[e.First+i+by], &e.Sums[i]
		var from [3]float32
		for a := range from {
			from[a] = float32(own[a]-other[a]) * e.Unit
		}
		d2 := square(from[0], from[1], from[2])
		if !(d2 < e.Protected) {
			continue
		}
		weight := e.weight(d2)
		for a, x := range from {
			sum[a] += int32(math.RoundToEven(float64(float32(weight*x)) * float64(e.Scale)))
		}
	}
}

// weight is the falloff at a distance, given its square.
func (e *Eyes) weight(d2 float32) float32 {
	d := float32(math.Sqrt(float64(d2)))
	far := max(d, Closest)
	switch {
	case e.Falloff == Whole:
		return 1
	case d == 0:
		return 0
	case e.Falloff == Linear:
		return max(0, 1-float32(d*e.Over)) / d
	case e.Falloff == Inverse:
		return 1 / float32(d*far)
	}
	return 1 / float32(float32(d*far)*far)
}

func (e *Eyes) lookGo(eights int) {
	for i := range 8 * eights {
		if i%8 == 0 {
			e.Unsure[i/8], e.Lonely[i/8] = 0, 0
		}
		e.lookOne(i)
	}
}

func (e *Eyes) lookOne(i int) {
	var pos, vel [3]int32
	n, unsure := -int32(e.Heads[i]&3), false
	own := e.Records[e.First+i]
	for _, by := range e.Lists[e.Heads[i]&^3 : e.Heads[i+1]&^3] {
		other := &e.Records[e.First+i+int(by)]
		x, y, z := int32(other[0]-own[0]), int32(other[1]-own[1]), int32(other[2]-own[2])
		square := x*x + y*y + z*z
		if square >= e.Inner {
			unsure = unsure || square < e.Outer
			continue
		}
		n++
		pos[0], pos[1], pos[2] = pos[0]+x, pos[1]+y, pos[2]+z
		vel[0], vel[1], vel[2] = vel[0]+int32(other[4]), vel[1]+int32(other[5]), vel[2]+int32(other[6])
		unsure = unsure || other[7] != 0
	}
	all := n + int32(e.Heads[i]&3)
	for k, v := range [3]float32{e.VX[i], e.VY[i], e.VZ[i]} {
		vel[k] -= all * int32((v-e.Course[k])*e.Scale)
	}
	e.Visible[i], e.Weight[i] = float32(n), float32(n)
	x, y, z := float32(pos[0]), float32(pos[1]), float32(pos[2])
	e.EdgeX[i], e.EdgeY[i], e.EdgeZ[i] = x, y, z
	e.CentreX[i], e.CentreY[i], e.CentreZ[i] = x, y, z
	e.AwayX[i], e.AwayY[i], e.AwayZ[i] = -x*e.Unit, -y*e.Unit, -z*e.Unit
	e.CourseX[i], e.CourseY[i], e.CourseZ[i] = float32(vel[0]), float32(vel[1]), float32(vel[2])
	if unsure || n > e.Many {
		e.Unsure[i/8] |= 1 << (i % 8)
	}
	if n < e.Few {
		e.Lonely[i/8] |= 1 << (i % 8)
	}
}
