package near

import (
	"math"
	"math/bits"
)

// less returns 1 if d is below the limit with the given bits, otherwise 0. It has no branch. Bits of
// nonnegative numbers are ordered like the numbers.
func less(d float32, limit uint64) int {
	return int((uint64(math.Float32bits(d)) - limit) >> 63)
}

// bound returns the bits of a squared distance for less. If limit is not positive, it returns 0, because no
// squared distance is below limit.
func bound(limit float32) uint64 {
	if limit > 0 {
		return uint64(math.Float32bits(limit))
	}
	return 0
}

// outside returns max(low-x, 0, x-high). It compares bits as integers, because positive floats are ordered
// like their bits, and negative floats are negative integers.
func outside(x, low, high float32) float32 {
	below, above := int32(math.Float32bits(low-x)), int32(math.Float32bits(x-high))
	return math.Float32frombits(uint32(max(below, above, 0)))
}

func square(dx, dy, dz float32) float32 {
	return float32(dx*dx) + float32(dy*dy) + float32(dz*dz)
}

func gatherGo(l *List, n int, x, y, z []float32, spans []Span, box *Box, limit float32, by Point) int {
	for _, s := range spans {
		n = gatherSpan(l, n, x[:s.To], y[:s.To], z[:s.To], int(s.From), box, limit, by)
	}
	l.seal(n)
	return n
}

func gatherSpan(l *List, n int, x, y, z []float32, from int, box *Box, limit float32, by Point) int {
	toX, room := l.X, len(l.X)
	toY, toZ, toAt := l.Y[:room], l.Z[:room], l.At[:room]
	y, z = y[:len(x)], z[:len(x)]
	low, high, limits := box.Low, box.High, bound(limit)
	for k := from; k < len(x); k++ {
		px, py, pz := x[k]+by.X, y[k]+by.Y, z[k]+by.Z
		d2 := square(outside(px, low[0], high[0]), outside(py, low[1], high[1]), outside(pz, low[2], high[2]))
		toX[n], toY[n], toZ[n], toAt[n] = px, py, pz, int32(k)
		n += less(d2, limits)
	}
	return n
}

func scanGo(indices []int32, d2 []float32, l *List, p Point, limit float32) (n int) {
	x := l.X
	y, z, from := l.Y[:len(x)], l.Z[:len(x)], l.At[:len(x)]
	d2 = d2[:len(indices)]
	limits := bound(limit)
	for k := range x {
		d := square(x[k]-p.X, y[k]-p.Y, z[k]-p.Z)
		indices[n], d2[n] = from[k], d
		n += less(d, limits)
	}
	return n
}

func scanSpans(indices []int32, d2 []float32, x, y, z []float32, spans []Span, p Point, limit float32) (n int) {
	d2 = d2[:len(indices)]
	limits := bound(limit)
	for _, s := range spans {
		x, y, z := x[s.From:s.To], y[s.From:s.To], z[s.From:s.To]
		y, z = y[:len(x)], z[:len(x)]
		for k, px := range x {
			d := square(px-p.X, y[k]-p.Y, z[k]-p.Z)
			indices[n], d2[n] = s.From+int32(k), d
			n += less(d, limits)
		}
	}
	return n
}

func filterGo(toAt []int32, toD2 []float32, indices []int32, d2 []float32, n int, limit float32) (m int) {
	indices, d2 = indices[:n], d2[:n]
	toD2 = toD2[:len(toAt)]
	limits := bound(limit)
	for k, d := range d2 {
		toAt[m], toD2[m] = indices[k], d
		m += less(d, limits)
	}
	return m
}

func sumGo(sum *Kin, kin []Kin, hits []int32) {
	var a, b, c, d uint64
	for _, h := range hits {
		k := &kin[h]
		a, b, c, d = a+k[0], b+k[1], c+k[2], d+k[3]
	}
	*sum = Kin{a, b, c, d}
}

func rowGo(d2 []float32, mask []uint64, x, y, z []float32, p Point, limit float32) {
	x, y, z = x[:len(d2)], y[:len(d2)], z[:len(d2)]
	clear(mask)
	limits := bound(limit)
	for k := range d2 {
		d := square(x[k]-p.X, y[k]-p.Y, z[k]-p.Z)
		d2[k] = d
		mask[k/64] |= uint64(less(d, limits)) << (k % 64)
	}
}

func meetGo(sums, all []Kin, i int, mask, near []uint64, d2 []float32, limit float32) {
	self, sum, limits := all[i], &sums[i], bound(limit)
	for w, word := range mask {
		var close uint64
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			j := 64*w + bit
			sums[j].Add(&self)
			sum.Add(&all[j])
			close |= uint64(less(d2[j], limits)) << bit
		}
		near[w] = close
	}
}

func packGo(kin []Kin, x, y, z, vx, vy, vz []float32, scale float32) {
	for i := range kin {
		kin[i] = Kin{
			Word(int32(x[i]*scale), int32(y[i]*scale)), Word(int32(z[i]*scale), int32(vx[i]*scale)),
			Word(int32(vy[i]*scale), int32(vz[i]*scale)), 1,
		}
	}
}

func boundsGo(x, y, z []float32) (b Box) {
	for k, all := range [3][]float32{x, y, z} {
		b.Low[k], b.High[k] = all[0], all[0]
		for _, v := range all {
			b.Low[k], b.High[k] = min(b.Low[k], v), max(b.High[k], v)
		}
	}
	return b
}

func farthestGo(x, y, z, x0, y0, z0 []float32, p Point) (most float32) {
	for k := range x {
		if d := square(x[k]-x0[k]-p.X, y[k]-y0[k]-p.Y, z[k]-z0[k]-p.Z); d > most {
			most = d
		}
	}
	return most
}
