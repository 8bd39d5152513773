package cloud

import (
	"fmt"
	"math"
	"slices"

	"skein/flock/param"
	"skein/flock/vec"
)

// Group is a part of a flock that starts at a place and on a course of its own. Its boids evenly fill a ball
// or, in the plane, a circle.
type Group struct {
	Count   int     // number of boids; if 0, it depends on Share
	Share   float32 // weight of the group in the distribution of the boids that remain after all Counts
	Place   vec.Vec // offset of the group's centre from the cloud's centre, m
	Radius  float32 // radius of the group, m
	Heading float32 // degrees: 0 is towards +Z, 90 towards +X
	Speed   float32 // speed of every boid, m/s or m per step
}

// FarthestGroup is the largest offset of a group from the cloud's centre, along each axis, m.
const FarthestGroup = 500

func (g *Group) check(k int, plane bool, most int) error {
	prefix := fmt.Sprintf("start.group %d: ", k+1)
	if g.Count < 0 || g.Count > most {
		return fmt.Errorf("%scount is %d: must be 0 to %d", prefix, g.Count, most)
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
		{"speed", "", g.Speed, 0, Fastest},
	} {
		if err := param.InRange(prefix+f.key, f.unit, float64(f.value), float64(f.low), float64(f.high)); err != nil {
			return err
		}
	}
	switch {
	case (g.Count > 0) == (g.Share > 0):
		return fmt.Errorf("%scount is %d and share is %s: one of them must be above 0", prefix, g.Count, param.Decimal(float64(g.Share)))
	case plane && g.Place.Y != 0:
		return fmt.Errorf("%splace y is %s: must be 0 in the plane", prefix, param.WithUnit(float64(g.Place.Y), "m"))
	}
	return nil
}

// Single returns a group of one boid that starts at the given offset from the cloud's centre, m, with the
// given speed and on the given course. A group flies level, so the boid starts with its whole speed in the
// horizontal direction of the velocity, rounded to 0.1°. The offset along each axis is limited to
// FarthestGroup, and the speed to Fastest.
func Single(offset, velocity vec.Vec) Group {
	near := func(x float32) float32 { return min(max(x, -FarthestGroup), FarthestGroup) }
	flat := velocity.Flat()
	heading := 0.0 // heading of a boid at rest
	if flat.X != 0 || flat.Z != 0 {
		heading = math.Copysign(vec.Angle(math.Abs(float64(flat.X)), float64(flat.Z)), float64(flat.X)) * (180 / math.Pi)
	}
	return Group{
		Count: 1, Place: vec.Vec{X: near(offset.X), Y: near(offset.Y), Z: near(offset.Z)},
		Heading: float32(math.Round(10*heading) / 10), Speed: min(velocity.Length(), Fastest),
	}
}

// SingleGroups returns n groups of one boid each. The boids start like the n boids of s.
func (s *Start) SingleGroups(n int) (apart []Group) {
	for k, count := range groupCounts(s.Groups, n) {
		one := s.Groups[k]
		one.Count, one.Share = 1, 0
		apart = append(apart, slices.Repeat([]Group{one}, count)...)
	}
	rest := Group{Count: 1, Radius: s.Radius, Speed: s.Speed}
	return append(apart, slices.Repeat([]Group{rest}, n-len(apart))...)
}

// groupCounts returns how many of n boids start in each group. Groups with a Count come first, and the others
// share the remaining boids. Boids without a group start in the cloud.
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
	before, total, rest := 0, 0.0, n
	for k, g := range groups {
		if g.Share > 0 {
			total += float64(g.Share)
			end := min(rest, int(float64(float64(rest)*(total/shares))+0.5))
			all[k], before = end-before, end
		}
	}
	return all
}
