//go:build cgo

package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/air"
	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/engine/render/sky"
	"skein/engine/render/view"
)

type scene struct {
	block
	view.View
}

type block struct {
	clip           mgl32.Mat4 // projection multiplied by the transform from the world to the eye
	viewer         mgl32.Vec4
	sunDirection   mgl32.Vec4
	sun            mgl32.Vec4
	sunPlace       mgl32.Vec4
	sunFlat        mgl32.Vec4
	sunDisc        mgl32.Vec4
	ground         mgl32.Vec4
	skylight       mgl32.Vec4
	groundRadiance mgl32.Vec4
	ambientLight   [3]mgl32.Vec4
	cloudLit       mgl32.Vec4
	cloudDark      mgl32.Vec4
	cloudHigh      mgl32.Vec4
	clouds         mgl32.Vec4
	drift          mgl32.Vec4
	moon           mgl32.Vec4
	turn           mgl32.Vec4
	stars          [4]float32 // only the first is used; std140 pads it to four
	hazeEven       [3]mgl32.Vec4
	hazeAhead      [3]mgl32.Vec4
	hazeOver       [2]mgl32.Vec4
	shadowU        mgl32.Vec4
	shadowV        mgl32.Vec4
	sunward        mgl32.Mat4
	sunTexel       mgl32.Vec4
	caster         mgl32.Vec4
	land           mgl32.Vec4
	fog            mgl32.Vec4
}

func newSceneBuffer(o gpu.Objects) uint32 {
	buffer := o.Buffer(gl.UNIFORM_BUFFER, "scene")
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(block{})), nil, gl.STREAM_DRAW)
	return buffer
}

func newScene(f *frame.Frame, light *sky.Light, line float32) scene {
	l := f.Light
	caster, _ := castingSun(f)
	key := l.SunDirection
	if light.ByMoon {
		key = l.MoonDirection
	}
	flat := horizontal(l.SunDirection)
	s := scene{View: view.View{Size: f.Size, Line: line}, block: block{
		sunDirection:   key.Vec4(0),
		sun:            light.Key.Vec4(l.Exposure * light.Gain(f, l.Adapt)),
		sunPlace:       l.SunDirection.Vec4(0),
		sunFlat:        mgl32.Vec4{flat[0], flat[1], 0, 0},
		sunDisc:        light.Disc.Vec4(subframe(f.View.Shift)),
		ground:         l.Ground.Vec4(l.Haze + light.Mist),
		skylight:       light.Skylight.Vec4(line),
		groundRadiance: light.Bounced.Vec4(float32(air.Haze(float64(l.Turbidity))) + light.Mist),
		cloudLit:       light.Lit,
		cloudDark:      light.Dark,
		cloudHigh:      light.High,
		clouds:         light.Clouds,
		drift:          sky.Drift(f),
		moon:           l.MoonDirection.Vec4(light.Moonlight),
		turn:           sky.StarRotation(&l),
		stars:          [4]float32{light.Stars},
		hazeEven:       light.HazeEven,
		hazeAhead:      light.HazeAhead,
		hazeOver:       light.HazeOver,
		shadowU:        outsideMap,
		shadowV:        outsideMap,
		caster:         caster.Vec4(0),
		land:           land.Uniform(f),
		fog:            mgl32.Vec4{l.FogBelow, l.FogTop},
	}}
	for k := range s.ambientLight {
		s.ambientLight[k] = mgl32.Vec4{light.Around[1][k] * flat[0], light.Around[2][k], light.Around[1][k] * flat[1], light.Around[0][k]}
	}
	return s
}

// subframe returns a number from 0 to 1 that differs between subframes. It returns 0 if the view is not
// shifted. Shaders vary their dithering with it, so that the mean is smooth.
func subframe(shift mgl32.Vec2) float32 {
	_, part := math.Modf(math.Abs(float64(shift[0])*127_331.7 + float64(shift[1])*311_877.3))
	return float32(part)
}

func horizontal(d mgl32.Vec3) mgl32.Vec2 {
	flat := mgl32.Vec2{d[0], d[2]}
	if flat.Len() < 1e-4 {
		return mgl32.Vec2{1, 0}
	}
	return flat.Normalize()
}

func (s *scene) upload(buffer uint32) {
	s.clip, s.viewer = s.ViewProjection, s.Eye
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gpu.Stream(gl.UNIFORM_BUFFER, unsafe.Slice(&s.block, 1))
	gl.BindBufferBase(gl.UNIFORM_BUFFER, gpu.SceneBinding, buffer)
}
