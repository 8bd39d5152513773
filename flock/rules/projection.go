package rules

import "skein/flock"

// Projection draws boids at the border of the flock inwards, by what they see of the whole
// flock: with m the mean unit vector to all others, short in the middle and long at the
// border, and longer at the tips of a long flock than at its sides,
//
//	Gain · max(0, |m| - Floor) · m/|m|
//
// so that the shape of a flock does not hang on its number (after D. Pearce, A. Miller,
// G. Rowlands and M. Turner, "Role of projection in the control of bird flocks", PNAS 111,
// 2014, who have birds steer by the outline of all others against the sky).
//
// All others are taken as a few crowds: those of each of 6 × 4 × 6 cells of the box around
// the flock, where they are on average. m is reckoned at the corners of the cells, with a
// crowd that is d away and wide by w adding d/√(d² + w²), and a boid takes what lies between
// those around it.
type Projection struct {
	Gain  float32 `key:"projection" label:"Projection" group:"Starlings" unit:"m/s²" range:"0,50" slider:"5" doc:"steer of those at the border to the whole flock (Pearce 2014); 0 switches it off"`
	Floor float32 `key:"projection_floor" with:"projection" label:"Projection floor" range:"0,1" doc:"length of the mean unit vector to all from which on there is one"`

	low, cell flock.Vec // of the box, and a cell's sides, m
	crowds    []crowd
	corners   []flock.Vec
}

// Cells along each axis.
const cellsX, cellsY, cellsZ = 6, 4, 6

type crowd struct {
	n       int
	x, y, z float64
	at      flock.Vec
}

// About says where it is from.
func (r *Projection) About() flock.About {
	return flock.About{Name: "projection", Source: "Pearce 2014"}
}

// On says whether there is a gain.
func (r *Projection) On() bool { return r.Gain > 0 }

// Muster finds the crowds, and what is seen of them from the corners.
func (r *Projection) Muster(_ *flock.Tick, all *flock.Muster) {
	if all.Len() == 0 {
		return
	}
	if r.crowds == nil {
		r.crowds = make([]crowd, cellsX*cellsY*cellsZ)
		r.corners = make([]flock.Vec, (cellsX+1)*(cellsY+1)*(cellsZ+1))
	}
	r.fit(all)
	clear(r.crowds)
	for k := range all.Len() {
		p := all.Pos(k)
		c := &r.crowds[r.cellOf(p)]
		c.n++
		c.x, c.y, c.z = c.x+float64(p.X), c.y+float64(p.Y), c.z+float64(p.Z)
	}
	some := r.crowds[:0]
	for _, c := range r.crowds {
		if c.n > 0 {
			n := float64(c.n)
			c.at = flock.Vec{X: float32(c.x / n), Y: float32(c.y / n), Z: float32(c.z / n)}
			some = append(some, c)
		}
	}
	r.look(some, all.Len())
}

// fit has the cells cover the flock.
func (r *Projection) fit(all *flock.Muster) {
	low, high := all.Pos(0), all.Pos(0)
	for k := range all.Len() {
		p := all.Pos(k)
		low = flock.Vec{X: min(low.X, p.X), Y: min(low.Y, p.Y), Z: min(low.Z, p.Z)}
		high = flock.Vec{X: max(high.X, p.X), Y: max(high.Y, p.Y), Z: max(high.Z, p.Z)}
	}
	const least = 1 // m
	size := high.Sub(low)
	r.low = low
	r.cell = flock.Vec{X: max(least, size.X) / cellsX, Y: max(least, size.Y) / cellsY, Z: max(least, size.Z) / cellsZ}
}

// cellAlong is the cell that a number along an axis falls into, and how far along it.
func cellAlong(x, low, side float32, cells int) (int, float32) {
	t := (x - low) / side
	k := max(0, min(int(t), cells-1))
	return k, t - float32(k)
}

func (r *Projection) cellOf(p flock.Vec) int {
	x, _ := cellAlong(p.X, r.low.X, r.cell.X, cellsX)
	y, _ := cellAlong(p.Y, r.low.Y, r.cell.Y, cellsY)
	z, _ := cellAlong(p.Z, r.low.Z, r.cell.Z, cellsZ)
	return (z*cellsY+y)*cellsX + x
}

// look fills in what is seen from the corners.
func (r *Projection) look(crowds []crowd, boids int) {
	soft := r.cell.Dot(r.cell) / 12
	for z := range cellsZ + 1 {
		for y := range cellsY + 1 {
			for x := range cellsX + 1 {
				at := r.low.Add(flock.Vec{X: float32(r.cell.X * float32(x)), Y: float32(r.cell.Y * float32(y)), Z: float32(r.cell.Z * float32(z))})
				var sum flock.Vec
				for k := range crowds {
					to := crowds[k].at.Sub(at)
					sum = sum.Add(to.Scale(float32(crowds[k].n) / flock.Sqrt(to.Dot(to)+soft)))
				}
				r.corners[cornerAt(x, y, z)] = sum.Scale(1 / float32(boids))
			}
		}
	}
}

func cornerAt(x, y, z int) int { return (z*(cellsY+1)+y)*(cellsX+1) + x }

// between is what lies so far from a to b.
func between(a, b flock.Vec, t float32) flock.Vec { return a.Add(b.Sub(a).Scale(t)) }

// seen is the mean unit vector to all from a place.
func (r *Projection) seen(p flock.Vec) flock.Vec {
	x, tx := cellAlong(p.X, r.low.X, r.cell.X, cellsX)
	y, ty := cellAlong(p.Y, r.low.Y, r.cell.Y, cellsY)
	z, tz := cellAlong(p.Z, r.low.Z, r.cell.Z, cellsZ)
	along := func(y, z int) flock.Vec {
		return between(r.corners[cornerAt(x, y, z)], r.corners[cornerAt(x+1, y, z)], tx)
	}
	return between(between(along(y, z), along(y+1, z), ty), between(along(y, z+1), along(y+1, z+1), ty), tz)
}

// Steer is to the flock.
func (r *Projection) Steer(me *flock.Self) flock.Vec {
	m := r.seen(me.Pos)
	l := m.Length()
	if l <= r.Floor {
		return flock.Vec{}
	}
	return m.Scale(float32(r.Gain*perSteer) * (l - r.Floor) / l)
}
