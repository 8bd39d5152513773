package live

import "skein/flock/around"

// Placement is the transform from an obstacle's coordinates to the world: three numbers for each column of
// the matrix, without its last row 0 0 0 1. If all numbers are 0, the obstacle does not exist.
type Placement [12]float32

// PlacementOf returns the placement of an obstacle. form is the obstacle whose shape is drawn (see
// [around.Obstacle.MatrixOf]).
func PlacementOf(o, form *around.Obstacle) (p Placement) {
	m := o.MatrixOf(form)
	for column := range 4 {
		copy(p[3*column:3*column+3], m[4*column:])
	}
	return p
}

// TakeSolids returns the placements of the scene's obstacles in order, or nil if they have not changed since
// the last call.
func (s *Session) TakeSolids() (all []Placement) {
	if !s.moved {
		return nil
	}
	s.moved = false
	first, current := s.scene.Surroundings.Obstacles, s.world.Surroundings().Obstacles
	for k := range min(len(first), len(current)) {
		all = append(all, PlacementOf(&current[k], &first[k]))
	}
	return all
}
