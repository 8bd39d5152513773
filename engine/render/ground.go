//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine"
)

// ground is what lies below.
type ground struct {
	noise uint32 // texture of the meadow, and of stone
	maps  landMaps
	land  engine.Land // of the frame drawn
}

func (g *ground) init(o objects) error {
	g.noise = newNoiseTexture(o)
	return nil
}

func (g *ground) delete() {
	gl.DeleteTextures(1, &g.noise)
	g.maps.delete()
}

func (r *Renderer) drawGround(_ *engine.Frame, v engine.View, _ *scene) {
	if v.Eye[1] <= 0 {
		return
	}
	r.programs.of(lands[r.ground.land].ground).use()
	bindTexture(unitNoise, gl.TEXTURE_2D, r.ground.noise)
	r.grid.draw(0, groundRows)
}

// newNoiseTexture uploads the ground's two layers of noise.
func newNoiseTexture(o objects) uint32 {
	texture := o.texture(unitNoise, gl.TEXTURE_2D, "noise")
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RG8, noiseSize, noiseSize, 0, gl.RG, gl.UNSIGNED_BYTE, gl.Ptr(groundNoise()))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}
