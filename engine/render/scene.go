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

// scene is one view as the shaders know it.
type scene struct {
	block
	part   image.Rectangle // of the image that shows it
	size   image.Point     // of the image
	planes [6]mgl32.Vec4   // around what is seen: inside, (p, 1) · plane > 0; normals of unit length
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
	stars          [4]float32 // one, and what std140 leaves empty
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

// newScene holds the light and the air, which all views of a frame share. Thin lines
// are so many pixels wide.
func newScene(f *frame.Frame, sky *skyLight, line float32) scene {
	l := f.Light
	caster, _ := castingSun(f)
	key := l.SunDirection
	if sky.byMoon {
		key = l.MoonDirection
	}
	flat := flatOf(l.SunDirection)
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
		drift:        driftAt(f),
		moon:         l.MoonDirection.Vec4(sky.moonlight),
		turn:         turnOf(&l),
		stars:        [4]float32{sky.stars},
		hazeEven:     sky.hazeEven,
		hazeAhead:    sky.hazeAhead,
		hazeOver:     sky.hazeOver,
		shadowU:      nowhere,
		shadowV:      nowhere,
		caster:       caster.Vec4(0),
		land:         landAt(f),
	}}
	for k := range s.around {
		s.around[k] = mgl32.Vec4{sky.around[1][k] * flat[0], sky.around[2][k], sky.around[1][k] * flat[1], sky.around[0][k]}
	}
	return s
}

// subframe returns where what is seen through such a shift of the picture stands among the subframes
// of that, 0 to 1, each elsewhere: what shaders scatter about goes by it, so that it is smooth in
// the mean. It is 0 without a shift.
func subframe(shift mgl32.Vec2) float32 {
	_, part := math.Modf(math.Abs(float64(shift[0])*127_331.7 + float64(shift[1])*311_877.3))
	return float32(part)
}

// Winds that the clouds go with, low and high, m/s along x and z.
var winds = [4]float64{6.5, 3, 21, 12}

// driftAt returns how far the clouds have come from where the land's seed has them begin, without
// what makes no difference to their noise.
func driftAt(f *frame.Frame) (out mgl32.Vec4) {
	for k, wind := range winds {
		tile := lowTile * 100 // which all scales of noise share
		if k > 1 {
			tile = highTile * 100 // likewise
		}
		begin := tile * hash(uint32(f.Light.LandSeed), uint32(79+k))
		out[k] = float32(math.Mod(begin+wind*f.Seconds, tile))
	}
	return out
}

// turnOf returns how the stars stand.
func turnOf(l *frame.Light) mgl32.Vec4 {
	q := mgl32.QuatRotate(float32(2*math.Pi*l.Turned), l.Pole)
	return q.V.Vec4(q.W)
}

// flatOf returns the unit direction on the horizon of a direction, x and z.
func flatOf(d mgl32.Vec3) mgl32.Vec2 {
	flat := mgl32.Vec2{d[0], d[2]}
	if flat.Len() < 1e-4 {
		return mgl32.Vec2{1, 0}
	}
	return flat.Normalize()
}

// look sets the camera for a view into a part of the image.
func (s *scene) look(v frame.View, part image.Rectangle) {
	s.part = part
	w, h := float32(part.Dx()), float32(part.Dy())
	s.viewProjection = v.Projection(w / h).Mul4(v.Matrix())
	perPixel := 2 * float32(math.Tan(float64(v.FovY)/2)) / h
	s.eye = v.Eye.Vec4(perPixel)
	s.bound()
}

// inset reports whether the view is the inset, which is drawn within scissors.
func (s *scene) inset() bool { return s.part != image.Rectangle{Max: s.size} }

// bound makes the planes that bound what is seen.
func (s *scene) bound() {
	w4 := s.viewProjection.Row(3)
	for i := range s.planes {
		plane := s.viewProjection.Row(i / 2).Mul(float32(1 - 2*(i%2))).Add(w4)
		s.planes[i] = plane.Mul(1 / plane.Vec3().Len())
	}
}

// mirrored shows where level water shows what stands over it, seen by the same eye.
func (s *scene) mirrored() scene {
	m := *s
	m.viewProjection = s.viewProjection.Mul4(mgl32.Scale3D(1, -1, 1))
	m.bound()
	return m
}

func (s *scene) upload(buffer uint32) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(s.block)), unsafe.Pointer(&s.block), gl.STREAM_DRAW)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, sceneBinding, buffer)
}

// inSight reports whether any of a ball may be seen.
func (s *scene) inSight(centre mgl32.Vec3, radius float32) bool {
	for i := range s.planes {
		p := &s.planes[i]
		if p[0]*centre[0]+p[1]*centre[1]+p[2]*centre[2]+p[3] < -radius {
			return false
		}
	}
	return true
}

// disc returns a rectangle of the image's pixels that holds all that the view shows of a disc
// in the sky, around a unit direction with a radius in radians.
func (s *scene) disc(d mgl32.Vec3, radius float32) image.Rectangle {
	for _, side := range s.planes[:4] {
		if side.Vec3().Dot(d) < -radius {
			return image.Rectangle{}
		}
	}
	const away = 1000 // m, any
	return s.footprint(s.eye.Vec3().Add(d.Mul(away)), away*radius)
}

// footprint returns a rectangle of the image's pixels that holds all of a ball that
// the view shows.
func (s *scene) footprint(centre mgl32.Vec3, radius float32) image.Rectangle {
	return s.outline(centre, radius).Intersect(s.part)
}

// outline returns a rectangle that holds a ball as the view would show it, were it
// larger than the part of the image that it has; that part where this has no end.
// What lies between two balls lies within the union of theirs.
func (s *scene) outline(centre mgl32.Vec3, radius float32) image.Rectangle {
	c := s.viewProjection.Mul4x1(centre.Vec4(1))
	depth := c[3]
	// Near the eye, and beside it, balls look larger and longer.
	if depth < 2*radius+1e-3 {
		return s.part
	}
	w, h := float32(s.part.Dx()), float32(s.part.Dy())
	x := (1 + c[0]/depth) * w / 2
	y := (1 - c[1]/depth) * h / 2
	aside := mgl32.Vec2{2*x/h - w/h, 2*y/h - 1}.Len() * s.eye[3] * h / 2
	r := 1.2*radius*(1+aside)/(s.eye[3]*(depth-radius)) + 2 + s.skylight[3]/2 // a thin line, and some more
	return image.Rect(int(x-r), int(y-r), int(x+r)+1, int(y+r)+1).Add(s.part.Min)
}
