package solid

import (
	"math/rand"
	"testing"
)

// MeetRoughly returns the same result with and without the bounding box, even for rays that graze it.
func TestMeetRoughlyWithoutBox(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	between := func(low, high float32) float32 { return low + float32(random.Float32()*(high-low)) }
	anywhere := func(far float32) Vec { return Vec{between(-far, far), between(-far, far), between(-far, far)} }
	v, f := Knot(2000)
	model, _ := NewModel(v, f)
	model.Build()
	heights := make([]float32, 17*17)
	for k := range heights {
		heights[k] = between(0, 3)
	}
	relief := NewRelief(17, 17, heights, 10, 10)
	missed, met := 0, 0
	for k := range 300_000 {
		body := [...]Body{Ball(between(0.1, 4)), Box(Vec{between(0.1, 8), between(0.1, 8), between(0.1, 8)}), Cylinder(between(0.1, 4), between(0.1, 8)), HalfSpace(), model.Solid(), relief.Ground()}[k%6]
		if k%12 >= 6 {
			body = body.Place(anywhere(9), randomRotation(random), between(0.2, 3))
		} else {
			body = body.Place(anywhere(9), straight(), between(0.2, 3))
		}
		if body.shape.convex() && k%5 == 0 {
			body = body.Clip(Vec{-9, -8, -7}, Vec{7, 8, 9})
		}
		from, gap, length := anywhere(20), between(0, 3), between(0.1, 40)
		to := anywhere(12)
		if k%3 == 0 && body.high.X < endless/2 { // fly almost along a side of the box
			grown := gap + between(0, 1)
			to = Vec{body.low.X - grown, between(body.low.Y, body.high.Y), between(body.low.Z, body.high.Z)}
			from = Vec{to.X + between(-0.2, 0.2), from.Y, from.Z}
		}
		ray := NewRay(from, to.sub(from).unit(up))
		s, hit := body.MeetRoughly(&ray, length, gap)
		if ps, phit := body.meetRoughly(ray.from, ray.along, length, gap); s != ps || hit != phit {
			t.Fatalf("case %d, %T: the ray goes %v m, hit %v, but without the box %v m, hit %v", k, body.shape, s, hit, ps, phit)
		}
		if hit {
			met++
		}
		if ray.misses(body.low, body.high, gap+body.boxMargin(length), length) {
			missed++
		}
	}
	t.Logf("%d rays met the box, %d missed it", met, missed)
	if met < 30_000 || missed < 30_000 {
		t.Errorf("%d rays met the box and %d missed it, want at least 30,000 of each", met, missed)
	}
}
