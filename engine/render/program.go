//go:build cgo

package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/shaders"
)

// Texture units, the same for every program.
const (
	unitBirds = iota
	unitPoses
	unitLooks
	unitSurface
	unitShadow
	unitNoise
	unitLayer
	unitSun
	unitSky
	unitCloud
	unitLand
	unitPlots
)

// samplers says which unit each sampler of the shaders reads.
var samplers = map[string]int32{
	"birds": unitBirds, "poses": unitPoses, "looks": unitLooks, "surface": unitSurface, "shadowMap": unitShadow, "noise": unitNoise,
	"layer": unitLayer, "taken": unitSurface, "mask": unitSurface, "sunMap": unitSun, "skyMap": unitSky, "cloudMap": unitCloud,
	"landMap": unitLand, "plotMap": unitPlots,
}

// pipeline is a program and the fixed state it draws with. The zero state: depth
// test (nearer or equal) and write, no blending, no culling.
type pipeline struct {
	vert, frag string // files of package shaders
	define     string // a macro for both, with its value; "" for none
	output     string // likewise, for what is shown
	draft      bool   // developed as it is drawn

	clouded      bool // there are clouds
	night        bool // there are stars and a moon
	shaded       bool // by what stands in the sun
	clipped      bool // at a distance that the vertex shader gives
	late         bool // compiled when it is first seen
	noDepthTest  bool // nor write
	noDepthWrite bool
	depthClamp   bool // what lies beyond the near and far planes is kept
	blend        blending

	program   uint32
	locations map[string]int32
}

// blending is how a fragment joins what is there.
type blending int

const (
	opaque     blending = iota
	over                // by the fragment's opacity, which its colour is multiplied with
	multiplied          // the product
	brightest           // the larger
	added               // the sum
)

// programs are all pipelines.
type programs struct {
	birds [2]birdPrograms // where nothing stands, and where something does
	shade [2]pipeline     // likewise
	solid [2]pipeline     // without shadows, and with them
	glass [2]pipeline     // likewise, of what is blended
	sky   [2][2]pipeline  // without clouds, and with them; by day, and with stars and moon
	lands landPrograms
	shadow, shadowCutout, shadowBlended, ids, idsCutout, solidIDs, sunMap,
	ground, hills, ribbon, vision, outline, resolve, blur, lay, expose, develop pipeline
}

// birdPrograms draw birds.
type birdPrograms struct{ near, cutout, blended, far pipeline }

// pipelines are all of them, not compiled yet, for a layer of so many samples, what is
// shown and whether that is a draft.
func pipelines(samples int32, output Output, draft bool) programs {
	p := programs{
		shadow:        pipeline{vert: "shadow.vert", frag: "shadow.frag", noDepthTest: true, blend: brightest},
		shadowCutout:  pipeline{vert: "shadow.vert", frag: "shadow.frag", define: "CUTOFF", noDepthTest: true, blend: brightest},
		shadowBlended: pipeline{vert: "shadow.vert", frag: "shadow.frag", define: "BLENDED", noDepthTest: true, blend: brightest},
		hills:         pipeline{vert: "hills.vert", frag: "hills.frag", noDepthTest: true, depthClamp: true, blend: over},
		ground:        pipeline{vert: "ground.vert", frag: "ground.frag", noDepthTest: true, depthClamp: true},
		solidIDs:      pipeline{vert: "solid.vert", frag: "solidid.frag", clipped: true},
		sunMap:        pipeline{vert: "sunmap.vert", frag: "sunmap.frag"},
		ribbon:        pipeline{vert: "ribbon.vert", frag: "ribbon.frag", noDepthWrite: true, blend: over},
		vision:        pipeline{vert: "vision.vert", frag: "vision.frag", noDepthWrite: true, blend: over},
		outline:       pipeline{vert: "screen.vert", frag: "outline.frag", noDepthTest: true, blend: over},
		resolve:       pipeline{vert: "screen.vert", frag: "resolve.frag", define: fmt.Sprint("SAMPLES ", max(samples, 1)), noDepthTest: true, blend: over},
		ids:           pipeline{vert: "id.vert", frag: "id.frag"},
		idsCutout:     pipeline{vert: "id.vert", frag: "id.frag", define: "CUTOFF"},
		blur:          pipeline{vert: "screen.vert", frag: "blur.frag", noDepthTest: true},
		lay:           pipeline{vert: "screen.vert", frag: "lay.frag", noDepthTest: true, blend: over},
		expose:        pipeline{vert: "screen.vert", frag: "expose.frag", noDepthTest: true, blend: added},
		develop:       pipeline{vert: "screen.vert", frag: "develop.frag", noDepthTest: true},
	}
	p.lands = newLandPrograms()
	for k := range 4 {
		p.sky[k/2][k%2] = pipeline{vert: "sky.vert", frag: "sky.frag", noDepthTest: true, depthClamp: true, clouded: k/2 == 1, night: k%2 == 1}
	}
	for k, shaded := range []bool{false, true} {
		p.birds[k] = birdPrograms{
			near:    pipeline{vert: "bird.vert", frag: "bird.frag", shaded: shaded},
			cutout:  pipeline{vert: "bird.vert", frag: "bird.frag", define: "CUTOFF", shaded: shaded},
			blended: pipeline{vert: "bird.vert", frag: "bird.frag", define: "BLENDED", noDepthWrite: true, blend: over, shaded: shaded},
			far:     pipeline{vert: "farbird.vert", frag: "farbird.frag", shaded: shaded},
		}
		p.shade[k] = pipeline{vert: "shade.vert", frag: "shade.frag", noDepthTest: true, depthClamp: true, blend: multiplied, shaded: shaded}
		p.solid[k] = pipeline{vert: "solid.vert", frag: "solid.frag", shaded: shaded, clipped: true}
		p.glass[k] = pipeline{vert: "solid.vert", frag: "solid.frag", define: "BLENDED", noDepthWrite: true, blend: over, shaded: shaded, clipped: true}
	}
	for _, each := range p.all() {
		if each == &p.expose || each == &p.develop || draft {
			each.output = outputs[output].define
		}
		each.draft = draft
	}
	return p
}

