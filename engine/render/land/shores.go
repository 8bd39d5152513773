package land

import "github.com/go-gl/mathgl/mgl32"

// IsMirrored reports whether water may reflect a plant. The reflection is on the ground between the plant's
// foot and the eye.
func (g *Garden) IsMirrored(eye mgl32.Vec3, p *Instance) bool {
	top := eye[1] / (eye[1] + p.Height)
	for k := range 4 {
		t := 1 - (1-top)*float32(k)/3
		if g.IsWater(float64(eye[0]+t*(p.X-eye[0])), float64(eye[2]+t*(p.Z-eye[2]))) {
			return true
		}
	}
	return false
}

// IsWater reports whether there is water at a place. The land's features must have a water function.
func (g *Garden) IsWater(x, z float64) bool {
	x, z = x+g.cover.x, z+g.cover.z
	return lands[g.land].water(&g.cover, x, z)
}
