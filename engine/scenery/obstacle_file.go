package scenery

import (
	"math"

	"skein/flock/around"

	"skein/flock/vec"
)

// A model whose largest side is between minModelSize and maxModelSize, in m, is assumed to be in metres.
// Other models are scaled to defaultModelSize.
const (
	minModelSize, maxModelSize = 1, 60
	defaultModelSize           = 8
)

// SetFile gives an obstacle a file with a model or terrain. A model is placed where the obstacle's foot was.
// It is scaled if its size in metres is implausible. Terrain is placed on the ground. SetFile returns the
// largest side of a model before and after scaling, in m. It returns 0 for terrain, and if the shape does not
// change.
func SetFile(o *around.Obstacle, shape, file string, mesh *around.Mesh) (before, after float32) {
	stood := boundingBox(o)
	fresh := o.Shape != shape
	o.Shape, o.File, o.Mesh, o.Digest = shape, file, mesh, mesh.Digest()
	if !fresh {
		return 0, 0
	}
	o.At.Y = max(stood[0][1], 0)
	if mesh.Relief != nil {
		r := mesh.Relief
		o.At.Y, o.Height = 0, 40
		o.Size = vec.Vec{X: 300, Y: 1, Z: float32(math.Round(300 * float64(r.Rows-1) / float64(r.Columns-1)))}
		o.Size.Z = min(o.Size.Z, 2000)
		return 0, 0
	}
	o.Scale = 1
	if shape == "terrain" {
		o.At.Y = 0
		return 0, 0
	}
	before = largestSide(o)
	if before < minModelSize || before > maxModelSize {
		wanted := float64(defaultModelSize / before)
		digits := math.Pow(10, 1-math.Floor(math.Log10(wanted)))
		o.Scale = float32(min(max(math.Round(wanted*digits)/digits, 0.0001), 10000))
	}
	return before, before * o.Scale
}

func largestSide(o *around.Obstacle) float32 {
	box := boundingBox(o)
	return max(box[1][0]-box[0][0], box[1][1]-box[0][1], box[1][2]-box[0][2])
}

func boundingBox(o *around.Obstacle) (box [2][3]float32) {
	for k, v := range o.Surface().Vertices {
		pos := v.Floats()
		for axis := range 3 {
			if k == 0 {
				box[0][axis], box[1][axis] = pos[axis], pos[axis]
			}
			box[0][axis], box[1][axis] = min(box[0][axis], pos[axis]), max(box[1][axis], pos[axis])
		}
	}
	return box
}
