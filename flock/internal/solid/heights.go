package solid

// Heights converts triangles to heights on a grid of columns and rows over their bounding rectangle. The
// height of a grid point is the largest height of the triangles above or below it. If there is no such
// triangle, it is the lowest height of the model. The heights are then raised so that no vertex is above the
// ground.
func Heights(vertices []Vec, triangles [][3]uint32, columns, rows int) (heights []float32, low, high Vec) {
	low, high = vertices[triangles[0][0]], vertices[triangles[0][0]]
	for _, t := range triangles {
		for _, v := range t {
			low, high = low.min(vertices[v]), high.max(vertices[v])
		}
	}
	heights = make([]float32, columns*rows)
	for k := range heights {
		heights[k] = low.Y
	}
	size := high.sub(low)
	if !(size.X > 0 && size.Z > 0) {
		return heights, low, high
	}
	g := grid{columns, rows, low, Vec{size.X / float32(columns-1), 0, size.Z / float32(rows-1)}, heights}
	for _, t := range triangles {
		g.raise(vertices[t[0]], vertices[t[1]], vertices[t[2]])
	}
	r := NewRelief(columns, rows, heights, size.X, size.Z)
	middle := Vec{low.X + float32(size.X/2), 0, low.Z + float32(size.Z/2)}
	for _, t := range triangles {
		for _, v := range t {
			p := vertices[v].sub(middle)
			if d, _, _, _ := r.clearance(p); d > 0 {
				x, z, _, _, _ := r.locate(p)
				for _, k := range [4]int{z*columns + x, z*columns + x + 1, (z+1)*columns + x, (z+1)*columns + x + 1} {
					heights[k] += d
				}
			}
		}
	}
	return heights, low, high
}

type grid struct {
	columns, rows int
	low, cell     Vec
	heights       []float32
}

func (g *grid) raise(a, b, c Vec) {
	low, high := a.min(b).min(c), a.max(b).max(c)
	first := func(x, from, cell float32) int { return max(0, int((x-from)/cell)) }
	lastX, lastZ := min(first(high.X, g.low.X, g.cell.X)+1, g.columns-1), min(first(high.Z, g.low.Z, g.cell.Z)+1, g.rows-1)
	turn := func(p, q Vec, x, z float64) float64 {
		px, pz := float64(p.X)-x, float64(p.Z)-z
		qx, qz := float64(q.X)-x, float64(q.Z)-z
		return float64(px*qz) - float64(pz*qx)
	}
	for j := first(low.Z, g.low.Z, g.cell.Z); j <= lastZ; j++ {
		for i := first(low.X, g.low.X, g.cell.X); i <= lastX; i++ {
			x, z := float64(g.low.X+float32(float32(i)*g.cell.X)), float64(g.low.Z+float32(float32(j)*g.cell.Z))
			wa, wb, wc := turn(b, c, x, z), turn(c, a, x, z), turn(a, b, x, z)
			sum := wa + wb + wc
			if sum == 0 || min(wa/sum, wb/sum, wc/sum) < -1e-4 {
				continue
			}
			y := (float64(wa*float64(a.Y)) + float64(wb*float64(b.Y)) + float64(wc*float64(c.Y))) / sum
			k := j*g.columns + i
			g.heights[k] = max(g.heights[k], min(float32(y), high.Y))
		}
	}
}
