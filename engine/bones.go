package engine

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Colours of what is drawn about a flock, linear.
var (
	linkColour   = mgl32.Vec4{0.35, 0.6, 0.85, 0.35}
	hullColour   = mgl32.Vec4{0.85, 0.85, 0.9, 0.35}
	centreColour = mgl32.Vec4{1.0, 0.9, 0.35, 0.9}
)

// mutual is of how many of the nearest of those that a boid steers by links are drawn.
const mutual = 7

// links appends lines between boids each of which is among the nearest seven of those whom
// the other steers by. In a world that wraps around none crosses it.
func links(dst []RibbonPoint, s *Scene) []RibbonPoint {
	p := pen{dst: dst, colour: linkColour, width: 0.02}
	for k := range s.Snapshot.FlockCount() {
		first, _ := s.Snapshot.Range(k)
		own := s.Snapshot.Only(k)
		near := make([][]int, own.Len())
		for i := range near {
			near[i], _ = flock.Visible(nil, &own, &s.Params[k], i)
			at := own.Pos[i]
			slices.SortFunc(near[i], func(a, b int) int {
				return int(math.Copysign(1, float64(own.Pos[a].Sub(at).LenSqr()-own.Pos[b].Sub(at).LenSqr())))
			})
			near[i] = near[i][:min(len(near[i]), mutual)]
		}
		p.width = 0.03 * s.Params[k].Float("wingspan")
		for i := range near {
			for _, j := range near[i] {
				a, b := s.Boids[first+i].Pos, s.Boids[first+j].Pos
				if j > i && slices.Contains(near[j], i) && a.Sub(b).Len() < farthestLink(&s.Params[k]) {
					p.line([]mgl32.Vec3{a, b})
				}
			}
		}
	}
	return p.dst
}

// farthestLink is how long a link may be: across a world that wraps around boids are near
// that are drawn far apart.
func farthestLink(p *flock.Params) float32 {
	if flock.Bounds(p.Choice("bounds")) == flock.Wrap {
		return p.Float("bounds_size") / 2
	}
	return float32(math.Inf(1))
}

// Bones are where a flock is and how it lies.
type Bones struct {
	Centre mgl32.Vec3
	Axes   [3]mgl32.Vec3 // half diameters of the ellipsoid of the same second moments, m, the longest first
}

// BonesOf finds them; false of nobody.
func BonesOf(pos []mgl32.Vec3) (b Bones, ok bool) {
	if len(pos) == 0 {
		return b, false
	}
	var mean [3]float64
	for _, p := range pos {
		for k := range mean {
			mean[k] += float64(p[k]) / float64(len(pos))
		}
	}
	var c [3][3]float64
	for _, p := range pos {
		for i := range 3 {
			for j := range 3 {
				c[i][j] += (float64(p[i]) - mean[i]) * (float64(p[j]) - mean[j]) / float64(len(pos))
			}
		}
	}
	values, vectors := eigen(c)
	order := []int{0, 1, 2}
	slices.SortFunc(order, func(a, b int) int { return int(math.Copysign(1, values[b]-values[a])) })
	b.Centre = mgl32.Vec3{float32(mean[0]), float32(mean[1]), float32(mean[2])}
	for k, i := range order {
		half := math.Sqrt(5 * max(values[i], 0))
		b.Axes[k] = mgl32.Vec3{float32(half * vectors[0][i]), float32(half * vectors[1][i]), float32(half * vectors[2][i])}
	}
	return b, true
}

// eigen are the eigenvalues of a symmetric matrix, and its eigenvectors in columns, by
// Jacobi's rotations.
func eigen(a [3][3]float64) (values [3]float64, v [3][3]float64) {
	v = [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for range 24 {
		for _, at := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := at[0], at[1]
			if math.Abs(a[p][q]) < 1e-300 {
				continue
			}
			theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
			t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(theta*theta+1))
			c := 1 / math.Sqrt(t*t+1)
			s := t * c
			for k := range 3 {
				a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
			}
			for k := range 3 {
				a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
				v[k][p], v[k][q] = c*v[k][p]-s*v[k][q], s*v[k][p]+c*v[k][q]
			}
		}
	}
	return [3]float64{a[0][0], a[1][1], a[2][2]}, v
}

// bones appends the centre of each flock and the way it came, its principal axes and its
// hull.
func bones(dst []RibbonPoint, s *Scene, v View) []RibbonPoint {
	p := pen{dst: dst, eye: v.Eye}
	for k := range s.Snapshot.FlockCount() {
		from, to := s.Snapshot.Range(k)
		var pos []mgl32.Vec3
		for i := from; i < to; i++ {
			pos = append(pos, s.Boids[i].Pos)
		}
		b, ok := BonesOf(pos)
		if !ok {
			continue
		}
		p.width = 0.06 * s.Params[k].Float("wingspan")
		for axis, half := range b.Axes {
			p.colour = linear(Kinds([3]int{5, 4, 2}[axis]), 0.9)
			p.line([]mgl32.Vec3{b.Centre.Sub(half), b.Centre.Add(half)})
		}
		p.colour = centreColour
		p.mark(b.Centre)
		p.line(append(s.Traces.middles(from, to), b.Centre))
		p.colour = hullColour
		p.width *= 0.5
		for _, e := range Hull(pos) {
			p.line([]mgl32.Vec3{pos[e[0]], pos[e[1]]})
		}
	}
	return p.dst
}

// middles are where the middle of boids from one id to another was.
func (t *Traces) middles(from, to int) (line []mgl32.Vec3) {
	for k := range t.rows {
		pos := t.rows[k].pos
		if to > len(pos) || from >= to || len(t.rows[k].ids) > 0 {
			continue
		}
		var sum mgl32.Vec3
		for _, p := range pos[from:to] {
			sum = sum.Add(p)
		}
		line = append(line, sum.Mul(1/float32(to-from)))
	}
	return line
}
