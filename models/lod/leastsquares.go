package lod

import (
	"github.com/go-gl/mathgl/mgl32"
	"gonum.org/v1/gonum/mat"
)

// leastSquares contains the normal equations of a linear problem. An unknown is a row of numbers. An equation
// is a weighted sum of three unknowns.
type leastSquares struct {
	matrix       *mat.SymDense
	rhs          *mat.Dense
	anchorWeight float64
}

func newLeastSquares(unknowns, columns int, anchorWeight float64) *leastSquares {
	return &leastSquares{mat.NewSymDense(unknowns, nil), mat.NewDense(unknowns, columns, nil), anchorWeight}
}

func (s *leastSquares) addAnchor(i int, row []float64) {
	s.matrix.SetSym(i, i, s.matrix.At(i, i)+s.anchorWeight)
	s.addRHS(i, s.anchorWeight, row)
}

func (s *leastSquares) addRHS(i int, weight float64, row []float64) {
	to := s.rhs.RawRowView(i)
	for k, x := range row {
		to[k] += weight * x
	}
}

// addEquation adds the equation that the weighted sum of three unknowns equals row.
func (s *leastSquares) addEquation(unknowns [3]int, weights [3]float32, row []float64) {
	for j, i := range unknowns {
		s.addRHS(i, float64(weights[j]), row)
		for k, other := range unknowns {
			if i <= other && (i < other || j == k) {
				s.matrix.SetSym(i, other, s.matrix.At(i, other)+float64(weights[j]*weights[k]))
			}
		}
	}
}

func (s *leastSquares) solve() bool {
	var c mat.Cholesky
	return c.Factorize(s.matrix) && c.SolveTo(s.rhs, s.rhs) == nil
}

func (s *leastSquares) vector(i, k int) mgl32.Vec3 {
	row := s.rhs.RawRowView(i)[3*k:]
	return mgl32.Vec3{float32(row[0]), float32(row[1]), float32(row[2])}
}