// compileAll compiles all pipelines.
func compileAll(t *target, o objects) (programs, error) {
	p := pipelines(t.samples, t.output, t.draft)
	for _, each := range p.all() {
		if each.late {
			continue
		}
		if err := each.compile(o); err != nil {
			p.delete()
			return programs{}, err
		}
	}
	return p, nil
}

func (p *programs) all() []*pipeline {
	all := []*pipeline{&p.shadow, &p.shadowCutout, &p.shadowBlended, &p.ids, &p.idsCutout, &p.solidIDs, &p.sunMap,
		&p.sky[0][0], &p.sky[0][1], &p.sky[1][0], &p.sky[1][1], &p.ground, &p.hills, &p.ribbon, &p.vision, &p.outline, &p.resolve, &p.blur, &p.lay, &p.expose, &p.develop}
	for k := range p.lands {
		all = append(all, &p.lands[k].ground, &p.lands[k].horizon)
	}
	for k := range p.birds {
		b := &p.birds[k]
		all = append(all, &b.near, &b.cutout, &b.blended, &b.far, &p.shade[k], &p.solid[k], &p.glass[k])
	}
	return all
}

func (p *programs) delete() {
	gl.UseProgram(0) // a program in use outlives its deletion
	for _, each := range p.all() {
		gl.DeleteProgram(each.program)
		each.program = 0
	}
}

// use makes the program and its state current.
func (p *pipeline) use() {
	gl.UseProgram(p.program)
	set(gl.DEPTH_TEST, !p.noDepthTest)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(!p.noDepthWrite)
	set(gl.DEPTH_CLAMP, p.depthClamp)
	set(gl.CULL_FACE, false)
	set(gl.CLIP_DISTANCE0, p.clipped)
	set(gl.BLEND, p.blend != opaque)
	gl.BlendEquation(gl.FUNC_ADD)
	switch p.blend {
	case over:
		gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	case multiplied:
		gl.BlendFuncSeparate(gl.ZERO, gl.SRC_COLOR, gl.ZERO, gl.ONE)
	case added:
		gl.BlendFunc(gl.ONE, gl.ONE)
	case brightest:
		gl.BlendEquation(gl.MAX)
	}
}

func set(state uint32, on bool) {
	if on {
		gl.Enable(state)
	} else {
		gl.Disable(state)
	}
}

// uniform is the location of a uniform, -1 if the program has no use for it.
func (p *pipeline) uniform(name string) int32 {
	at, known := p.locations[name]
	if !known {
		at = gl.GetUniformLocation(p.program, gl.Str(name+"\x00"))
		p.locations[name] = at
	}
	return at
}

