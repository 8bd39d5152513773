package lod

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// TestFitReachesSurface checks that a fit moves displaced vertices back onto a flat wing. The
// outline of the wing must not change.
func TestFitReachesSurface(t *testing.T) {
	b := wings(24, 8)
	s := newSimplifier(&b.Mesh)
	s.reduce(40)
	parts, used := b.Parts[0].subset(s.remainingIndices()[0], b.Poses)
	places := [][]int{{}}
	for i := range used {
		places[0] = append(places[0], i)
	}
	for i := range parts.Positions {
		wave := float32(math.Sin(float64(i)))
		parts.Positions[i] = parts.Positions[i].Add(mgl32.Vec3{0.01 * wave, 0.02 * wave, -0.01 * wave})
	}
	l := Level{Parts: []Part{parts}, DoubleSided: true, Triangles: len(parts.Indices) / 3}
	l.copyColours(&b.Mesh)
	l.fit(&b.Mesh, places, newCoverages(&b.Mesh, b.Poses))
	p := &l.Parts[0]
	for pose := range b.Poses {
		angle := math.Pi / 3 * math.Sin(2*math.Pi*float64(pose)/float64(b.Poses))
		var distance, area float64 // mean distance of the corners, weighted by area
		for k := 0; k < len(p.Indices); k += 3 {
			corners := [3]mgl32.Vec3{}
			for c := range corners {
				corners[c] = p.Positions[pose*len(used)+int(p.Indices[k+c])]
			}
			a := float64(areaNormal(corners[0], corners[1], corners[2]).Len()) / 2
			for _, v := range corners {
				distance += a / 3 * math.Abs(float64(v[1])*math.Cos(angle)-math.Abs(float64(v[0]))*math.Sin(angle))
			}
			area += a
		}
		if distance/area > 0.001 || math.Abs(area-0.3) > 0.01 {
			t.Errorf("pose %d: corners are %v off the wings, and the area is %v, want 0.3", pose, distance/area, area)
		}
	}
	if _, typical, ok := b.deviation(l.Parts); !ok || typical > 0.001 {
		t.Errorf("the root mean square distance of the wing from the level is %v, want at most 0.001", typical)
	}
}

// slab returns a thin plate that is red above and blue below.
func slab() *namedMesh {
	const divisions, thick = 16, 0.006
	p := Part{Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}}
	for _, side := range [2]float32{1, -1} {
		first := uint32(len(p.Positions))
		for j := range divisions + 1 {
			for i := range divisions + 1 {
				position := mgl32.Vec3{float32(i)/divisions - 0.5, side * thick / 2, (float32(j)/divisions - 0.5) * 0.4}
				p.Positions, p.Normals = append(p.Positions, position), append(p.Normals, mgl32.Vec3{0, side, 0})
				colour := mgl32.Vec4{0.8, 0.1, 0.1, 1}
				if side < 0 {
					colour = mgl32.Vec4{0.1, 0.1, 0.8, 1}
				}
				p.Colours = append(p.Colours, colour)
			}
		}
		p.Indices = append(p.Indices, grid(first, divisions, side > 0)...)
	}
	return &namedMesh{Name: "slab", Mesh: Mesh{Poses: 1, Parts: []Part{p}}}
}

// TestSheetsKeepBothColours checks a plate that has become a single sheet. It must keep the colours
// of both sides.
func TestSheetsKeepBothColours(t *testing.T) {
	b := slab()
	b.simplify()
	l := b.silhouette()
	if !l.DoubleSided || l.Triangles > 20 {
		t.Fatalf("the level has %d triangles, double-sided: %v; want at most 20, and true", l.Triangles, l.DoubleSided)
	}
	for v, n := range l.Parts[0].Normals {
		above, below := l.FrontColours[0][v], l.BackColours[0][v]
		if n[1] < 0 {
			above, below = below, above
		}
		if above.Sub(mgl32.Vec3{0.8, 0.1, 0.1}).Len() > 0.15 || below.Sub(mgl32.Vec3{0.1, 0.1, 0.8}).Len() > 0.15 {
			t.Errorf("vertex %d is %v above and %v below, want red above and blue below", v, above, below)
		}
	}
}

// TestFineTextureAverages checks that a fine black and white checkerboard is grey from a distance.
func TestFineTextureAverages(t *testing.T) {
	checks := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	checks.Set(0, 0, color.White)
	checks.Set(1, 0, color.Black)
	b := ball(48, 24)
	p := &b.Parts[0]
	p.Material.Texture = &gltf.Texture{Image: checks}
	for _, position := range p.Positions {
		p.UV = append(p.UV, mgl32.Vec2{53.3 * position[0], 0.5})
	}
	b.simplify()
	l := b.Levels[len(b.Levels)-1]
	for v, c := range l.FrontColours[0] {
		if math.Abs(float64(c[0])-0.5) > 0.12 || c[0] != c[1] || c[1] != c[2] {
			t.Errorf("vertex %d is %v, want 0.5", v, c)
		}
	}
}
