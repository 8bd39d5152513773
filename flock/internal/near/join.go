package near

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

// extend is like reserve, but keeps the contents.
func (l *List) extend(n int) {
	old := *l
	l.reserve(n)
	if len(old.X) > 0 && len(l.X) > 0 && &old.X[0] != &l.X[0] {
		copy(l.X, old.X)
		copy(l.Y, old.Y)
		copy(l.Z, old.Z)
		copy(l.At, old.At)
	}
}
