//go:build cgo

package sky

import (
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/air"
	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/noise"
)

// Kinds returns the kinds of sky that a frame needs now and during the change to the next weather.
func (h *Sky) Kinds(f *frame.Frame) []Kind {
	cloudy, _, closed := Flags(h.Update(&f.Light))
	return append(upcomingKinds(&f.Light), Kind{cloudy, closed})
}

// Kind is a kind of sky. A cloudy sky has cumulus or cirrus clouds. A closed sky is overcast.
type Kind struct{ Cloudy, Closed bool }

func upcomingKinds(l *frame.Light) (all []Kind) {
	if l.Painted || !(l.Next.Over > 0) {
		return nil
	}
	const steps = 8
	for k := range steps {
		c := frame.WeatherChange{To: l.Next.To, Over: 1}.CloudAt(l.Cloud, float64(k+1)/steps)
		cover := air.ConditionsOf(&frame.Light{Cloud: c}).Cloud
		kind := Kind{c.Veil < 1 && (c.Cover > 0 || c.High > 0), overcastVariation(cover) > 0}
		if !slices.Contains(all, kind) {
			all = append(all, kind)
		}
	}
	return all
}

// Flags reports whether a sky has cumulus or cirrus clouds, whether it has stars, and whether it is overcast.
func Flags(s *Light) (cloudy, stars, closed bool) {
	return s.Clouds[0] < 1 || s.Clouds[1] > 0, s.Stars > 0, s.Dark[3] > 0
}

func (h *Sky) makeClouds(seed int) {
	if h.density[255] != 0 && h.seed == seed {
		return
	}
	h.seed = seed
	texels := clouds(seed)
	h.density = densityDistribution(texels)
	gpu.BindTexture(gpu.UnitCloud, gl.TEXTURE_2D, h.clouds)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, noise.Size, noise.Size, 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(texels))
	gl.GenerateMipmap(gl.TEXTURE_2D)
}

func (h *Sky) makeErosion() {
	if h.HasErosion {
		return
	}
	h.HasErosion = true
	gpu.BindTexture(gpu.UnitErosion, gl.TEXTURE_3D, h.erosion)
	gl.TexImage3D(gl.TEXTURE_3D, 0, gl.R8, ErosionSize, ErosionSize, ErosionSize, 0, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(erosionNoise()))
	gl.GenerateMipmap(gl.TEXTURE_3D)
	gl.TexParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
}

// LowestMoon is the sine of the elevation below which the moon is invisible.
const LowestMoon = -0.05

// Prepare fills the cloud textures if a frame needs them now or during the change to the next weather. If
// fine is true, cumulus is eroded and the textures have a better filter.
func (h *Sky) Prepare(f *frame.Frame, fine bool) {
	cloudy := slices.ContainsFunc(h.Kinds(f), func(k Kind) bool { return k.Cloudy })
	if cloudy {
		h.makeClouds(f.Light.CloudSeed)
	}
	if fine && cloudy {
		h.makeErosion()
	}
	gpu.BindTexture(gpu.UnitCloud, gl.TEXTURE_2D, h.clouds)
	filter := int32(gl.LINEAR_MIPMAP_LINEAR)
	if !fine {
		filter = gl.LINEAR_MIPMAP_NEAREST // takes half the time on a software driver
	}
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
}
