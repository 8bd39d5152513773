package solid

import "testing"

func BenchmarkBuild(b *testing.B) {
	v, f := Knot(50000)
	for b.Loop() {
		m, _ := NewModel(v, f)
		m.Build()
	}
}

func BenchmarkGuess(b *testing.B) {
	v, f := Knot(50000)
	m, _ := NewModel(v, f)
	m.Build()
	body := m.Solid().Place(Vec{1, 2, 3}, straight(), 2)
	for b.Loop() {
		body.guess(Vec{2, 3, 3.5})
	}
}

func BenchmarkNear(b *testing.B) {
	v, f := Knot(50000)
	m, _ := NewModel(v, f)
	m.Build()
	body := m.Solid().Place(Vec{}, straight(), 1)
	for b.Loop() {
		body.Distance(Vec{0, -0.9, 0.02})
	}
}
