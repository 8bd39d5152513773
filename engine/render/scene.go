//go:build cgo

package render

import (
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// sceneBinding is the binding point of the uniform block Scene.
const sceneBinding = 0

// scene holds one view as the shaders know it.
type scene struct {
	block
	region image.Rectangle // part of the image that shows the view
	size   image.Point     // size of the image
	planes [6]mgl32.Vec4   // of the view frustum: inside, (p, 1) · plane > 0; unit normals
}

// block is the uniform block Scene of scene.glsl, in its std140 layout.
type block struct {
	viewProjection mgl32.Mat4
	eye            mgl32.Vec4
	sunDirection   mgl32.Vec4
	sun            mgl32.Vec4
	sunPlace       mgl32.Vec4
	sunFlat        mgl32.Vec4
	sunDisc        mgl32.Vec4
	ground         mgl32.Vec4
	skylight       mgl32.Vec4
	bounced        mgl32.Vec4
	around         [3]mgl32.Vec4
	cloudLit       mgl32.Vec4
	cloudDark      mgl32.Vec4
	cloudHigh      mgl32.Vec4
	clouds         mgl32.Vec4
	drift          mgl32.Vec4
	moon           mgl32.Vec4
	turn           mgl32.Vec4
	stars          [4]float32 // one value and the padding of std140
	hazeEven       [3]mgl32.Vec4
	hazeAhead      [3]mgl32.Vec4
	hazeOver       [2]mgl32.Vec4
	shadowU        mgl32.Vec4
	shadowV        mgl32.Vec4
	sunward        mgl32.Mat4
	sunTexel       mgl32.Vec4
	caster         mgl32.Vec4
	land           mgl32.Vec4
}

func newSceneBuffer(o objects) uint32 {
	buffer := o.buffer(gl.UNIFORM_BUFFER, "scene")
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(block{})), nil, gl.STREAM_DRAW)
	return buffer
}

// newScene returns a scene with the light and the air, which all views of a frame share. line is
// the width of thin lines, pixels.
func newScene(f *frame.Frame, sky *skyLight, line float32) scene {
	l := f.Light
	caster, _ := castingSun(f)
	key := l.SunDirection
	if sky.byMoon {
		key = l.MoonDirection
	}
	flat := horizontal(l.SunDirection)
	s := scene{size: f.Size, block: block{
		sunDirection: key.Vec4(0),
		sun:          sky.key.Vec4(l.Exposure),
		sunPlace:     l.SunDirection.Vec4(0),
		sunFlat:      mgl32.Vec4{flat[0], flat[1], 0, 0},
		sunDisc:      sky.disc.Vec4(subframe(f.View.Shift)),
		ground:       l.Ground.Vec4(l.Haze + sky.mist),
		skylight:     sky.skylight.Vec4(line),
		bounced:      sky.bounced.Vec4(0),
		cloudLit:     sky.lit,
		cloudDark:    sky.dark,
		cloudHigh:    sky.high,
		clouds:       sky.clouds,
		drift:        cloudDrift(f),
		moon:         l.MoonDirection.Vec4(sky.moonlight),
		turn:         starRotation(&l),
		stars:        [4]float32{sky.stars},
		hazeEven:     sky.hazeEven,
		hazeAhead:    sky.hazeAhead,
		hazeOver:     sky.hazeOver,
		shadowU:      outsideMap,
		shadowV:      outsideMap,
		caster:       caster.Vec4(0),
		land:         landUniform(f),
	}}
	for k := range s.around {
		s.around[k] = mgl32.Vec4{sky.around[1][k] * flat[0], sky.around[2][k], sky.around[1][k] * flat[1], sky.around[0][k]}
	}
	return s
}

// subframe returns the position of a subframe among the subframes of a picture, 0 to 1, from the
// shift of its view; 0 without a shift. Shaders vary their dithering with it, so that the mean
// is smooth.
func subframe(shift mgl32.Vec2) float32 {
	_, part := math.Modf(math.Abs(float64(shift[0])*127_331.7 + float64(shift[1])*311_877.3))
	return float32(part)
}

