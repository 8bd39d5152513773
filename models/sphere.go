package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
	"skein/models/lod"
)

// Sizes of the simplified boid (H17), in wingspans.
const (
	SphereRadius  = 0.25
	headingLength = 1.0
	headingRadius = 0.03
)

// Sphere returns the simplified boid as a model with one pose and no levels: a coarse sphere, and a thin
// prism along its heading.
func Sphere() *Baked {
	p := lod.Part{Material: gltf.Material{Name: "boid", BaseColour: mgl32.Vec4{0.62, 0.60, 0.56, 1}}}
	AddBall(&p, 12, 8)
	addPrism(&p, 4)
	return &Baked{Name: "sphere", Mesh: lod.Mesh{Poses: 1, Parts: []lod.Part{p}}}
}

// AddBall adds a sphere of radius SphereRadius around the origin. It has around facets around its axis, and
// up facets from pole to pole.
func AddBall(p *lod.Part, around, up int) {
	for j := range up + 1 {
		lat := (float64(j)/float64(up) - 0.5) * math.Pi
		for i := range around + 1 {
			lon := 2 * math.Pi * float64(i) / float64(around)
			n := mgl32.Vec3{
				float32(math.Cos(lat) * math.Sin(lon)), float32(math.Sin(lat)), float32(math.Cos(lat) * math.Cos(lon)),
			}
			p.Positions = append(p.Positions, n.Mul(SphereRadius))
			p.Normals = append(p.Normals, n)
		}
	}
	row := uint32(around + 1)
	for j := range uint32(up) {
		for i := range uint32(around) {
			a := j*row + i
			p.Indices = append(p.Indices, a, a+1, a+row+1, a, a+row+1, a+row)
		}
	}
}

func addPrism(p *lod.Part, sides int) {
	first := uint32(len(p.Positions))
	for i := range sides + 1 {
		angle := 2 * math.Pi * float64(i) / float64(sides)
		n := mgl32.Vec3{float32(math.Cos(angle)), float32(math.Sin(angle)), 0}
		back := n.Mul(headingRadius).Add(mgl32.Vec3{0, 0, SphereRadius * 0.9})
		tip := n.Mul(headingRadius * 0.4).Add(mgl32.Vec3{0, 0, headingLength})
		p.Positions = append(p.Positions, back, tip)
		p.Normals = append(p.Normals, n, n)
	}
	for i := range uint32(sides) {
		a := first + 2*i
		p.Indices = append(p.Indices, a, a+2, a+1, a+1, a+2, a+3)
	}
}
