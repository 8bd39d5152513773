//go:build cgo

package sky

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/air"
	"skein/engine/frame"
	"skein/engine/internal/num"
)

// meter measures the brightness of pictures like a camera. It uses only the clear sky and the mean ground, so
// that birds and clouds do not change the exposure.
type meter struct {
	even, forward []air.RGB
	ground        float64
	brightest     float64
}

func newMeter(even, forward []air.RGB, ground mgl32.Vec3, sun float64) meter {
	m := meter{even: even, forward: forward, ground: luminance(ground)}
	towards := mgl32.Vec3{0, float32(math.Sin(sun)), float32(-math.Cos(sun))}
	for k := range 12 {
		turn := mgl32.QuatRotate(float32(k)*math.Pi/6, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(0.15, mgl32.Vec3{1, 0, 0}))
		m.brightest = max(m.brightest, m.luminance(&frame.View{Rotation: turn, FovY: 0.82}, 16.0/9, towards))
	}
	return m
}

// keyLuminance is the luminance of a level view towards a sun 34° above the horizon in clear air. This view
// has a gain of 1.
const keyLuminance = 0.4

const maxGain = 8

// Gain returns the factor for the exposure of a view. It is greater than 1 for a dark view. share is the
// fraction of the difference from keyLuminance that is compensated: 0 gives a gain of 1, and 1 gives all
// views the same luminance. Nights remain darker, because the gain leads to at most twice the luminance of
// the brightest level view.
func (l *Light) Gain(f *frame.Frame, share float32) float32 {
	if share == 0 || l.meter.brightest == 0 || f.Size.Y <= 0 {
		return 1
	}
	aspect := float32(f.Size.X) / float32(f.Size.Y)
	ratio := l.meter.target() / max(l.meter.luminance(&f.View, aspect, f.Light.SunDirection), 1e-6)
	return mgl32.Clamp(num.Pow(float32(ratio), share), 1.0/maxGain, maxGain)
}

// Luminance returns the mean luminance of a view without birds and clouds, or 0 if it is not known.
func (l *Light) Luminance(f *frame.Frame) float32 {
	if l.meter.brightest == 0 {
		return 0
	}
	aspect, sum := float32(f.Size.X)/float32(f.Size.Y), 0.0
	eachDirection(&f.View, aspect, func(d mgl32.Vec3) { sum += l.meter.towards(d, f.Light.SunDirection) / directions })
	return float32(sum)
}

func (m *meter) target() float64 { return min(keyLuminance, 2*m.brightest) }

func (m *meter) luminance(v *frame.View, aspect float32, sun mgl32.Vec3) float64 {
	sum := 0.0
	eachDirection(v, aspect, func(d mgl32.Vec3) { sum += math.Log(max(m.towards(d, sun), 1e-6)) })
	return math.Exp(sum / directions)
}

const (
	columns, rows = 7, 5
	directions    = columns * rows
)

func eachDirection(v *frame.View, aspect float32, add func(d mgl32.Vec3)) {
	high := num.Tan(v.FovY / 2)
	for j := range rows {
		for i := range columns {
			x, y := (2*float32(i)+1)/columns-1, (2*float32(j)+1)/rows-1
			add(v.Rotation.Rotate(mgl32.Vec3{x * high * aspect, y * high, -1}.Normalize()))
		}
	}
}

func (m *meter) towards(d, sun mgl32.Vec3) float64 {
	if d[1] >= 0 {
		return m.sky(d, sun)
	}
	flat := horizontal(d)
	horizon := m.sky(mgl32.Vec3{flat[0], 0, flat[1]}, sun)
	mirrored := 0.25 * m.sky(mgl32.Vec3{d[0], -d[1], d[2]}, sun)
	share := min(1, float64(-d[1])/0.15)
	return horizon*(1-share) + max(m.ground, mirrored)*share
}

func (m *meter) sky(d, sun mgl32.Vec3) float64 {
	toSun := float64(horizontal(d).Dot(horizontal(sun)))
	column := int(math.Round(math.Sqrt(max(0, (1-toSun)/2)) * (air.Columns - 1)))
	row := int(math.Round(math.Sqrt(float64(d[1])) * (air.Rows - 1)))
	k := min(row, air.Rows-1)*air.Columns + min(column, air.Columns-1)
	return m.even[k].Luminance() + air.HazePhase(float64(d.Dot(sun)))*m.forward[k].Luminance()
}

func horizontal(d mgl32.Vec3) mgl32.Vec2 {
	flat := mgl32.Vec2{d[0], d[2]}
	if flat.Len() < 1e-4 {
		return mgl32.Vec2{0, -1}
	}
	return flat.Normalize()
}

func luminance(c mgl32.Vec3) float64 {
	return air.RGB{float64(c[0]), float64(c[1]), float64(c[2])}.Luminance()
}
