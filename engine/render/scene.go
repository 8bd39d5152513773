//go:build cgo

package render

import (
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
)

// sceneBinding is the binding point of the uniform block Scene.
const sceneBinding = 0

// scene is the uniform block Scene of scene.glsl, in its std140 layout.
type scene struct {
	viewProjection mgl32.Mat4
	eye            mgl32.Vec4
	rayCorner      mgl32.Vec4
	rayRight       mgl32.Vec4
	rayUp          mgl32.Vec4
	sunDirection   mgl32.Vec4
	sun            mgl32.Vec4
	zenith         mgl32.Vec4
	horizon        mgl32.Vec4
	glow           mgl32.Vec4
	ground         mgl32.Vec4
	shadowU        mgl32.Vec4
	shadowV        mgl32.Vec4
}

func newSceneBuffer() (buffer uint32) {
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(scene{})), nil, gl.STREAM_DRAW)
	return buffer
}

// newScene holds the light and the air, which all views of a frame share.
func newScene(f *engine.Frame) scene {
	l := f.Light
	return scene{
		sunDirection: l.SunDirection.Vec4(0),
		sun:          l.Sun.Vec4(l.Exposure),
		zenith:       l.Zenith.Vec4(0),
		horizon:      l.Horizon.Vec4(0),
		glow:         l.Glow.Vec4(0),
		ground:       l.Ground.Vec4(l.Haze),
	}
}

// look sets the camera for a view into a part of an image of the given size.
func (s *scene) look(v engine.View, part image.Rectangle, size image.Point) {
	w, h := float32(part.Dx()), float32(part.Dy())
	s.viewProjection = v.Projection(w / h).Mul4(v.Matrix())
	perPixel := 2 * float32(math.Tan(float64(v.FovY)/2)) / h
	s.eye = v.Eye.Vec4(perPixel)
	right := v.Rotation.Rotate(mgl32.Vec3{perPixel, 0, 0})
	up := v.Rotation.Rotate(mgl32.Vec3{0, perPixel, 0})
	ahead := v.Rotation.Rotate(mgl32.Vec3{0, 0, -1})
	s.rayRight, s.rayUp = right.Vec4(0), up.Vec4(0)
	x := float32(part.Min.X) + w/2
	y := float32(size.Y-part.Max.Y) + h/2
	s.rayCorner = ahead.Sub(right.Mul(x)).Sub(up.Mul(y)).Vec4(0)
}

func (s *scene) upload(buffer uint32) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(*s)), unsafe.Pointer(s), gl.STREAM_DRAW)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, sceneBinding, buffer)
}

// inSight says whether any of a ball may be seen.
func (s *scene) inSight(centre mgl32.Vec3, radius float32) bool {
	m := &s.viewProjection
	w := m.Row(3)
	for i := range 3 {
		row := m.Row(i)
		for _, plane := range [2]mgl32.Vec4{w.Add(row), w.Sub(row)} {
			n := plane.Vec3()
			if n.Dot(centre)+plane[3] < -radius*n.Len() {
				return false
			}
		}
	}
	return true
}