// horizontal returns the unit vector (x, z) of a direction's azimuth.
func horizontal(d mgl32.Vec3) mgl32.Vec2 {
	flat := mgl32.Vec2{d[0], d[2]}
	if flat.Len() < 1e-4 {
		return mgl32.Vec2{1, 0}
	}
	return flat.Normalize()
}

// setCamera sets the camera to a view in a part of the image.
func (s *scene) setCamera(v frame.View, part image.Rectangle) {
	s.region = part
	w, h := float32(part.Dx()), float32(part.Dy())
	s.viewProjection = v.Projection(w / h).Mul4(v.Matrix())
	perPixel := 2 * float32(math.Tan(float64(v.FovY)/2)) / h
	s.eye = v.Eye.Vec4(perPixel)
	s.computePlanes()
}

// inset reports whether the view is the inset, which is drawn with a scissor rectangle.
func (s *scene) inset() bool { return s.region != image.Rectangle{Max: s.size} }

// computePlanes computes the planes of the view frustum.
func (s *scene) computePlanes() {
	w4 := s.viewProjection.Row(3)
	for i := range s.planes {
		plane := s.viewProjection.Row(i / 2).Mul(float32(1 - 2*(i%2))).Add(w4)
		s.planes[i] = plane.Mul(1 / plane.Vec3().Len())
	}
}

// mirrored returns the scene as level water mirrors it for the same eye.
func (s *scene) mirrored() scene {
	m := *s
	m.viewProjection = s.viewProjection.Mul4(mgl32.Scale3D(1, -1, 1))
	m.computePlanes()
	return m
}

func (s *scene) upload(buffer uint32) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(s.block)), unsafe.Pointer(&s.block), gl.STREAM_DRAW)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, sceneBinding, buffer)
}

// inSight reports whether any part of a ball may be visible.
func (s *scene) inSight(centre mgl32.Vec3, radius float32) bool {
	for i := range s.planes {
		p := &s.planes[i]
		if p[0]*centre[0]+p[1]*centre[1]+p[2]*centre[2]+p[3] < -radius {
			return false
		}
	}
	return true
}

// discRect returns a rectangle of pixels that contains the visible part of a disc in the sky,
// around a unit direction with a radius in radians.
func (s *scene) discRect(d mgl32.Vec3, radius float32) image.Rectangle {
	for _, side := range s.planes[:4] {
		if side.Vec3().Dot(d) < -radius {
			return image.Rectangle{}
		}
	}
	const away = 1000 // m; any distance does
	return s.ballRect(s.eye.Vec3().Add(d.Mul(away)), away*radius)
}

// ballRect returns a rectangle of pixels that contains the visible part of a ball.
func (s *scene) ballRect(centre mgl32.Vec3, radius float32) image.Rectangle {
	return s.ballOutline(centre, radius).Intersect(s.region)
}

// ballOutline returns a rectangle that contains a ball, even outside the view's part of the image;
// if the rectangle is unbounded, it returns that part. Everything between two balls lies within
// the union of their rectangles.
func (s *scene) ballOutline(centre mgl32.Vec3, radius float32) image.Rectangle {
	c := s.viewProjection.Mul4x1(centre.Vec4(1))
	depth := c[3]
	// Balls look larger near the eye and longer away from the middle.
	if depth < 2*radius+1e-3 {
		return s.region
	}
	w, h := float32(s.region.Dx()), float32(s.region.Dy())
	x := (1 + c[0]/depth) * w / 2
	y := (1 - c[1]/depth) * h / 2
	aside := mgl32.Vec2{2*x/h - w/h, 2*y/h - 1}.Len() * s.eye[3] * h / 2
	r := 1.2*radius*(1+aside)/(s.eye[3]*(depth-radius)) + 2 + s.skylight[3]/2 // half a thin line and a margin
	return image.Rect(int(x-r), int(y-r), int(x+r)+1, int(y+r)+1).Add(s.region.Min)
}
