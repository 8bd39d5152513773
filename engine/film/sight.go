package film

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// ShowsBird reports whether any bird is visible in any of several pictures of the given size. times are in
// frames after the first.
func (f *Film) ShowsBird(times []float64, size image.Point) (bool, error) {
	for _, t := range times {
		shown, err := f.At(t, size)
		if err != nil {
			return false, err
		}
		for i := range shown.Birds {
			if i != shown.View.Hide && IsInPicture(shown.View, shown.Birds[i].Pos, size) {
				return true, nil
			}
		}
	}
	return false, nil
}

// IsInPicture reports whether a point in the world is inside the picture.
func IsInPicture(v frame.View, pos mgl32.Vec3, size image.Point) bool {
	x, y, _, ok := v.Project(pos, size.X, size.Y)
	return ok && x >= 0 && y >= 0 && x <= float32(size.X) && y <= float32(size.Y)
}
