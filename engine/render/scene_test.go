//go:build cgo

package render

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/sky"
)

func TestBallRectContainsTheBall(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := 0
	for range 3000 {
		v := frame.View{
			Eye:      mgl32.Vec3{rng.Float32() * 10, 5, rng.Float32() * 10},
			Rotation: mgl32.QuatRotate(rng.Float32()*6, randomUnit(rng)),
			FovY:     0.4 + rng.Float32()*1.6, Near: 0.05, Far: 200,
		}
		part := image.Rect(0, 0, 120, 80).Add(image.Pt(rng.IntN(50), rng.IntN(50)))
		var s scene
		s.SetCamera(v, part)
		centre := v.Eye.Add(randomUnit(rng).Mul(rng.Float32() * 40))
		radius := rng.Float32() * 3
		rect, inSight := s.BallRect(centre, radius), s.InSight(centre, radius)
		for range 20 {
			p := centre.Add(randomUnit(rng).Mul(radius))
			c := s.ViewProjection.Mul4x1(p.Vec4(1))
			if c[3] <= 0 || max(abs(c[0]), abs(c[1]), abs(c[2])) > c[3] {
				continue
			}
			seen++
			x := part.Min.X + int((1+c[0]/c[3])*60)
			y := part.Min.Y + int((1-c[1]/c[3])*40)
			if q := image.Pt(min(x, part.Max.X-1), min(y, part.Max.Y-1)); !q.In(rect) || !inSight {
				t.Fatalf("point %v of a ball at %v with radius %v appears at pixel %v, outside %v (in sight: %v)", p, centre, radius, q, rect, inSight)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d points were visible, want at least 1000", seen)
	}
}

func TestDiscRectContainsTheMoon(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	seen := 0
	for range 20_000 {
		v := frame.View{
			Eye:      mgl32.Vec3{rng.Float32() * 900, 5, rng.Float32() * 900},
			Rotation: mgl32.QuatRotate(rng.Float32()*6, randomUnit(rng)),
			FovY:     0.4 + rng.Float32()*1.6, Near: 0.05, Far: 200,
		}
		part := image.Rect(0, 0, 640, 360).Add(image.Pt(rng.IntN(50), rng.IntN(50)))
		var s scene
		s.SetCamera(v, part)
		moon, radius := randomUnit(rng), float32(moonRadius)
		rect := s.DiscRect(moon, radius)
		for range 10 {
			beside := moon.Cross(randomUnit(rng)).Normalize()
			p := moon.Add(beside.Mul(radius * rng.Float32())).Normalize()
			c := s.ViewProjection.Mul4x1(v.Eye.Add(p.Mul(100)).Vec4(1))
			if c[3] <= 0 || max(abs(c[0]), abs(c[1])) > c[3] {
				continue
			}
			seen++
			x := part.Min.X + int((1+c[0]/c[3])*320)
			y := part.Min.Y + int((1-c[1]/c[3])*180)
			if q := image.Pt(min(x, part.Max.X-1), min(y, part.Max.Y-1)); !q.In(rect) {
				t.Fatalf("point %v of a moon at %v appears at pixel %v, outside %v", p, moon, q, rect)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d points were visible, want at least 1000", seen)
	}
}

// Clouds move without jumps. When their drift wraps round, it changes by a whole number of periods
// of the noise at each scale at which shaders read the noise.
func TestDriftHasNoJump(t *testing.T) {
	tiles := [4]float64{7840, 7840, 19000, 19000}
	low, high := []float64{0.8, 0.6, 0.3, 0.56, 0.42, 2.16, 1.62, 11.2}, []float64{1, 0.1, 0.3, 0.4, 0.6, 1.3, 2.6, 3}
	scales := [4][]float64{low, low, high, high}
	at := func(seconds int) mgl32.Vec4 { return sky.Drift(&frame.Frame{Seconds: float64(seconds)}) }
	wraps := [4]int{}
	for second := range 200_000 {
		old, current := at(second), at(second+1)
		for k, wind := range sky.Winds {
			jump := float64(current[k]-old[k]) - wind
			if math.Abs(jump) > 1 {
				wraps[k]++
			}
			for _, scale := range scales[k] {
				if whole := jump / tiles[k] * scale; math.Abs(whole-math.Round(whole)) > 1e-3 {
					t.Fatalf("after %d s noise %d jumps by %v tiles at scale %v, want a whole number", second, k, whole, scale)
				}
			}
		}
	}
	for k, n := range wraps {
		if n == 0 {
			t.Errorf("drift %d never wrapped around, so the test proves nothing", k)
		}
	}
}

func randomUnit(rng *rand.Rand) mgl32.Vec3 {
	return mgl32.Vec3{float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64())}.Normalize()
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// The shadow map contains the shadow of every bird and starts on whole texels. The map does not
// move while the flock stays inside.
func TestShadowMapping(t *testing.T) {
	sun := frame.SunDirection(15, 160)
	flock := scatter(200, mgl32.Vec3{3, 16, -7})
	u, v, _ := new(shadowMap).mapping(flock, nil, []*birds.Mesh{{Reach: 0.6}}, sun)
	for _, b := range flock {
		way := b.Pos[1] / sun[1]
		pos := mgl32.Vec3{b.Pos[0] - sun[0]*way, b.Pos[2] - sun[2]*way, 1}
		for _, k := range []float32{pos.Dot(u.Vec3()), pos.Dot(v.Vec3())} {
			if k < 0.001 || k > 0.999 {
				t.Fatalf("the shadow of a bird at %v falls on the map coordinate %v, outside the map", b.Pos, k)
			}
		}
	}
	for _, axis := range []mgl32.Vec4{u, v} {
		texels := float64(axis[2]) * shadowTexels
		if math.Abs(texels-math.Round(texels)) > 1e-3 {
			t.Errorf("the map begins at %v texels, not a whole one", texels)
		}
	}
}
