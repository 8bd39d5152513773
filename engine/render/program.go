//go:build cgo

package render

import (
	"fmt"
	"regexp"
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
	unitErosion
	unitHorizon
	unitNormal
	unitPBR
	unitEmissive
	unitIridescence
	unitReflectance
	unitInterference
	unitSheen
	unitSelf
)

// samplers are the texture units of the shaders' samplers.
var samplers = map[string]int32{
	"birds": unitBirds, "poses": unitPoses, "looks": unitLooks, "surface": unitSurface, "shadowMap": unitShadow, "noise": unitNoise,
	"layer": unitLayer, "source": unitSurface, "mask": unitSurface, "sunMap": unitSun, "skyMap": unitSky, "cloudMap": unitCloud,
	"landMap": unitLand, "leaves": unitSurface, "corners": unitPoses, "plants": unitBirds, "plotMap": unitPlots, "erosionMap": unitErosion,
	"skyline":   unitHorizon,
	"normalMap": unitNormal, "pbrMap": unitPBR, "emissiveMap": unitEmissive, "iridescenceMap": unitIridescence, "brdfMap": unitReflectance, "interferenceMap": unitInterference, "sheenMap": unitSheen, "selfMap": unitSelf,
}

// use makes the program and its state current.
func (p *pipeline) use() {
	gl.UseProgram(p.program)
	setState(gl.DEPTH_TEST, !p.noDepthTest)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(!p.noDepthWrite)
	setState(gl.DEPTH_CLAMP, p.depthClamp)
	setState(gl.CULL_FACE, false)
	setState(gl.CLIP_DISTANCE0, p.clipped)
	setState(gl.BLEND, p.blend != opaque)
	gl.BlendEquation(gl.FUNC_ADD)
	switch p.blend {
	case premultiplied:
		gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	case multiplied:
		gl.BlendFuncSeparate(gl.ZERO, gl.SRC_COLOR, gl.ZERO, gl.ONE)
	case added:
		gl.BlendFunc(gl.ONE, gl.ONE)
	case mixed:
		gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE)
	case brightest:
		gl.BlendEquation(gl.MAX)
	}
}

func setState(state uint32, on bool) {
	if on {
		gl.Enable(state)
	} else {
		gl.Disable(state)
	}
}

// uniform returns the location of a uniform, or -1 if the program does not use it.
func (p *pipeline) uniform(name string) int32 {
	at, known := p.locations[name]
	if !known {
		at = gl.GetUniformLocation(p.program, gl.Str(name+"\x00"))
		p.locations[name] = at
	}
	return at
}

// compile compiles the program and waits until it is ready.
func (p *pipeline) compile(o objects) error {
	if err := p.start(o); err != nil {
		return err
	}
	return p.finish()
}

// start makes the driver begin to compile the program. A driver with compiler threads returns at
// once.
func (p *pipeline) start(o objects) error {
	p.building = o.program(p.name())
	for i, name := range []string{p.vert, p.frag} {
		s, err := loadShader(name, p.defines()...)
		if err != nil {
			p.stop()
			return err
		}
		p.shaders[i] = newShader(o, stages[i], name, &s)
		gl.AttachShader(p.building, p.shaders[i])
	}
	gl.LinkProgram(p.building)
	return nil
}

// stages are the types of a program's two shaders.
var stages = [2]uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER}

// completionStatus is COMPLETION_STATUS_KHR of KHR_parallel_shader_compile, which asks whether
// the driver's threads have compiled a program.
const completionStatus = 0x91B1

// compiled reports whether finish will not wait. Without compiler threads it returns true,
// although finish always waits: such a driver compiles when it is asked for the result.
func (p *pipeline) compiled(o objects) bool {
	if !o.threads {
		return true
	}
	var done int32
	gl.GetProgramiv(p.building, completionStatus, &done)
	return done != 0
}

// finish waits for the driver and makes the program usable, or returns why it cannot.
func (p *pipeline) finish() error {
	defer p.stop()
	var ok int32
	if gl.GetProgramiv(p.building, gl.LINK_STATUS, &ok); ok == 0 {
		return p.explain()
	}
	p.locations = map[string]int32{}
	p.program, p.building = p.building, 0
	p.connect()
	return nil
}

// explain returns why the program cannot be linked, usually because a shader does not compile.
func (p *pipeline) explain() error {
	for i, name := range []string{p.vert, p.frag} {
		s, err := loadShader(name, p.defines()...)
		if err == nil {
			err = checkShader(p.shaders[i], name, &s)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("linking %s with %s: %s", p.vert, p.frag, programLog(p.building))
}

// stop frees the objects that were needed to compile.
func (p *pipeline) stop() {
	for i := range p.shaders {
		gl.DeleteShader(p.shaders[i])
	}
	gl.DeleteProgram(p.building)
	p.shaders, p.building = [2]uint32{}, 0
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

// loadShader preprocesses a file of package shaders.
func loadShader(name string, defines ...string) (source, error) {
	text, err := shaderReader(shaders.Files.ReadFile).read(name)
	if err != nil {
		return source{}, err
	}
	return preprocess(name, text, defines...)
}

// newShader creates a shader and makes the driver begin to compile it.
func newShader(o objects, kind uint32, name string, s *source) uint32 {
	shader := o.shader(kind, name)
	lines, free := gl.Strs(s.text.String() + "\x00")
	gl.ShaderSource(shader, 1, lines, nil)
	free()
	gl.CompileShader(shader)
	return shader
}

// checkShader returns an error if a shader was not compiled.
func checkShader(shader uint32, name string, s *source) error {
	var ok int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok != 0 {
		return nil
	}
	return s.explain(name, shaderLog(shader))
}

// preprocess inserts the included files, the macros and the shared constants into a shader.
func preprocess(name, text string, defines ...string) (s source, err error) {
	err = s.add(shaderReader(shaders.Files.ReadFile), name, text, append(sharedDefines(), defines...)...)
	return s, err
}

// shaderReader reads shader files.
type shaderReader func(string) ([]byte, error)

func (f shaderReader) read(name string) (string, error) {
	text, err := f(name)
	if err != nil {
		return "", fmt.Errorf("shader %s: %w", name, err)
	}
	return string(text), nil
}

// source is a preprocessed shader with the origin of each line. (#line would not do: Mesa's
// messages do not always follow it.)
type source struct {
	text    strings.Builder
	origins []string // file:line
}

func (s *source) add(from shaderReader, name, text string, defines ...string) error {
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

// messageStart matches the start of a compiler's message. Mesa and Intel write "0:12(5): ", NVIDIA
// "0(12) : ", others "ERROR: 0:12: ".
var messageStart = regexp.MustCompile(`^(?:ERROR: )?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*`)

// explain turns the compiler's first message into an error with file and line.
func (s *source) explain(name, log string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(log), "\n")
	at := messageStart.FindStringSubmatch(first)
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
