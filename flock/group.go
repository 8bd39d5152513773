package flock

import "fmt"

// Group is a part of a flock that starts at a place of its own, on a course of its own:
// spread evenly over a ball, or in the plane over a circle.
type Group struct {
	Count   int     // of boids; or
	Share   float32 // of those that no group counts, in proportion to the shares of others
	Place   Vec     // of its centre from that of the cloud, m
	Radius  float32 // m
	Heading float32 // degrees: 0 is towards +Z, 90 towards +X
	Speed   float32 // of every boid, m/s, or m a step
}

// FarthestGroup is how far from the cloud's centre a group starts at most, along each
// axis, m.
const FarthestGroup = 500

// check says what is wrong with a group, number k of a flock that flies by p, by the
// keys of a scenario file.
func (g *Group) check(k int, p *Params) error {
	in := fmt.Sprintf("start.group %d: ", k+1)
	if g.Count < 0 || g.Count > MaxCount {
		return fmt.Errorf("%scount is %d: want 0 to %d", in, g.Count, MaxCount)
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
		{"speed", "", g.Speed, 0, 50},
	} {
		if err := inRange(in+f.key, f.unit, float64(f.value), float64(f.low), float64(f.high)); err != nil {
			return err
		}
	}
	switch m := p.Model(); {
	case (g.Count > 0) == (g.Share > 0):
		return fmt.Errorf("%scount is %d and share is %s: want one of them above 0", in, g.Count, decimal(float64(g.Share)))
	case m != nil && m.Plane() && g.Place.Y != 0:
		return fmt.Errorf("%splace y is %s: want 0 in the plane", in, withUnit(float64(g.Place.Y), "m"))
	}
	return nil
}

// groupCounts are how many of n boids start in each group, in order, the first groups first:
// those that they count, and of the others by share. Who is left over starts in the
// cloud.
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
	before, upto, of := 0, 0.0, n
	for k, g := range groups {
		if g.Share > 0 {
			upto += float64(g.Share)
			end := min(of, int(float64(float64(of)*(upto/shares))+0.5))
			all[k], before = end-before, end
		}
	}
	return all
}

// placeGroups places the boids of the groups, and returns how many those are.
func (f *flock) placeGroups() (placed int) {
	groups := f.start.Groups
	for k, n := range groupCounts(groups, f.n) {
		f.spread(&groups[k], placed, n)
		placed += n
	}
	return placed
}

// spread places n boids of a group, from an id on: at points that lie evenly in a square
// or cube, of which as many are taken as it takes for n to be in the circle or ball.
func (f *flock) spread(g *Group, from, n int) {
	centre := f.middle().Add(g.Place)
	vel := compass(g.Heading).Scale(g.Speed)
	at := random(f.seed, from, forPlace, 0)
	for i := from; i < from+n; {
		at++
		p := f.evenly(at)
		if p.Dot(p) > 1 {
			continue
		}
		f.put(i, centre.Add(p.Scale(g.Radius)), vel)
		i++
	}
}

// evenly is a point in the square or cube from -1 to 1, of an additive recurrence by the
// inverse powers of the root of x³ = x + 1, in space of x⁴ = x + 1 (M. Roberts, "The
// unreasonable effectiveness of quasirandom sequences", 2018).
func (f *flock) evenly(k uint64) Vec {
	const x2, z2 = 0xc13fa9a902a6328f, 0x91e10da5c79e7b1c
	const x3, y3, z3 = 0xd1b54a32d192ed03, 0xabc98388fb8fac02, 0x8cb92ba72f3d8dd7
	if f.set.plane {
		return Vec{Symmetric(k * x2 >> 43), 0, Symmetric(k * z2 >> 43)}
	}
	return Vec{Symmetric(k * x3 >> 43), Symmetric(k * y3 >> 43), Symmetric(k * z3 >> 43)}
}

// compass is the level unit vector in a direction in degrees: 0 is towards +Z, 90
// towards +X.
func compass(degrees float32) Vec {
	angle, hand := float64(degrees), float32(1)
	if angle < 0 {
		angle += 360
	}
	if angle > 180 {
		angle, hand = 360-angle, -1
	}
	sine, cosine := sineCosine(float64(angle * (halfTurn / 180)))
	return Vec{hand * float32(sine), 0, float32(cosine)}
}
