package near

// Cells divide space into boxes of equal size, numbered along x, then y, then z.
type Cells struct {
	Low  [3]float32 // lowest corner
	Inv  [3]float32 // cells per unit along each axis
	Last [3]float32 // number of cells along each axis, minus 1; whole numbers
}

// Number sets keys to the numbers of the cells in which points lie. A point outside the cells belongs to the
// nearest one. The arrays must be at least as long as keys.
func (c *Cells) Number(keys []int32, x, y, z []float32) {
	n := len(keys)
	c.number(keys, x[:n], y[:n], z[:n])
}

func (c *Cells) numberGo(keys []int32, x, y, z []float32) {
	nx, ny := int32(c.Last[0])+1, int32(c.Last[1])+1
	for i := range keys {
		keys[i] = (c.along(z[i], 2)*ny+c.along(y[i], 1))*nx + c.along(x[i], 0)
	}
}

func (c *Cells) along(x float32, axis int) int32 {
	return int32(max(0, min((x-c.Low[axis])*c.Inv[axis], c.Last[axis])))
}
