//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/flock/look"
)

// horizon contains the outline of distant objects: an elevation for each azimuth, in up to four layers, the
// farthest first. It depends only on the land and its seed.
type horizon struct {
	texture uint32
	key     horizonKey
	tops    [horizonCells]mgl32.Vec4
}

type horizonKey struct {
	land look.Land
	seed uint32
}

func (h *horizon) prepare(o gpu.Objects, f *frame.Frame, kind look.Land) {
	key := horizonKey{kind, uint32(f.Light.LandSeed)}
	if h.texture == 0 {
		h.texture = o.Texture(gpu.UnitHorizon, gl.TEXTURE_2D, "horizon")
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
	}
	gpu.BindTexture(gpu.UnitHorizon, gl.TEXTURE_2D, h.texture)
	if key == h.key {
		return
	}
	h.key = key
	texels := make([]uint16, 4*skylineTexels)
	h.tops = [horizonCells]mgl32.Vec4{}
	for k := range 4 {
		line := land.NewSkyline(kind, k, key.seed, float64(land.Uniform(f)[3]))
		for i := range skylineTexels {
			v := line.Elevation(float64(i) / skylineTexels)
			texels[4*i+k] = uint16(65535 * min(max(v/skylineHigh, 0), 1))
			cell := i * horizonCells / skylineTexels
			for _, c := range [2]int{cell, (cell + 1) % horizonCells} {
				h.tops[c][k] = max(h.tops[c][k], float32(v))
			}
		}
	}
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA16, skylineTexels, 1, 0, gl.RGBA, gl.UNSIGNED_SHORT, gl.Ptr(texels))
	gl.GenerateMipmap(gl.TEXTURE_2D)
}

func (h *horizon) delete() { gl.DeleteTextures(1, &h.texture) }

// drawHorizon draws the distant objects over the sky. From high above, they also cover the end of the ground.
func (r *Renderer) drawHorizon(_ *frame.Frame, v frame.View, _ *scene) {
	kind := r.ground.land
	if land.ShadersOf(kind).Plain {
		return
	}
	p := r.programs.get(landPipeline(kind, landHorizon))
	p.Use()
	if kind == look.Meadow {
		r.grid.drawRidges()
		return
	}
	var sunk, away mgl32.Vec4 // sunk: angle from the horizon down to the foot of each layer, radians; away: 1/distance, 1/m
	low := float32(0.002)
	for k, distance := range land.Distances(kind) {
		away[k] = float32(1 / distance)
		sunk[k] = max(v.Eye[1], 0) * away[k]
		low = max(low, min(sunk[k], 0.2))
	}
	var tops [horizonCells]float32
	for i, layers := range r.horizon.tops {
		tops[i] = -low
		for k := range layers {
			tops[i] = max(tops[i], layers[k]-sunk[k]+0.001)
		}
	}
	gl.Uniform4f(p.Uniform("lowering"), sunk[0], sunk[1], sunk[2], sunk[3])
	gl.Uniform1fv(p.Uniform("topElevations"), horizonCells, &tops[0])
	gl.Uniform1f(p.Uniform("footElevation"), -low)
	if location := p.Uniform("houseCounts"); location >= 0 {
		counts := land.HouseCounts(kind)
		gl.Uniform4f(location, counts[0], counts[1], counts[2], counts[3])
	}
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, 6*horizonCells)
}
