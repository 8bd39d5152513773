//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

// landMaps holds the textures of lands, made when a land is first seen.
type landMaps struct{ noise, plots uint32 }

func (m *landMaps) make(o objects, l look.Land) {
	if m.noise == 0 {
		m.noise = newTile(o, unitLand, "land", noiseSize, landNoise())
	}
	if m.plots == 0 && l == look.Fields {
		m.plots = newTile(o, unitPlots, "plots", noiseSize, plots())
	}
}

// newTile uploads a square texture with four bytes per texel that repeats.
func newTile(o objects, unit uint32, name string, size int32, texels []byte) uint32 {
	texture := o.texture(unit, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(texels))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	return texture
}

func (m *landMaps) delete() {
	both := []uint32{m.noise, m.plots}
	gl.DeleteTextures(2, &both[0])
}

// prepareLand prepares the textures and the horizon for the land of a frame.
func (r *Renderer) prepareLand(f *frame.Frame) error {
	r.ground.land = f.Light.Land
	if r.ground.land < look.Meadow || int(r.ground.land) >= len(lands) {
		r.ground.land = look.Meadow
	}
	if r.ground.land == look.Meadow {
		return nil
	}
	r.ground.maps.make(r.objects, r.ground.land)
	r.horizon.prepare(r.objects, f, r.ground.land)
	filter := int32(gl.LINEAR_MIPMAP_LINEAR)
	if r.tier == Draft {
		filter = gl.LINEAR_MIPMAP_NEAREST // a software driver reads it in half the time
		if err := r.ground.narrow.resize(r.objects, f.Size); err != nil {
			return err
		}
	}
	for unit, texture := range map[uint32]uint32{unitLand: r.ground.maps.noise, unitPlots: r.ground.maps.plots} {
		if texture == 0 {
			continue
		}
		bindTexture(unit, gl.TEXTURE_2D, texture)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
	}
	return nil
}

// landPrograms appends the programs for the ground, the horizon and the shadows on the ground.
func (r *Renderer) landPrograms(f *frame.Frame, _ Tier, set *programs, list []*pipeline) []*pipeline {
	land := &lands[r.ground.land]
	if f.Shadows {
		list = set.appendAll(list, land.shade)
	}
	return set.appendAll(set.appendAll(list, land.ground), land.horizon)
}

// landUniform returns the origin of a land, x and z, m, which depends on its seed, the time for its
// waves, s, and the azimuth of the sea of a coast, radians.
func landUniform(f *frame.Frame) mgl32.Vec4 {
	seed := uint32(f.Light.LandSeed)
	return mgl32.Vec4{
		float32(landFar * hash(seed, 77)), float32(landFar * hash(seed, 78)),
		float32(math.Mod(f.Seconds, 3600)), float32(math.Mod(0.5+2.4*float64(f.Light.LandSeed), 2*math.Pi)),
	}
}
