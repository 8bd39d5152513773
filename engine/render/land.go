//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/engine/render/noise"
	"skein/flock/look"
)

type landMaps struct{ noise, plots uint32 }

func (m *landMaps) make(o gpu.Objects, l look.Land) {
	if m.noise == 0 {
		m.noise = gpu.NewTile(o, gpu.UnitLand, "land", noise.Size, land.Noise())
	}
	if m.plots == 0 && land.HasPlots(l) {
		m.plots = gpu.NewTile(o, gpu.UnitPlots, "plots", noise.Size, land.Plots())
	}
}

func (m *landMaps) delete() {
	both := []uint32{m.noise, m.plots}
	gl.DeleteTextures(2, &both[0])
}

func (r *Renderer) prepareLand(f *frame.Frame) error {
	r.ground.land = landOf(f)
	if r.ground.land == look.Meadow || land.ShadersOf(r.ground.land).Plain {
		return nil
	}
	r.ground.maps.make(r.objects, r.ground.land)
	r.horizon.prepare(r.objects, f, r.ground.land)
	filter := int32(gl.LINEAR_MIPMAP_LINEAR)
	if r.tier == Draft {
		filter = gl.LINEAR_MIPMAP_NEAREST // takes half the time on a software driver
		if err := r.ground.narrow.resize(r.objects, f.Size); err != nil {
			return err
		}
	}
	for unit, texture := range map[uint32]uint32{gpu.UnitLand: r.ground.maps.noise, gpu.UnitPlots: r.ground.maps.plots} {
		if texture == 0 {
			continue
		}
		gpu.BindTexture(unit, gl.TEXTURE_2D, texture)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
	}
	return r.prepareRelief(f)
}

func (r *Renderer) landPrograms(f *frame.Frame, _ Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	kind := r.ground.land
	if f.Shadows {
		list = set.appendAll(list, landPipeline(kind, landShade))
	}
	list = set.appendAll(set.appendAll(list, landPipeline(kind, landGround)), landPipeline(kind, landHorizon))
	return r.reliefPrograms(f, set, list)
}

func landOf(f *frame.Frame) look.Land {
	if l := f.Light.Land; l >= look.Meadow && int(l) < land.Count {
		return l
	}
	return look.Meadow
}
