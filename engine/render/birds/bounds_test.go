//go:build cgo

package birds

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/engine/render/view"
	"skein/models"
	"skein/models/lod"
)

func TestBirdRectContainsTheBird(t *testing.T) {
	const poses = 4
	model := testbird.Plate(poses)
	m := &Mesh{Poses: poses, beat: poses - 1}
	m.heldPoses[models.Stoop] = poses - 1
	whole := *model
	whole.Levels, _ = whole.Simplify(lod.Options{})
	m.bounds = poseBounds(&whole)
	random := rand.New(rand.NewPCG(1, 2))
	part := image.Rect(40, 30, 680, 390)
	beside := 0
	for range 2000 {
		var s view.View
		sight := frame.View{Eye: mgl32.Vec3{3, 20, -5}, Rotation: mgl32.QuatRotate(float32(random.Float64()*6), mgl32.Vec3{0.2, 1, 0.1}.Normalize()), FovY: 0.9, Near: 0.05, Far: 5000}
		s.SetCamera(sight, part)
		away := 1 + 60*random.Float32()*random.Float32()
		aim := sight.Rotation.Rotate(mgl32.Vec3{1.4 * (random.Float32() - 0.5), random.Float32() - 0.5, -1}).Mul(away)
		one := frame.Bird{
			Pos: sight.Eye.Add(aim), Span: 0.4, Phase: random.Float32(),
			Rotation: mgl32.QuatRotate(7*random.Float32(), mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32()}.Normalize()),
		}
		held := max(0, min(1, 2*random.Float32()-0.5))
		one.Held[models.Stoop] = held
		bird := NewInstance(&one, m)
		got := birdRect(&s, &bird, m.bounds)

		exact := float64(one.Phase) * float64(m.beat)
		first := int(exact)
		share := float32(exact - float64(first))
		low, high := mgl32.Vec2{math.MaxFloat32, math.MaxFloat32}, mgl32.Vec2{-math.MaxFloat32, -math.MaxFloat32}
		corners := whole.Parts[0].Positions
		each := len(corners) / poses
		for k := range each {
			a, b, c := corners[first%m.beat*each+k], corners[(first+1)%m.beat*each+k], corners[(poses-1)*each+k]
			local := a.Mul(1 - share).Add(b.Mul(share)).Mul(1 - held).Add(c.Mul(held)).Mul(one.Span)
			world := one.Rotation.Rotate(local).Add(one.Pos)
			clip := sight.Projection(float32(part.Dx()) / float32(part.Dy())).Mul4(sight.Matrix()).Mul4x1(world.Vec4(1))
			x := float32(part.Min.X) + (1+clip[0]/clip[3])/2*float32(part.Dx())
			y := float32(part.Min.Y) + (1-clip[1]/clip[3])/2*float32(part.Dy())
			low, high = mgl32.Vec2{min(low[0], x), min(low[1], y)}, mgl32.Vec2{max(high[0], x), max(high[1], y)}
		}
		inside := image.Rect(int(math.Floor(float64(low[0]))), int(math.Floor(float64(low[1]))), int(math.Ceil(float64(high[0]))), int(math.Ceil(float64(high[1])))).Intersect(part)
		if inside.Empty() {
			beside++
			continue
		}
		if !inside.In(got) {
			t.Fatalf("vertices in %v exceed the rectangle %v", inside, got)
		}
		project := newProjector(&s)
		if ball := project.rect(one.Pos, one.Span*reach(&whole)); !inside.In(ball) {
			t.Fatalf("vertices in %v exceed the rectangle %v of the bird's ball", inside, ball)
		}
		if away > 4 {
			if float32(got.Dx()) > 1.2*(high[0]-low[0])+6 || float32(got.Dy()) > 1.2*(high[1]-low[1])+6 {
				t.Fatalf("%v m away: the rectangle %v is too large for vertices from %v to %v", away, got, low, high)
			}
		}
	}
	if beside > 1000 {
		t.Errorf("%d birds were outside the picture, want at most 1000", beside)
	}
}
