package near

import "math"

// reserve sets the length to n candidates plus the padding. The contents are undefined.
func (l *List) reserve(n int) {
	n += pad
	if n > min(cap(l.X), cap(l.Y), cap(l.Z), cap(l.At)) {
		n += n / 2
		l.X, l.Y, l.Z, l.At = make([]float32, n), make([]float32, n), make([]float32, n), make([]int32, n)
	}
	l.X, l.Y, l.Z, l.At = l.X[:n], l.Y[:n], l.Z[:n], l.At[:n]
}

// Fill sets l to a list of n candidates. Candidate k has the index k and the position place(k).
func (l *List) Fill(n int, place func(k int) Point) {
	l.reserve(n)
	for k := range n {
		p := place(k)
		l.X[k], l.Y[k], l.Z[k], l.At[k] = p.X, p.Y, p.Z, int32(k)
	}
	l.seal(n)
	l.X, l.Y, l.Z, l.At = l.X[:n], l.Y[:n], l.Z[:n], l.At[:n]
}

func (l *List) Keep(keep []bool) {
	n := 0
	for k, index := range l.At {
		if keep[index] {
			l.X[n], l.Y[n], l.Z[n], l.At[n] = l.X[k], l.Y[k], l.Z[k], index
			n++
		}
	}
	l.reserve(n)
	l.seal(n)
	l.X, l.Y, l.Z, l.At = l.X[:n], l.Y[:n], l.Z[:n], l.At[:n]
}

func (l *List) seal(n int) {
	far := float32(math.Inf(1))
	x, y, z, indices := l.X[n:n+pad], l.Y[n:n+pad], l.Z[n:n+pad], l.At[n:n+pad]
	for k := range pad {
		x[k], y[k], z[k], indices[k] = far, far, far, 0
	}
}
