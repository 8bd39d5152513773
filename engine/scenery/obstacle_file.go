package scenery

import (
	"math"

	"skein/flock"
	"skein/flock/vec"
)

// What a model's largest side measures at least and at most, m, if it is taken to be meant in
// metres; and what one is given that is not.
const (
	leastModel, mostModel = 1, 60
	fitModel              = 8
)

// SetFile makes an obstacle of a file: a model or terrain. It stands where it stood, on its
// foot. A model whose size cannot be meant in metres beside birds is scaled; it returns what
// its largest side measures by the file and what now, m, which is 0 where the obstacle keeps
// the scale that it had.
func SetFile(o *flock.Obstacle, shape, file string, mesh *flock.Mesh) (was, is float32) {
	stood := boxOf(o)
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
	was = largestSide(o)
	if was < leastModel || was > mostModel {
		wanted := float64(fitModel / was)
		digits := math.Pow(10, 1-math.Floor(math.Log10(wanted)))
		o.Scale = float32(min(max(math.Round(wanted*digits)/digits, 0.0001), 10000))
	}
	return was, was * o.Scale
}

// largestSide is that of the box around an obstacle, m.
func largestSide(o *flock.Obstacle) float32 {
	box := boxOf(o)
	return max(box[1][0]-box[0][0], box[1][1]-box[0][1], box[1][2]-box[0][2])
}

// boxOf returns the corners of the box around an obstacle in the world.
func boxOf(o *flock.Obstacle) (box [2][3]float32) {
	for k, v := range o.Surface().Vertices {
		at := v.Floats()
		for axis := range 3 {
			if k == 0 {
				box[0][axis], box[1][axis] = at[axis], at[axis]
			}
			box[0][axis], box[1][axis] = min(box[0][axis], at[axis]), max(box[1][axis], at[axis])
		}
	}
	return box
}
