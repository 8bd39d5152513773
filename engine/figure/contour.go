package figure

import "math"

// Contours returns the lines along which a measure has the value level. values[row][column] is the measure at
// (across[column], up[row]). Both across and up increase, and the measure is interpolated linearly. No line
// passes through the cells around a NaN. A closed line ends at its first point.
func Contours(across, up []float64, values [][]float64, level float64) (lines [][][2]float64) {
	g := contourGrid{across, up, values, level}
	neighbours := map[gridEdge][]gridEdge{}
	var order []gridEdge
	join := func(a, b gridEdge) {
		for _, e := range [2]gridEdge{a, b} {
			if len(neighbours[e]) == 0 {
				order = append(order, e)
			}
		}
		neighbours[a], neighbours[b] = append(neighbours[a], b), append(neighbours[b], a)
	}
	for row := range len(up) - 1 {
		for column := range len(across) - 1 {
			g.segments(row, column, join)
		}
	}
	follow := func(e gridEdge) {
		line := [][2]float64{g.place(e)}
		for len(neighbours[e]) > 0 {
			next := neighbours[e][0]
			neighbours[e] = neighbours[e][1:]
			neighbours[next] = without(neighbours[next], e)
			line, e = append(line, g.place(next)), next
		}
		lines = append(lines, line)
	}
	for _, open := range []bool{true, false} {
		for _, e := range order {
			if n := len(neighbours[e]); n == 1 && open || n > 0 && !open {
				follow(e)
			}
		}
	}
	return lines
}

type gridEdge struct {
	row, column int
	upward      bool
}

type contourGrid struct {
	across, up []float64
	values     [][]float64
	level      float64
}

// segments finds the pieces of the line in a cell. If only two opposite corners are above the level, the mean
// of all corners decides which are connected.
func (g *contourGrid) segments(row, column int, join func(a, b gridEdge)) {
	corners := [4]float64{g.values[row][column], g.values[row][column+1], g.values[row+1][column+1], g.values[row+1][column]}
	edges := [4]gridEdge{{row, column, false}, {row, column + 1, true}, {row + 1, column, false}, {row, column, true}}
	mean := 0.0
	var crossed []gridEdge
	for k, x := range corners {
		if math.IsNaN(x) {
			return
		}
		mean += x / 4
		if (x >= g.level) != (corners[(k+1)%4] >= g.level) {
			crossed = append(crossed, edges[k])
		}
	}
	switch len(crossed) {
	case 2:
		join(crossed[0], crossed[1])
	case 4:
		if (mean >= g.level) == (corners[0] >= g.level) { // lines go around the second and the fourth corner
			join(crossed[0], crossed[1])
			join(crossed[2], crossed[3])
		} else {
			join(crossed[3], crossed[0])
			join(crossed[1], crossed[2])
		}
	}
}

func (g *contourGrid) place(e gridEdge) [2]float64 {
	row, column := e.row, e.column
	if e.upward {
		row++
	} else {
		column++
	}
	a, b := g.values[e.row][e.column], g.values[row][column]
	share := (g.level - a) / (b - a)
	return [2]float64{
		g.across[e.column] + share*(g.across[column]-g.across[e.column]),
		g.up[e.row] + share*(g.up[row]-g.up[e.row]),
	}
}

func without(all []gridEdge, e gridEdge) []gridEdge {
	for k := range all {
		if all[k] == e {
			return append(all[:k:k], all[k+1:]...)
		}
	}
	return all
}
