//go:build cgo

package sky

import (
	"math"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/air"
	"skein/engine/frame"
	"skein/engine/render/gpu"
)

// Sky contains the textures and the light of a sky. They are recomputed only when the sky changes.
type Sky struct {
	clouds     uint32
	erosion    uint32
	HasErosion bool // the erosion texture is filled
	density    [256]float32
	seed       int
	texture    uint32 // sky map: first Base, then Haze of air.Sky, times the exposure
	key        key
	Light      Light
	air        *air.Air
	turbidity  float32
}

type key struct {
	sun, moon float64 // elevations, rounded to steps, radians
	phase     float64
	light     frame.Light
}

// Light contains the values of a sky that shaders need in addition to the sky map. The exposure is that of
// eyes adapted to the light.
type Light struct {
	Key                 mgl32.Vec3 // illuminance of a surface that faces the key light
	ByMoon              bool
	Disc                mgl32.Vec3 // radiance of the sun's disc
	Skylight            mgl32.Vec3
	Bounced             mgl32.Vec3
	Around              [3]mgl32.Vec3
	Lit, Dark, High     mgl32.Vec4 // light of cumulus on the lit and the dark side, and of cirrus; see scene.glsl
	Stars               float32
	Clouds              mgl32.Vec4
	HazeEven, HazeAhead [3]mgl32.Vec4 // hazeHorizon and hazeForward in scene.glsl
	HazeOver            [2]mgl32.Vec4
	Moonlight           float32 // radiance of the moon's disc
	Mist                float32 // haze added by the weather, 1/m

	meter meter
}

// step is the unit to which the elevations of sun and moon are rounded, in radians.
const step = 0.04 * math.Pi / 180

// Init creates the textures. Update and Prepare fill them.
func (h *Sky) Init(o gpu.Objects) error {
	h.clouds = gpu.NewTile(o, gpu.UnitCloud, "clouds", 1, []byte{128, 128, 128, 128})
	h.erosion = o.Texture(gpu.UnitErosion, gl.TEXTURE_3D, "heaps")
	gl.TexImage3D(gl.TEXTURE_3D, 0, gl.R8, 1, 1, 1, 0, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr([]byte{128}))
	h.texture = o.Texture(gpu.UnitSky, gl.TEXTURE_2D, "sky")
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGB16F, air.Columns, 2*air.Rows, 0, gl.RGB, gl.FLOAT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	return nil
}

// Delete frees the textures.
func (h *Sky) Delete() {
	gl.DeleteTextures(1, &h.texture)
	gl.DeleteTextures(1, &h.clouds)
	gl.DeleteTextures(1, &h.erosion)
}

func (h *Sky) threshold(cover float32) float32 {
	switch {
	case cover <= 0:
		return 2
	case cover >= 1:
		return -1
	}
	i, _ := slices.BinarySearch(h.density[:], 1-cover)
	return float32(i) / 255
}

// Update computes the sky for a light, if the light has changed, and binds its textures.
func (h *Sky) Update(l *frame.Light) *Light {
	gpu.BindTexture(gpu.UnitCloud, gl.TEXTURE_2D, h.clouds)
	gpu.BindTexture(gpu.UnitErosion, gl.TEXTURE_3D, h.erosion)
	gpu.BindTexture(gpu.UnitSky, gl.TEXTURE_2D, h.texture)
	key := newSkyKey(l)
	if key == h.key {
		return &h.Light
	}
	h.key = key
	if l.Cloud != (frame.Cloud{}) || l.FogBelow > 0 || l.MoonDirection[1] > LowestMoon { // fog and the face of the moon also use the noise
		h.makeClouds(l.CloudSeed)
	}
	var even, forward []air.RGB
	if l.Painted {
		even, forward = h.computePainted(l, key.sun)
	} else {
		even, forward = h.computeAir(l, &key)
	}
	h.Light.haze(even, forward)
	h.Light.meter = newMeter(even, forward, h.Light.Bounced, key.sun)
	texels := make([]float32, 0, 2*3*len(even))
	for _, part := range [][]air.RGB{even, forward} {
		for _, c := range part {
			for _, v := range c {
				texels = append(texels, float32(min(v, 60_000)))
			}
		}
	}
	gpu.BindTexture(gpu.UnitSky, gl.TEXTURE_2D, h.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, air.Columns, 2*air.Rows, gl.RGB, gl.FLOAT, gl.Ptr(texels))
	return &h.Light
}

func newSkyKey(l *frame.Light) key {
	step := func(height float64) float64 { return math.Round(height/step) * step }
	c := air.ConditionsOf(l)
	rest := *l
	rest.SunDirection, rest.MoonDirection, rest.SunPoint, rest.Pole = mgl32.Vec3{}, mgl32.Vec3{}, mgl32.Vec3{}, mgl32.Vec3{}
	rest.Haze, rest.FogTop, rest.Exposure, rest.Adapt, rest.Bloom, rest.DaySeconds, rest.Turned, rest.Land, rest.LandSeed = 0, 0, 0, 0, 0, 0, 0, 0, 0
	rest.Next = frame.WeatherChange{}
	return key{step(c.Sun), step(c.Moon), math.Round(200*c.Phase) / 200, rest}
}