// defines are the macros of both shaders; empty ones count for nothing.
func (p *pipeline) defines() []string {
	all := []string{p.define, p.output}
	if p.shaded {
		all = append(all, "SHADED")
	}
	for name, is := range map[string]bool{"DRAFT": p.draft, "CLOUDED": p.clouded, "NIGHT": p.night} {
		if is {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// name tells the program from the others of a renderer.
func (p *pipeline) name() string {
	name := p.vert + " " + p.frag
	if p.define != "" {
		name += " " + p.define
	}
	if p.shaded {
		name += " SHADED"
	}
	if p.clouded {
		name += " CLOUDED"
	}
	if p.night {
		name += " NIGHT"
	}
	return name
}

func (p *pipeline) compile(o objects) error {
	p.locations = map[string]int32{}
	vert, err := compile(o, gl.VERTEX_SHADER, p.vert, p.defines()...)
	if err != nil {
		return err
	}
	defer gl.DeleteShader(vert)
	frag, err := compile(o, gl.FRAGMENT_SHADER, p.frag, p.defines()...)
	if err != nil {
		return err
	}
	defer gl.DeleteShader(frag)
	p.program = o.program(p.name())
	gl.AttachShader(p.program, vert)
	gl.AttachShader(p.program, frag)
	gl.LinkProgram(p.program)
	var ok int32
	if gl.GetProgramiv(p.program, gl.LINK_STATUS, &ok); ok == 0 {
		return fmt.Errorf("linking %s with %s: %s", p.vert, p.frag, programLog(p.program))
	}
	p.connect()
	return nil
}

// connect binds the program's blocks and samplers.
func (p *pipeline) connect() {
	gl.UseProgram(p.program)
	block := gl.GetUniformBlockIndex(p.program, gl.Str("Scene\x00"))
	if block != gl.INVALID_INDEX {
		gl.UniformBlockBinding(p.program, block, sceneBinding)
	}
	for name, unit := range samplers {
		gl.Uniform1i(p.uniform(name), unit)
	}
}

// compile compiles one file of package shaders.
func compile(o objects, kind uint32, name string, defines ...string) (uint32, error) {
	text, err := fs(shaders.Files.ReadFile).read(name)
	if err != nil {
		return 0, err
	}
	return compileText(o, kind, name, text, defines...)
}

func compileText(o objects, kind uint32, name, text string, defines ...string) (uint32, error) {
	s, err := preprocess(name, text, defines...)
	if err != nil {
		return 0, err
	}
	shader := o.shader(kind, name)
	lines, free := gl.Strs(s.text.String() + "\x00")
	gl.ShaderSource(shader, 1, lines, nil)
	free()
	gl.CompileShader(shader)
	var ok int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == 0 {
		err := s.explain(name, shaderLog(shader))
		gl.DeleteShader(shader)
		return 0, err
	}
	return shader, nil
}

// preprocess puts the includes and the defines into a shader.
func preprocess(name, text string, defines ...string) (s source, err error) {
	err = s.add(fs(shaders.Files.ReadFile), name, text, defines...)
	return s, err
}

// fs reads shader files.
type fs func(string) ([]byte, error)

func (f fs) read(name string) (string, error) {
	text, err := f(name)
	if err != nil {
		return "", fmt.Errorf("shader %s: %w", name, err)
	}
	return string(text), nil
}

// source is a shader with its includes put in, and where each of its lines is
// from. (Not by #line: Mesa's messages do not always follow it.)
type source struct {
	text    strings.Builder
	origins []string // file:line
}

func (s *source) add(from fs, name, text string, defines ...string) error {
	for i, line := range strings.Split(text, "\n") {
		origin := fmt.Sprintf("%s:%d", name, i+1)
		if include, ok := strings.CutPrefix(line, "#include "); ok {
			included := strings.Trim(include, "\"\r ")
			inner, err := from.read(included)
			if err != nil {
				return fmt.Errorf("%s: %w", origin, err)
			}
			if err := s.add(from, included, inner); err != nil {
				return err
			}
			continue
		}
		s.line(line, origin)
		for _, define := range defines {
			if strings.HasPrefix(line, "#version") && define != "" {
				s.line("#define "+define, origin)
			}
		}
	}
	return nil
}

func (s *source) line(text, origin string) {
	s.text.WriteString(text + "\n")
	s.origins = append(s.origins, origin)
}

// place matches the start of a compiler's message: Mesa and Intel write
// "0:12(5): ", NVIDIA "0(12) : ", others "ERROR: 0:12: ".
var place = regexp.MustCompile(`^(?:ERROR: )?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*`)

// explain makes the compiler's first message an error with file and line.
func (s *source) explain(name, log string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(log), "\n")
	at := place.FindStringSubmatch(first)
	if at == nil {
		return fmt.Errorf("shader %s: %s", name, first)
	}
	line, _ := strconv.Atoi(at[1])
	return fmt.Errorf("shader %s: %s", s.origins[max(0, min(line, len(s.origins))-1)], first[len(at[0]):])
}

func shaderLog(shader uint32) string {
	text := make([]uint8, 4096)
	var n int32
	gl.GetShaderInfoLog(shader, int32(len(text)), &n, &text[0])
	return string(text[:n])
}

func programLog(program uint32) string {
	text := make([]uint8, 4096)
	var n int32
	gl.GetProgramInfoLog(program, int32(len(text)), &n, &text[0])
	return strings.TrimSpace(string(text[:n]))
}
