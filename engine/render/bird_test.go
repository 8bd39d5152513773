//go:build cgo

package render

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// kite returns a simple model of two wings without a body. Each wing is a flat grid, and both beat about
// the z axis by ±60°.
func kite(divisions, poses int) *models.Baked {
	p := lod.Part{Material: gltf.Material{BaseColour: mgl32.Vec4{0.03, 0.03, 0.03, 1}, DoubleSided: true}}
	for pose := range poses {
		angle := math.Pi / 3 * math.Sin(2*math.Pi*float64(pose)/float64(poses))
		addWing(&p, divisions, 1, angle, pose == 0)
		addWing(&p, divisions, -1, angle, pose == 0)
	}
	return &models.Baked{Name: "kite", Mesh: lod.Mesh{Poses: poses, Parts: []lod.Part{p}}}
}

func addWing(p *lod.Part, divisions int, side, angle float64, first bool) {
	base := uint32(len(p.Positions))
	for j := range divisions + 1 {
		for i := range divisions + 1 {
			out := 0.5 * float64(i) / float64(divisions)
			chord := 0.3 * (float64(j)/float64(divisions) - 0.5)
			p.Positions = append(p.Positions, mgl32.Vec3{
				float32(side * out * math.Cos(angle)), float32(out * math.Sin(angle)), float32(chord),
			})
			p.Normals = append(p.Normals, mgl32.Vec3{float32(-side * math.Sin(angle)), float32(math.Cos(angle)), 0})
		}
	}
	if !first {
		return
	}
	row := uint32(divisions + 1)
	for j := range uint32(divisions) {
		for i := range uint32(divisions) {
			a := base + j*row + i
			p.Indices = append(p.Indices, a, a+row, a+1, a+1, a+row, a+row+1)
		}
	}
}

// scatter returns n birds that are spread around a point. They fly roughly towards -X.
func scatter(n int, middle mgl32.Vec3) []frame.Bird {
	rng := rand.New(rand.NewPCG(1, 2))
	birds := make([]frame.Bird, n)
	for i := range birds {
		normal := func(s float64) float32 { return float32(rng.NormFloat64() * s) }
		birds[i] = frame.Bird{
			Pos: middle.Add(mgl32.Vec3{normal(9), normal(2.2), normal(5)}),
			Rotation: mgl32.QuatRotate(-math.Pi/2+normal(0.25), mgl32.Vec3{0, 1, 0}).
				Mul(mgl32.QuatRotate(normal(0.15), mgl32.Vec3{1, 0, 0})).
				Mul(mgl32.QuatRotate(0.4+normal(0.25), mgl32.Vec3{0, 0, 1})),
			Phase: rng.Float32(),
			Span:  0.8,
		}
	}
	return birds
}
