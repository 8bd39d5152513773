package engine

import (
	"math"

	"skein/flock"
)

// Rebuild makes an obstacle of a file: a model or terrain. It stands where it stood, on its
// foot, and if the file's size cannot be meant in metres as high as it was.
func Rebuild(o *flock.Obstacle, shape, file string, mesh *flock.Mesh) {
	was := boxOf(o)
	fresh := o.Shape != shape
	o.Shape, o.File, o.Mesh, o.Digest = shape, file, mesh, mesh.Digest()
	if !fresh {
		return
	}
	o.At.Y = max(was[0][1], 0)
	if mesh.Relief != nil {
		r := mesh.Relief
		o.At.Y, o.Height = 0, 40
		o.Size = flock.Vec{X: 300, Y: 1, Z: float32(math.Round(300 * float64(r.Rows-1) / float64(r.Columns-1)))}
		o.Size.Z = min(o.Size.Z, 2000)
		return
	}
	o.Scale = 1
	if shape == "terrain" {
		o.At.Y = 0
		return
	}
	const least, most = 0.3, 400 // m
	is := boxOf(o)
	if size := max(is[1][0]-is[0][0], is[1][1]-is[0][1], is[1][2]-is[0][2]); size < least || size > most {
		wanted := max(was[1][1]-was[0][1], 1)
		digits := math.Pow(10, 1-math.Floor(math.Log10(float64(wanted/size))))
		o.Scale = float32(min(max(math.Round(float64(wanted/size)*digits)/digits, 0.0001), 10000))
	}
}

// boxOf are the corners of the box around an obstacle in the world.
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
