package scenery

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/around"
	"skein/models/gltf"
)

// Smallest sizes of boxes and cylinders that are drawn as buildings, and sizes of windows and storeys, in m.
const (
	minBuildingHeight = 9
	minBuildingWidth  = 3.5
	windowWidth       = 2.0
	storeyHeight      = 3.2
)

func isBuilding(o *around.Obstacle) bool {
	if !isUpright(o) {
		return false
	}
	height, least, most := o.Height, 2*o.Radius, 2*o.Radius
	switch o.Shape {
	case "box":
		height, least, most = o.Size.Y, min(o.Size.X, o.Size.Z), max(o.Size.X, o.Size.Z)
	case "cylinder":
	default:
		return false
	}
	return height >= minBuildingHeight && least >= minBuildingWidth && height >= 0.5*most
}

var wallColours = [...]mgl32.Vec4{
	{0.36, 0.31, 0.26, 1}, {0.30, 0.17, 0.12, 1}, {0.42, 0.40, 0.37, 1}, {0.22, 0.23, 0.25, 1}, {0.40, 0.33, 0.23, 1},
}

func addWindows(s *frame.Solid, o *around.Obstacle) {
	size := s.High.Sub(s.Low)
	random := pseudoRandom(float64(7.3*size[0] + 3.1*size[1] + 1.7*size[2]))
	wall := gltf.Material{BaseColour: wallColours[int(9973*random)%len(wallColours)]}
	f := &frame.Facade{Storeys: max(float32(math.Round(float64(size[1]/storeyHeight))), 1), Style: int(997*random) % frame.FacadeStyles, Seed: float32(random)}
	s.Coats = []frame.Coat{{Triangles: len(s.Triangles) / 3, Material: wall, Facade: f}}
	s.UV = make([]mgl32.Vec2, len(s.Points))
	if o.Shape == "cylinder" {
		unrollWindows(s, columns(2*math.Pi*o.Radius), f.Storeys)
		return
	}
	for v, p := range s.Points {
		n, axis := s.Normals[v], 0
		if n[0] != 0 {
			axis = 2
		}
		if s.UV[v] = (mgl32.Vec2{-1, -1}); n[1] == 0 {
			wall := 100 * (1.5 + n[0] + 0.5*n[2]) // windows differ between the walls
			s.UV[v] = mgl32.Vec2{wall + columns(size[axis])*(p[axis]-s.Low[axis])/size[axis], storeysUp(s, p, f.Storeys)}
		}
	}
}

func columns(breadth float32) float32 {
	return max(float32(math.Round(float64(breadth/windowWidth))), 1)
}

func storeysUp(s *frame.Solid, p mgl32.Vec3, storeys float32) float32 {
	return storeys * (p[1] - s.Low[1]) / (s.High[1] - s.Low[1])
}

func unrollWindows(s *frame.Solid, columns, storeys float32) {
	last, height := float64(0), float32(math.Inf(1))
	for v, p := range s.Points {
		n := s.Normals[v]
		if s.UV[v] = (mgl32.Vec2{-1, -1}); n[1] != 0 {
			continue
		}
		if p[1] != height {
			last, height = 0, p[1]
		}
		angle := math.Atan2(float64(n[0]), float64(n[2]))
		for angle < last-1e-3 {
			angle += 2 * math.Pi
		}
		last = angle
		s.UV[v] = mgl32.Vec2{columns * float32(angle/(2*math.Pi)), storeysUp(s, p, storeys)}
	}
}

func pseudoRandom(x float64) float64 {
	_, share := math.Modf(math.Abs(math.Sin(x*12.9898)) * 43758.5453)
	return share
}
