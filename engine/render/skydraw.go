//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/sky"
)

func (r *Renderer) prepareSky(f *frame.Frame) error {
	r.sky.Prepare(f, r.tier != Draft)
	return nil
}

func (r *Renderer) skyPrograms(f *frame.Frame, _ Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	_, stars, _ := sky.Flags(r.sky.Update(&f.Light))
	moon := f.Light.MoonDirection[1] > sky.LowestMoon
	for _, k := range r.sky.Kinds(f) {
		list = append(list, set.get(pipeSky, k.Cloudy, stars, k.Closed), set.get(pipeSky, k.Cloudy, stars || moon, k.Closed))
	}
	return list
}

func (r *Renderer) drawSky(_ *frame.Frame, v frame.View, s *scene) {
	first := 0
	if v.Eye[1] > 0 {
		first = 1
	}
	cloudy, stars, closed := sky.Flags(&r.sky.Light)
	r.programs.get(pipeSky, cloudy, stars, closed).Use()
	r.grid.draw(first, skyRows-first)
	if !stars {
		r.drawMoon(r.programs.get(pipeSky, cloudy, true, closed), s, first)
	}
}

// drawMoon draws the moon in a sky without stars. It draws a part of the sky with the program night. A
// scissor rectangle saves time with a software driver.
func (r *Renderer) drawMoon(night *gpu.Pipeline, s *scene, first int) {
	rect := s.DiscRect(s.moon.Vec3(), moonRadius)
	if s.moon[3] <= 0 || s.moon[1] < sky.LowestMoon || rect.Empty() {
		return
	}
	gl.Enable(gl.SCISSOR_TEST)
	gpu.Scissor(rect, s.Size)
	night.Use()
	r.grid.draw(first, skyRows-first)
	gpu.Scissor(s.Region, s.Size)
	gpu.SetState(gl.SCISSOR_TEST, s.Inset())
}

// moonRadius is the radius of the moon's disc including its soft edge, in radians.
const moonRadius = 1.3 * discRadius
