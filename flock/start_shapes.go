package flock

import (
	"fmt"

	"skein/flock/param"
	"skein/flock/vec"
)

// Group is a part of a flock with its own place and course at the start. Its boids fill a ball, or a circle
// in the plane, evenly.
type Group struct {
	Count   int     // number of boids; 0: Share sets it
	Share   float32 // weight with which the group shares the boids that remain after all Counts
	Place   vec.Vec // offset of the group's centre from the cloud's centre, m
	Radius  float32 // radius of the group, m
	Heading float32 // degrees: 0 is towards +Z, 90 towards +X
	Speed   float32 // speed of every boid, m/s or m per step
}

// FarthestGroup is the largest offset of a group from the cloud's centre, along each axis, m.
const FarthestGroup = 500

func (g *Group) check(k int, p *Params) error {
	in := fmt.Sprintf("start.group %d: ", k+1)
	if g.Count < 0 || g.Count > MaxCount {
		return fmt.Errorf("%scount is %d: must be 0 to %d", in, g.Count, MaxCount)
	}
	for _, f := range []struct {
		key, unit        string
		value, low, high float32
	}{
		{"share", "", g.Share, 0, 1},
		{"place x", "m", g.Place.X, -FarthestGroup, FarthestGroup},
		{"place y", "m", g.Place.Y, -FarthestGroup, FarthestGroup},
		{"place z", "m", g.Place.Z, -FarthestGroup, FarthestGroup},
		{"radius", "m", g.Radius, 0, FarthestGroup},
		{"heading", "°", g.Heading, -360, 360},
		{"speed", "", g.Speed, 0, FastestStart},
	} {
		if err := param.InRange(in+f.key, f.unit, float64(f.value), float64(f.low), float64(f.high)); err != nil {
			return err
		}
	}
	switch m := p.Model(); {
	case (g.Count > 0) == (g.Share > 0):
		return fmt.Errorf("%scount is %d and share is %s: one of them must be above 0", in, g.Count, param.Decimal(float64(g.Share)))
	case m != nil && m.Plane() && g.Place.Y != 0:
		return fmt.Errorf("%splace y is %s: must be 0 in the plane", in, param.WithUnit(float64(g.Place.Y), "m"))
	}
	return nil
}

// groupCounts returns how many of n boids start in each group. Groups with a Count come first, and the others
// share the rest. Boids without a group start in the cloud.
func groupCounts(groups []Group, n int) []int {
	all := make([]int, len(groups))
	for k, g := range groups {
		all[k] = min(g.Count, n)
		n -= all[k]
	}
	shares := 0.0
	for _, g := range groups {
		shares += float64(g.Share)
	}
	before, upto, rest := 0, 0.0, n
	for k, g := range groups {
		if g.Share > 0 {
			upto += float64(g.Share)
			end := min(rest, int(float64(float64(rest)*(upto/shares))+0.5))
			all[k], before = end-before, end
		}
	}
	return all
}

func (f *flock) placeGroups() (placed int) {
	groups := f.start.Groups
	for k, n := range groupCounts(groups, f.n) {
		f.spread(&groups[k], placed, n)
		placed += n
	}
	return placed
}

// spread places n boids of a group, from id first on. It takes points that fill a square or cube evenly,
// until n are in the circle or ball.
func (f *flock) spread(g *Group, first, n int) {
	centre := f.startMiddle().Add(g.Place)
	vel := vec.Compass(g.Heading).Scale(g.Speed)
	at := vec.Random(f.seed, first, forPlace, 0)
	for i := first; i < first+n; {
		at++
		p := f.evenly(at)
		if p.Dot(p) > 1 {
			continue
		}
		f.storePlace(i, centre.Add(p.Scale(g.Radius)), vel)
		i++
	}
}

func (f *flock) evenly(k uint64) vec.Vec {
	const x2, z2 = 0xc13fa9a902a6328f, 0x91e10da5c79e7b1c
	const x3, y3, z3 = 0xd1b54a32d192ed03, 0xabc98388fb8fac02, 0x8cb92ba72f3d8dd7
	if f.set.plane {
		return vec.Vec{X: vec.Symmetric(k * x2 >> 43), Y: 0, Z: vec.Symmetric(k * z2 >> 43)}
	}
	return vec.Vec{X: vec.Symmetric(k * x3 >> 43), Y: vec.Symmetric(k * y3 >> 43), Z: vec.Symmetric(k * z3 >> 43)}
}

// The size of a roomy cloud. Density and proportions were measured in flight: those of Disc in the scene
// "murmuration", those of Lens in the scene "starlings".
const (
	perBoid      = 1.8 // volume per boid, m³; the flock is modelled as an ellipsoid with the same second moments
	perBoidLens  = 2.3 // the same for a Lens
	halfHeight   = 2.4 // half the height of a Disc, m
	lensFlatness = 3   // width divided by height
)

// widestCloud is the largest radius of a start cloud, m. Larger flocks are denser, because the world has no
// room.
const widestCloud = 500

func (f *flock) startSize() vec.Vec {
	s := f.start
	radius := s.Radius
	if s.Roomy {
		radius = f.roomyRadius()
	}
	height := radius
	switch s.Shape {
	case Disc:
		height = min(radius, halfHeight)
	case Lens:
		height = radius / lensFlatness
	}
	return vec.Vec{X: radius, Y: height, Z: radius}
}

// roomyRadius returns the radius of a cloud that is as dense as a flock in flight, m.
func (f *flock) roomyRadius() float32 {
	cubed := radiusCubed(f.n) // product of half the sizes along the three axes
	ball := vec.CubeRoot(cubed)
	switch {
	case f.start.Shape == Lens:
		return min(vec.CubeRoot(float32(cubed*(lensFlatness*perBoidLens/perBoid))), widestCloud)
	case f.start.Shape == Disc && ball > halfHeight:
		return min(vec.Sqrt(cubed/halfHeight), widestCloud)
	}
	return ball
}

// radiusCubed returns the cubed radius of a ball with room for n boids, m³.
func radiusCubed(n int) float32 { return float32(n) * perBoid * (3 / (4 * 3.1415927)) }
