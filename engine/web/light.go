package web

import (
	"encoding/binary"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/air"
	"skein/engine/frame"
	"skein/flock/look"
)

// SetLight sets the light of the page, without motion of clouds. It adds the data "sky": first the light that
// the air scatters evenly, then the light that haze scatters forward. Each part has [air.Rows] rows of
// [air.Columns] colours. A number is the square root of a radiance relative to Light.Brightest, in units of
// 1/65535, as 16 bits in little-endian order.
func (p *Page) SetLight(l frame.Light) {
	p.Scene.Light = Light{
		Sun: l.SunDirection, Key: l.SunDirection, Ground: l.Ground, Haze: l.Haze, AirHaze: float32(air.Haze(float64(l.Turbidity))),
		Exposure: l.Exposure, Adapt: l.Adapt, Land: look.LandNames()[l.Land],
		Clouds: [3]float32{l.Cloud.Cover, l.Cloud.High, l.Cloud.Thick},
	}
	var even, forward []air.RGB
	if l.Painted {
		even, forward = p.Scene.Light.paint(&l)
	} else {
		even, forward = p.Scene.Light.scatter(&l)
	}
	p.Data = append(p.Data, Data{Name: "sky", Bytes: p.Scene.Light.encodeSky(even, forward)})
}

func (out *Light) scatter(l *frame.Light) (even, forward []air.RGB) {
	c := air.ConditionsOf(l)
	a := air.New(float64(l.Turbidity))
	s := a.Sky(c)
	exposed := func(c air.RGB) mgl32.Vec3 { return vector(s.Expose(c)) }
	if s.KeyIsMoon {
		out.Key = l.MoonDirection
	}
	out.Haze += l.Cloud.Mist
	out.AirHaze += l.Cloud.Mist
	out.KeyLight, out.Disc = exposed(s.Key), air.DiscRadiance(exposed(a.Sunlight(c.Sun)), c.Cloud.Veil)
	out.Skylight, out.Bounced = exposed(s.Horizontal), exposed(s.Ground)
	out.Ambient = [3]mgl32.Vec3{exposed(s.Ambient[0]), exposed(s.Ambient[1]), exposed(s.Ambient[2])}
	for k := range s.Base {
		s.Base[k], s.Haze[k] = s.Expose(s.Base[k]), s.Expose(s.Haze[k])
	}
	return s.Base, s.Haze
}

func (out *Light) paint(l *frame.Light) (even, forward []air.RGB) {
	height := math.Asin(float64(mgl32.Clamp(l.SunDirection[1], -1, 1)))
	up := l.Zenith.Mul(0.55).Add(l.Horizon.Mul(0.45)).Add(l.Glow.Mul(0.12))
	below := l.Sun.Mul(max(l.SunDirection[1], 0) / math.Pi).Add(up)
	for k := range out.Bounced {
		out.Bounced[k] = l.Ground[k] * below[k]
	}
	out.KeyLight, out.Disc, out.Skylight = l.Sun, air.DiscRadiance(l.Sun, 0), up
	out.Ambient = [3]mgl32.Vec3{up.Add(out.Bounced).Mul(0.5), {}, up.Sub(out.Bounced).Mul(0.5)}
	return air.Painted(colour(l.Zenith), colour(l.Horizon), colour(l.Glow), height), make([]air.RGB, air.Columns*air.Rows)
}

func vector(c air.RGB) mgl32.Vec3 { return mgl32.Vec3{float32(c[0]), float32(c[1]), float32(c[2])} }

func colour(v mgl32.Vec3) air.RGB { return air.RGB{float64(v[0]), float64(v[1]), float64(v[2])} }

func (out *Light) encodeSky(even, forward []air.RGB) (data []byte) {
	brightest := 0.0
	for k := range even {
		for i := range 3 {
			brightest = max(brightest, even[k][i], forward[k][i])
		}
	}
	out.Brightest = float32(brightest)
	for _, part := range [][]air.RGB{even, forward} {
		for _, c := range part {
			for _, x := range c {
				share := math.Sqrt(min(max(x, 0)/max(brightest, 1e-9), 1))
				data = binary.LittleEndian.AppendUint16(data, uint16(math.Round(share*math.MaxUint16)))
			}
		}
	}
	return data
}
