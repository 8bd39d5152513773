//go:build cgo

package sky

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/air"
	"skein/engine/frame"
)

func evenMap(radiance float64) (even, forward []air.RGB) {
	even, forward = make([]air.RGB, air.Columns*air.Rows), make([]air.RGB, air.Columns*air.Rows)
	for k := range even {
		even[k] = air.RGB{radiance, radiance, radiance}
	}
	return even, forward
}

// lookingAt returns a frame whose camera is turned to the left from the sun by an angle. The sun is
// above -Z.
func lookingAt(turn float32) *frame.Frame {
	f := &frame.Frame{Size: image.Pt(160, 90)}
	f.View = frame.View{Rotation: mgl32.QuatRotate(turn, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(0.15, mgl32.Vec3{1, 0, 0})), FovY: 0.82}
	f.Light.SunDirection = mgl32.Vec3{0, 0.1, -1}.Normalize()
	return f
}

// The test uses an even sky over ground of the same colour. The meter measures this colour, and every
// view has the same gain.
func TestMeterOfAnEvenSky(t *testing.T) {
	even, forward := evenMap(0.7)
	l := Light{meter: newMeter(even, forward, mgl32.Vec3{0.7, 0.7, 0.7}, 0.1)}
	for _, turn := range []float32{0, 1, 3} {
		f := lookingAt(turn)
		if got := l.meter.luminance(&f.View, 16./9, f.Light.SunDirection); math.Abs(got-0.7) > 1e-6 {
			t.Errorf("turned by %v: the luminance is %v, want 0.7", turn, got)
		}
		if gain := l.Gain(f, 1); math.Abs(float64(gain)*0.7/keyLuminance-1) > 1e-6 {
			t.Errorf("turned by %v: the gain is %v, want 1", turn, gain)
		}
	}
}

func TestMeterAtALowSun(t *testing.T) {
	const elevation = 0.1
	s := air.New(3.4).Sky(air.Conditions{Sun: elevation})
	for k := range s.Base {
		s.Base[k], s.Haze[k] = s.Expose(s.Base[k]), s.Expose(s.Haze[k])
	}
	l := Light{meter: newMeter(s.Base, s.Haze, mgl32.Vec3{0.05, 0.05, 0.05}, elevation)}
	var gains []float32
	for _, turn := range []float32{0, 0.8, 1.6, math.Pi} {
		f := lookingAt(turn)
		gain := l.Gain(f, 1)
		if bright := float64(gain) * l.meter.luminance(&f.View, 16./9, f.Light.SunDirection); math.Abs(bright/keyLuminance-1) > 1e-4 {
			t.Errorf("a view that is turned by %v from the sun has a luminance of %v after exposure, want %v", turn, bright, keyLuminance)
		}
		if half := l.Gain(f, 0.5); math.Abs(float64(half*half/gain)-1) > 1e-4 {
			t.Errorf("turned by %v from the sun: the gain is %v for half of the difference and %v for all of it, want its square root", turn, half, gain)
		}
		if none := l.Gain(f, 0); none != 1 {
			t.Errorf("the gain is %v without adaptation, want 1", none)
		}
		gains = append(gains, gain)
	}
	if gains[1] < gains[0] || gains[2] < 2*gains[0] || gains[3] < 2*gains[0] {
		t.Errorf("the gains are %v when turned by 0°, 46°, 92° and 180° from the sun, want about 1, then more, then at least twice", gains)
	}
}

func TestMeterOfVerticalViews(t *testing.T) {
	even, forward := evenMap(0.7)
	l := Light{meter: newMeter(even, forward, mgl32.Vec3{0.7, 0.7, 0.7}, 0.1)}
	for _, d := range []mgl32.Vec3{{0, -1, 0}, {0, 1, 0}} {
		if got := l.meter.towards(d, mgl32.Vec3{0, 0.1, -1}.Normalize()); math.Abs(got-0.7) > 1e-6 {
			t.Errorf("towards %v the luminance is %v, want 0.7", d, got)
		}
	}
}
