//go:build cgo

package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/flock/look"
	"skein/flock/sample"
	"skein/shaders"
)

// covers lists expressions of the ground's shader for each land. Where some kinds of plants may
// stand, the expression is at least 0, apart from rounding in texture filters. The keys are the
// names of shader files. Spaces at the end make them unique.
var covers = map[look.Land]map[string]struct {
	kinds []land.Kind
	where string
}{
	look.Marsh: {
		"reed.glsl": {[]land.Kind{land.Reeds, land.Shrub, land.Willow}, "reed(place, reedFar(place))"},
	},
	look.Fields: {
		"hedges.glsl":   {[]land.Kind{land.Oak, land.Ash, land.Poplar}, "max(tree(place, edge), hedge(edge, tuftsAt(place)) - 0.5)"},
		"hedges.glsl ":  {[]land.Kind{land.Corn, land.Sedge, land.Grasses}, "0.2 - hedge(edge, tuftsAt(place))"},
		"hedges.glsl  ": {[]land.Kind{land.Corn, land.Sedge, land.Grasses, land.Thorn, land.Shrub, land.Oak, land.Ash, land.Poplar}, "laneDistance(place) - 3.0"},
	},
	look.Hills: {
		"heath.glsl":  {[]land.Kind{land.Stone}, "stonesAt(place) - 0.5"},
		"heath.glsl ": {[]land.Kind{land.Heathers, land.Grasses}, "0.2 - snowAt(place, tuftsAt(place))"},
	},
	look.Coast: {
		"dunes.glsl":  {[]land.Kind{land.Marrams, land.Grasses}, "grassAt(place, distanceOffshore(place - landOffset.xy, place), tuftsAt(place)) - 0.15"},
		"dunes.glsl ": {[]land.Kind{land.Stone}, "-distanceOffshore(place - landOffset.xy, place)"},
	},
	look.City: {
		"banks.glsl":  {[]land.Kind{land.Oak, land.Ash, land.Willow, land.Poplar}, "min(bankAt(place) - 0.018, treeAt(place, grove(place)))"},
		"banks.glsl ": {[]land.Kind{land.Grasses, land.Shrub}, "bankAt(place) - 0.016"},
	},
}

// Plants stand only where the ground's shader allows them. The CPU chooses the places of plants.
// The test evaluates the functions of the shader at these places on the GPU.
func TestPlantsStandWhereTheGroundAllowsThem(t *testing.T) {
	r := renderer(t, 1)
	for land, files := range covers {
		for _, seed := range sample.Some(t, 1, []int{0, 1}) {
			f := landFrame(land)
			f.Light.LandSeed = seed
			r.tier = Best
			for _, ready := range []func(*frame.Frame) error{r.prepareLand, r.preparePlants} {
				if err := ready(f); err != nil {
					t.Fatal(err)
				}
			}
			g := &r.plants.garden
			for name, cover := range files {
				file := strings.TrimSpace(name)
				var places []float32
				for _, p := range g.PlantsWithin(200) {
					for _, kind := range cover.kinds {
						if p.Kind == kind {
							places = append(places, p.X, p.Z)
						}
					}
				}
				if len(places) > 8000 {
					places = places[:8000]
				}
				if len(places) < 20 {
					t.Errorf("%s: only %d plants of kinds %v grow", file, len(places)/2, cover.kinds)
					continue
				}
				offset := 0
				for _, v := range r.evaluate(t, file, cover.where, places, f) {
					if v < -0.004 {
						offset++
					}
				}
				t.Logf("%s, seed %d: %d of %d plants of kinds %v stand where the shader allows none", file, seed, offset, len(places)/2, cover.kinds)
				if offset > len(places)/2/200 {
					t.Errorf("%s, seed %d: %d of %d plants of kinds %v stand where the shader allows none", file, seed, offset, len(places)/2, cover.kinds)
				}
			}
		}
	}
}

// evaluate returns the value of a GLSL expression at each of the places. The expression may use the
// functions of a shader file.
func (r *Renderer) evaluate(t *testing.T, file, expression string, places []float32, f *frame.Frame) []float32 {
	t.Helper()
	plots := ""
	if r.ground.land == look.Fields {
		plots = "#include \"plots.glsl\"\n"
	}
	text := `#version 410 core
uniform sampler2D landMap;
uniform samplerBuffer plants;
uniform vec4 landOffset;
out vec4 colour;
#define texture(map, at) textureLod(map, at, 0.0)
const mat2 noiseRotation = mat2(0.8, 0.6, -0.6, 0.8);
vec4 noiseAt(vec2 place, float tile) { return textureLod(landMap, place / tile, 0.0); }
` + plots + `#include "` + file + `"
` + tuftsOfLand(t) + `
void main() {
    vec2 place = texelFetch(plants, int(gl_FragCoord.x)).xy + landOffset.xy;
    float edge = 0.0;
    ` + map[bool]string{true: "edge = plotAt(plotCoordinates(place)).g;"}[plots != ""] + `
    colour = vec4(` + expression + `);
}
`
	p := &gpu.Pipeline{Locations: map[string]int32{}, NoDepthTest: true}
	screen, err := gpu.LoadShader("screen.vert")
	if err != nil {
		t.Fatal(err)
	}
	frag, err := compileText(r.objects, gl.FRAGMENT_SHADER, "test.frag", text)
	if err != nil {
		t.Fatal(err)
	}
	p.Program = r.objects.Program("test")
	gl.AttachShader(p.Program, gpu.NewShader(r.objects, gl.VERTEX_SHADER, "screen.vert", &screen))
	gl.AttachShader(p.Program, frag)
	gl.LinkProgram(p.Program)
	p.Connect()
	wide := int32(len(places) / 2)
	texture := gpu.NewTarget2D(r.objects, "answers", gl.RGBA32F, wide, 1)
	framebuffer := gpu.NewFramebuffer(r.objects, "answers", gl.TEXTURE_2D, texture)
	if err := gpu.CheckFramebuffer("%s", "answers"); err != nil {
		t.Fatal(err)
	}
	buffer := r.objects.Buffer(gl.TEXTURE_BUFFER, "places")
	gpu.Fill(gl.TEXTURE_BUFFER, places)
	lookup := r.objects.Texture(gpu.UnitBirds, gl.TEXTURE_BUFFER, "places")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RG32F, buffer)
	gl.Viewport(0, 0, wide, 1)
	p.Use()
	pos := land.Uniform(f)
	gl.Uniform4f(p.Uniform("landOffset"), pos[0], pos[1], pos[2], pos[3])
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	out := make([]float32, 4*wide)
	gl.ReadPixels(0, 0, wide, 1, gl.RGBA, gl.FLOAT, gl.Ptr(out))
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.DeleteFramebuffers(1, &framebuffer)
	gl.DeleteTextures(1, &texture)
	gl.DeleteTextures(1, &lookup)
	gl.DeleteBuffers(1, &buffer)
	gl.DeleteProgram(p.Program)
	if err := gpu.Error("evaluating"); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", file, err))
	}
	answers := make([]float32, wide)
	for i := range answers {
		answers[i] = out[4*i]
	}
	return answers
}

func tuftsOfLand(t *testing.T) string {
	t.Helper()
	text, err := shaders.Files.ReadFile("landnoise.glsl")
	if err != nil {
		t.Fatal(err)
	}
	from := strings.Index(string(text), "float tuftsAt")
	if from < 0 {
		t.Fatal("landnoise.glsl has no tuftsAt")
	}
	rest := string(text)[from:]
	return rest[:strings.Index(rest, "\n}")+2]
}
