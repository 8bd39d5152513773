//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
)

// landProgram draws a land: its ground, and what stands so far off that it stands still.
// It is compiled when it is first seen.
type landProgram struct{ ground, horizon pipeline }

// landPrograms are those of the lands but the meadow.
type landPrograms [engine.City]landProgram

func newLandPrograms() (p landPrograms) {
	for _, l := range []struct {
		land         engine.Land
		ground, name string
	}{
		{engine.Marsh, "marsh.frag", "MARSH"},
		{engine.Fields, "fields.frag", "FIELDS"},
		{engine.Moor, "moor.frag", "MOOR"},
		{engine.Coast, "coast.frag", "COAST"},
		{engine.City, "city.frag", "CITY"},
	} {
		p[l.land-1] = landProgram{
			ground:  pipeline{vert: "land.vert", frag: l.ground, late: true, noDepthTest: true, depthClamp: true},
			horizon: pipeline{vert: "horizon.vert", frag: "horizon.frag", define: l.name, late: true, noDepthTest: true, depthClamp: true, blend: over},
		}
	}
	return p
}

// landMaps are the textures of lands, made when a land is first seen.
type landMaps struct{ noise, plots uint32 }

func (m *landMaps) make(o objects, l engine.Land) {
	if m.noise == 0 {
		m.noise = newTile(o, unitLand, "land", noiseSize, landNoise())
	}
	if m.plots == 0 && l == engine.Fields {
		m.plots = newTile(o, unitPlots, "plots", noiseSize, plots())
	}
}

// newTile uploads a square of four bytes a texel that repeats.
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

// readyLand has what the land of a frame needs; nil is a meadow's.
func (r *Renderer) readyLand(l engine.Land) (*landProgram, error) {
	if l <= engine.Meadow || l > engine.City {
		return nil, nil
	}
	p := &r.programs.lands[l-1]
	for _, each := range []*pipeline{&p.ground, &p.horizon} {
		if each.program != 0 {
			continue
		}
		if err := each.compile(r.objects); err != nil {
			return nil, err
		}
	}
	r.landMaps.make(r.objects, l)
	filter := int32(gl.LINEAR_MIPMAP_LINEAR)
	if r.tier == Draft {
		filter = gl.LINEAR_MIPMAP_NEAREST // which software reads in half the time
	}
	for unit, texture := range map[uint32]uint32{unitLand: r.landMaps.noise, unitPlots: r.landMaps.plots} {
		if texture == 0 {
			continue
		}
		bindTexture(unit, gl.TEXTURE_2D, texture)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
	}
	return p, nil
}

// horizonCells are those of horizon.vert.
const horizonCells = 48

// drawHorizon draws what stands far off before the sky.
func (r *Renderer) drawHorizon(land *landProgram) {
	if land == nil {
		r.programs.hills.use()
		r.grid.drawHills()
		return
	}
	land.horizon.use()
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 6*horizonCells)
}

// landAt is where a land lies of all that its seed has it choose from, x and z, m, the
// time for its waves, s, and where a coast has its sea, radians.
func landAt(f *engine.Frame) mgl32.Vec4 {
	const far = 20_000
	seed := uint32(f.Light.LandSeed)
	return mgl32.Vec4{
		float32(far * hash(seed, 77)), float32(far * hash(seed, 78)),
		float32(math.Mod(f.Seconds, 3600)), float32(math.Mod(0.5+2.4*float64(f.Light.LandSeed), 2*math.Pi)),
	}
}
