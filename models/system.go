package models

import (
	"github.com/go-gl/mathgl/mgl32"
	"gonum.org/v1/gonum/mat"
)

// system are normal equations of least squares: unknowns that are rows of
// numbers, known where three of them mix.
type system struct {
	matrix *mat.SymDense
	right  *mat.Dense
	held   float64
}

func newSystem(unknowns, columns int, held float64) *system {
	return &system{mat.NewSymDense(unknowns, nil), mat.NewDense(unknowns, columns, nil), held}
}

// hold keeps an unknown near a row.
func (s *system) hold(i int, row []float64) {
	s.matrix.SetSym(i, i, s.matrix.At(i, i)+s.held)
	s.plus(i, s.held, row)
}

func (s *system) plus(i int, weight float64, row []float64) {
	to := s.right.RawRowView(i)
	for k, x := range row {
		to[k] += weight * x
	}
}

// add has three unknowns, mixed by shares, be a row.
func (s *system) add(which [3]int, share [3]float32, row []float64) {
	for j, i := range which {
		s.plus(i, float64(share[j]), row)
		for k, other := range which {
			if i <= other && (i < other || j == k) {
				s.matrix.SetSym(i, other, s.matrix.At(i, other)+float64(share[j]*share[k]))
			}
		}
	}
}

// solve replaces the right side with the unknowns. It says whether it could.
func (s *system) solve() bool {
	var c mat.Cholesky
	return c.Factorize(s.matrix) && c.SolveTo(s.right, s.right) == nil
}

// vector are three numbers of an unknown.
func (s *system) vector(i, k int) mgl32.Vec3 {
	row := s.right.RawRowView(i)[3*k:]
	return mgl32.Vec3{float32(row[0]), float32(row[1]), float32(row[2])}
}
