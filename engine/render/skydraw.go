//go:build cgo

package render

import (
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/air"
	"skein/engine/frame"
)

// prepareSky makes the textures of clouds if the sky of a frame needs them, now or during the
// change to the next weather.
func (r *Renderer) prepareSky(f *frame.Frame) error {
	h := &r.sky
	cloudy := slices.ContainsFunc(h.kinds(f), func(k skyKind) bool { return k.cloudy })
	if cloudy {
		h.makeClouds()
	}
	if r.tier != Draft && cloudy {
		h.makeErosion()
	}
	bindTexture(unitCloud, gl.TEXTURE_2D, h.clouds)
	filter := int32(gl.LINEAR_MIPMAP_LINEAR)
	if r.tier == Draft {
		filter = gl.LINEAR_MIPMAP_NEAREST // a software driver reads it in half the time
	}
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
	return nil
}

// kinds returns the kinds of the sky of a frame, now and during the change to the next weather.
func (h *skyState) kinds(f *frame.Frame) []skyKind {
	cloudy, _, closed := skyKindFlags(h.update(&f.Light))
	return append(upcomingKinds(&f.Light), skyKind{cloudy, closed})
}

// skyPrograms appends the programs for the sky: without stars, and with stars if there are stars or
// a moon.
func (r *Renderer) skyPrograms(f *frame.Frame, _ Tier, set *programs, list []*pipeline) []*pipeline {
	_, stars, _ := skyKindFlags(r.sky.update(&f.Light))
	moon := f.Light.MoonDirection[1] > lowestMoon
	for _, k := range r.sky.kinds(f) {
		list = append(list, set.get(pipeSky, k.cloudy, stars, k.closed), set.get(pipeSky, k.cloudy, stars || moon, k.closed))
	}
	return list
}

// skyKind is the kind of weather in a sky: whether there are cumulus or cirrus clouds, and
// whether it is overcast.
type skyKind struct{ cloudy, closed bool }

// upcomingKinds returns the kinds of a light's sky from now until the next weather is reached.
func upcomingKinds(l *frame.Light) (all []skyKind) {
	if l.Painted || !(l.Next.Over > 0) {
		return nil
	}
	const steps = 8
	for k := range steps {
		c := frame.WeatherChange{To: l.Next.To, Over: 1}.After(l.Cloud, float64(k+1)/steps)
		cover := air.ConditionsOf(&frame.Light{Cloud: c}).Cloud
		kind := skyKind{c.Veil < 1 && (c.Cover > 0 || c.High > 0), overcastVariation(cover) > 0}
		if !slices.Contains(all, kind) {
			all = append(all, kind)
		}
	}
	return all
}

// skyKindFlags reports whether a sky has cumulus or cirrus clouds, has stars, and is overcast.
func skyKindFlags(s *skyLight) (cloudy, stars, closed bool) {
	return s.clouds[0] < 1 || s.clouds[1] > 0, s.stars > 0, s.dark[3] > 0
}

// makeClouds fills the map of clouds, unless it is filled.
func (h *skyState) makeClouds() {
	if h.density[255] != 0 {
		return
	}
	noise := cloudNoise()
	h.density = densityDistribution(noise)
	bindTexture(unitCloud, gl.TEXTURE_2D, h.clouds)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, noiseSize, noiseSize, 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(noise))
	gl.GenerateMipmap(gl.TEXTURE_2D)
}

// makeErosion fills the noise that erodes cumulus, unless it is filled.
func (h *skyState) makeErosion() {
	if h.hasErosion {
		return
	}
	h.hasErosion = true
	bindTexture(unitErosion, gl.TEXTURE_3D, h.erosion)
	gl.TexImage3D(gl.TEXTURE_3D, 0, gl.R8, erosionSize, erosionSize, erosionSize, 0, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(erosionNoise()))
	gl.GenerateMipmap(gl.TEXTURE_3D)
	gl.TexParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
}

// drawSky draws the sky. It leaves out the row below the horizon if the ground will cover it.
func (r *Renderer) drawSky(_ *frame.Frame, v frame.View, s *scene) {
	first := 0
	if v.Eye[1] > 0 {
		first = 1
	}
	cloudy, stars, closed := skyKindFlags(&r.sky.light)
	r.programs.get(pipeSky, cloudy, stars, closed).use()
	r.grid.draw(first, skyRows-first)
	if !stars {
		r.drawMoon(r.programs.get(pipeSky, cloudy, true, closed), s, first)
	}
}

// drawMoon draws the moon in a sky without stars. It draws the sky again with the program for
// night, but only around the moon: elsewhere a software driver would compute it for nothing.
func (r *Renderer) drawMoon(night *pipeline, s *scene, first int) {
	at := s.discRect(s.moon.Vec3(), moonRadius)
	if s.moon[3] <= 0 || s.moon[1] < lowestMoon || at.Empty() {
		return
	}
	gl.Enable(gl.SCISSOR_TEST)
	scissor(at, s.size)
	night.use()
	r.grid.draw(first, skyRows-first)
	scissor(s.region, s.size)
	setState(gl.SCISSOR_TEST, s.inset())
}

// lowestMoon is the sine of the moon's elevation below which none of it is visible.
const lowestMoon = -0.05

// moonRadius is the radius of the area to draw for the disc and its soft edge, radians.
const moonRadius = 1.3 * discRadius