func (h *Sky) computeAir(l *frame.Light, key *key) (even, forward []air.RGB) {
	if h.air == nil || h.turbidity != l.Turbidity {
		h.air, h.turbidity = air.New(float64(l.Turbidity)), l.Turbidity
	}
	c := air.ConditionsOf(l)
	c.Sun, c.Moon, c.Phase = key.sun, key.moon, key.phase
	cloud := c.Cloud
	s := h.air.Sky(c)
	exposed := func(c air.RGB) mgl32.Vec3 {
		c = s.Expose(c)
		return mgl32.Vec3{float32(c[0]), float32(c[1]), float32(c[2])}
	}
	heaped := l.Cloud.Cover
	if cloud.Veil == 1 {
		heaped = 0 // the veil hides cumulus
	}
	h.Light = Light{
		Key: exposed(s.Key), ByMoon: s.KeyIsMoon, Disc: air.DiscRadiance(exposed(h.air.Sunlight(key.sun)), cloud.Veil),
		Skylight: exposed(s.Horizontal), Bounced: exposed(s.Ground), Around: [3]mgl32.Vec3{exposed(s.Ambient[0]), exposed(s.Ambient[1]), exposed(s.Ambient[2])},
		Stars: float32(s.StarBrightness * (1 - cloud.Veil)), Mist: l.Cloud.Mist,
		Dark: exposed(s.CumulusDark).Vec4(overcastVariation(cloud)), High: exposed(s.Cirrus).Vec4(float32(1 - cloud.Veil)),
		Clouds:    mgl32.Vec4{h.threshold(heaped), l.Cloud.High * (1 - l.Cloud.Veil), float32((1 - cloud.Transmittance()) * (1 - cloud.Veil)), 0.75 * l.Cloud.Thick},
		Moonlight: float32((0.16 + 1.6*s.StarBrightness) * (1 - cloud.Veil)),
	}
	h.Light.Lit = exposed(s.CumulusLit).Vec4(0)
	if s.CloudsInSun {
		h.Light.Lit[3] = 1
	}
	for k := range s.Base {
		s.Base[k], s.Haze[k] = s.Expose(s.Base[k]), s.Expose(s.Haze[k])
	}
	return s.Base, s.Haze
}

func overcastVariation(c air.Cloud) float32 {
	return float32((1 - c.Fog) * c.Cover * max(0, c.Veil-0.1) / 0.9 * (0.45 + 0.6*c.Thickness))
}

// haze computes the colours of the haze from the map. At the horizon they are a parabola through three
// colours. Above it, a curve meets the map at half its height.
func (s *Light) haze(even, forward []air.RGB) {
	row, middle := air.RowAt(0.55), air.RowAt(17.5)
	side := air.ColumnAt(90)
	for _, part := range []struct {
		light []air.RGB
		low   *[3]mgl32.Vec4
		top   *mgl32.Vec4
	}{{even, &s.HazeEven, &s.HazeOver[0]}, {forward, &s.HazeAhead, &s.HazeOver[1]}} {
		for k := range 3 {
			valueAt := func(row, column int) float32 { return float32(part.light[row*air.Columns+column][k]) }
			to, beside, away := valueAt(row, 0), valueAt(row, side), valueAt(row, air.Columns-1)
			part.low[0][k], part.low[1][k], part.low[2][k] = beside, (to-away)/2, (to+away)/2-beside
			part.top[k] = valueAt(air.Rows-1, 0)
		}
	}
	bright := func(row int) float64 { return even[row*air.Columns+side].Luminance() }
	v := float64(middle) / (air.Rows - 1)
	share := (bright(middle) - bright(air.Rows-1)) / (bright(row) - bright(air.Rows-1))
	s.HazeOver[0][3] = 9
	if share > 0 && share < 1 {
		s.HazeOver[0][3] = float32((1/math.Sqrt(share) - 1) / (v * v))
	}
}

func (h *Sky) computePainted(l *frame.Light, elevation float64) (even, forward []air.RGB) {
	toRGB := func(c mgl32.Vec3) air.RGB { return air.RGB{float64(c[0]), float64(c[1]), float64(c[2])} }
	even, forward = air.Painted(toRGB(l.Zenith), toRGB(l.Horizon), toRGB(l.Glow), elevation), make([]air.RGB, air.Columns*air.Rows)
	up := l.Zenith.Mul(0.55).Add(l.Horizon.Mul(0.45)).Add(l.Glow.Mul(0.12))
	below := l.Sun.Mul(float32(max(math.Sin(elevation), 0)) / math.Pi).Add(up)
	bounced := mgl32.Vec3{l.Ground[0] * below[0], l.Ground[1] * below[1], l.Ground[2] * below[2]}
	h.Light = Light{
		Clouds: mgl32.Vec4{2},
		Key:    l.Sun, Disc: air.DiscRadiance(l.Sun, 0), Skylight: up, Bounced: bounced,
		Around: [3]mgl32.Vec3{up.Add(bounced).Mul(0.5), {}, up.Sub(bounced).Mul(0.5)},
	}
	return even, forward
}
