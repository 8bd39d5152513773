package rules

import (
	"sync"

	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Projection pulls boids at the border of the flock inwards, in the mean direction of all other boids. The
// steering force is
//
//	Gain · max(0, |m| - Floor) · m/|m|
//
// where m is the mean unit vector to all others. This vector is short in the middle of the flock, long at the
// border, and longest at the tips of a long flock. The boids at the border also match the mean velocity V of
// the flock, by
//
//	Match · max(0, |m| - Floor) / (1 - Floor) · (V - v)
//
// Without this second force, separated parts of a flock can circle around their common middle for minutes.
//
// |m| depends on a boid's place in the flock, but not on the size of the flock. So in a larger flock, a
// thicker layer of boids is pulled inwards, and makes the middle too dense. The thickness of the layer
// grows with the cube root of the number N of boids. Therefore, in a flock of more than Crowd boids, the
// gain is divided by the cube root of N/Crowd. The rule follows D. Pearce, A. Miller, G. Rowlands and M.
// Turner, "Role of projection in the control of bird flocks", PNAS 111, 2014, where birds steer by the
// outline of all others against the sky.
//
// To save time, the others are grouped by the 6 × 4 × 6 cells of the box around the flock. All boids of a
// group are treated as if they were at their mean position. m is computed only at the corners of the cells.
// There, a group at the vector d contributes d/√(|d|² + w²), with w² = |c|²/12 for the size c of a cell. For
// a boid, m is interpolated between the corners of its cell.
type Projection struct {
	Gain  float32 `key:"projection" label:"Projection" group:"Starlings" unit:"m/s²" range:"0,50" slider:"5" doc:"How strongly a boid at the border steers towards the whole flock (Pearce 2014). 0 means off"`
	Floor float32 `key:"projection_floor" with:"projection" label:"Projection floor" range:"0,1" doc:"A boid steers only if the mean unit vector to all others is longer than this value"`

	Match float32 `key:"projection_match" with:"projection" label:"Projection match" unit:"1/s" range:"0,10" slider:"2" absent:"0" doc:"How fast a boid matches the flock's mean velocity if it sees all others on one side"`

	Crowd int `key:"projection_crowd" with:"projection" label:"Projection crowd" range:"0,1000000" slider:"10000" absent:"0" doc:"Number of boids up to which the projection has its full strength. In a flock n times as large, the strength is divided by the cube root of n. If 0, the number of boids has no effect"`

	gain      float32 // Gain, or less in a crowd
	mean      vec.Vec // mean velocity of the flock, m/s
	low, cell vec.Vec // lowest corner of the box, and size of a cell, m
	field     near.Field
	crowds    crowds
	adding    sync.Mutex // guards crowds
	corners   []vec.Vec  // m at the corners of the cells
	places    lanes.Block
	terms     lanes.Terms
	attract   lanes.Kernel // nil if the machine has no such kernel
}

const cellsX, cellsY, cellsZ = 6, 4, 6

const cells = cellsX * cellsY * cellsZ

type crowds [cells]crowd

// crowd is a group of boids. Positions are whole quanta, so their sums do not depend on the order of the
// terms.
type crowd struct {
	n       int
	x, y, z float64
	centre  vec.Vec
}

// About implements [flock.Rule].
func (r *Projection) About() flock.About {
	return flock.About{Name: "projection", Source: "Pearce 2014"}
}

// IsActive implements [flock.Rule].
func (r *Projection) IsActive() bool { return r.Gain > 0 }

// BeforeTickShare adds boids to their groups.
func (r *Projection) BeforeTickShare(all *flock.AllBoids, from, to int) {
	low, cell := cellsOf(all)
	var own crowds
	for k := from; k < to; k++ {
		p := all.Pos(k)
		c := &own[cellOf(p, low, cell)]
		c.n++
		c.x, c.y, c.z = c.x+float64(p.X), c.y+float64(p.Y), c.z+float64(p.Z)
	}
	r.adding.Lock()
	defer r.adding.Unlock()
	for k := range own {
		one, sum := &own[k], &r.crowds[k]
		sum.n += one.n
		sum.x, sum.y, sum.z = sum.x+one.x, sum.y+one.y, sum.z+one.z
	}
}

// BeforeTick computes m at the corners.
func (r *Projection) BeforeTick(_ *flock.Tick, all *flock.AllBoids) {
	if all.Len() == 0 {
		return
	}
	if r.corners == nil {
		r.prepare()
	}
	r.low, r.cell = cellsOf(all)
	_, r.mean = all.Mean()
	r.gain = r.gainIn(all.Len())
	some := r.crowds[:0]
	for _, c := range r.crowds {
		if c.n > 0 {
			n := float64(c.n)
			c.centre = vec.Vec{X: float32(c.x / n), Y: float32(c.y / n), Z: float32(c.z / n)}
			some = append(some, c)
		}
	}
	r.computeCorners(some, all.Len(), r.attract)
	r.crowds = crowds{}
	r.setField()
}

// gainIn returns the gain in a flock with the given number of boids.
func (r *Projection) gainIn(boids int) float32 {
	if r.Crowd > 0 && boids > r.Crowd {
		return r.Gain / vec.CubeRoot(float32(boids)/float32(r.Crowd))
	}
	return r.Gain
}

func (r *Projection) prepare() {
	r.corners = make([]vec.Vec, (cellsX+1)*(cellsY+1)*(cellsZ+1))
	r.field.Last = [3]float32{cellsX - 1, cellsY - 1, cellsZ - 1}
	r.places.N = len(r.corners)
	r.places.Pos.Resize(lanes.Size)
	r.places.Steer.Resize(lanes.Size)
	r.attract = lanes.Fast().Attract
}

func (r *Projection) setField() {
	r.field.Low, r.field.Side = r.low, r.cell
	r.field.Set(r.corners)
}

// cellsOf divides the box around the flock into cells. It returns the lowest corner, and the size of a cell.
func cellsOf(all *flock.AllBoids) (low, cell vec.Vec) {
	const least = 1
	low, high := all.Box()
	size := high.Sub(low)
	return low, vec.Vec{X: max(least, size.X) / cellsX, Y: max(least, size.Y) / cellsY, Z: max(least, size.Z) / cellsZ}
}

func cellAlong(x, low, side float32, cells int) int { return max(0, min(int((x-low)/side), cells-1)) }

func cellOf(p, low, cell vec.Vec) int {
	x, y, z := cellAlong(p.X, low.X, cell.X, cellsX), cellAlong(p.Y, low.Y, cell.Y, cellsY), cellAlong(p.Z, low.Z, cell.Z, cellsZ)
	return (z*cellsY+y)*cellsX + x
}

func (r *Projection) computeCorners(crowds []crowd, boids int, attract lanes.Kernel) {
	at, sum := &r.places.Pos, &r.places.Steer
	for k := range r.corners {
		x, y, z := k%(cellsX+1), k/(cellsX+1)%(cellsY+1), k/(cellsX+1)/(cellsY+1)
		p := r.low.Add(vec.Vec{X: float32(r.cell.X * float32(x)), Y: float32(r.cell.Y * float32(y)), Z: float32(r.cell.Z * float32(z))})
		at.X[k], at.Y[k], at.Z[k] = p.X, p.Y, p.Z
		sum.X[k], sum.Y[k], sum.Z[k] = 0, 0, 0
	}
	if attract == nil {
		attract = attractPlain
	}
	t := &r.terms
	t.CrowdSoft = r.cell.Dot(r.cell) / 12
	for k := range crowds {
		c := &crowds[k]
		t.CrowdX, t.CrowdY, t.CrowdZ, t.CrowdSize = c.centre.X, c.centre.Y, c.centre.Z, float32(c.n)
		attract(&r.places, t)
	}
	for k := range r.corners {
		r.corners[k] = vec.Vec{X: sum.X[k], Y: sum.Y[k], Z: sum.Z[k]}.Scale(1 / float32(boids))
	}
}

// attractPlain gives the same result as lanes.Kernels.Attract.
func attractPlain(b *lanes.Block, t *lanes.Terms) {
	at, sum := &b.Pos, &b.Steer
	for k := range b.N {
		to := vec.Vec{X: t.CrowdX, Y: t.CrowdY, Z: t.CrowdZ}.Sub(vec.Vec{X: at.X[k], Y: at.Y[k], Z: at.Z[k]})
		to = to.Scale(t.CrowdSize / vec.Sqrt(to.Dot(to)+t.CrowdSoft))
		sum.X[k], sum.Y[k], sum.Z[k] = sum.X[k]+to.X, sum.Y[k]+to.Y, sum.Z[k]+to.Z
	}
}

// pull returns the steering force on a boid.
func (r *Projection) pull(pos, vel vec.Vec) vec.Vec {
	m := r.field.At(pos)
	l := m.Length()
	if l <= r.Floor {
		return vec.Vec{}
	}
	over := l - r.Floor
	match := r.mean.Sub(vel).Scale(float32(float32(r.Match*accelToSteer) * over / r.rest()))
	return m.Scale(float32(r.gain*accelToSteer) * over / l).Add(match)
}

// rest returns 1 - Floor, but not 0.
func (r *Projection) rest() float32 { return vec.Max(1-r.Floor, 1e-3) }

// Steer implements [flock.Rule].
func (r *Projection) Steer(me *flock.Self) vec.Vec { return r.pull(me.Pos, me.Vel) }

// Kernel implements [flock.Rule].
func (r *Projection) Kernel(k *lanes.Kernels) lanes.Kernel {
	project := k.Project
	if project == nil {
		return nil
	}
	return func(b *lanes.Block, t *lanes.Terms) {
		field, pos := near.Vec(b.Field.Slice(0, b.N)), near.Vec(b.Pos)
		r.field.Interpolate(&field, &pos)
		project(b, t)
	}
}

// Terms implements [flock.Rule].
func (r *Projection) Terms(t *lanes.Terms) {
	t.ProjectFloor, t.ProjectRest = r.Floor, r.rest()
	t.ProjectGain, t.ProjectMatch = float32(r.gain*accelToSteer), float32(r.Match*accelToSteer)
	t.ProjectX, t.ProjectY, t.ProjectZ = r.mean.X, r.mean.Y, r.mean.Z
}
