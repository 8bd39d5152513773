//go:build cgo

package gpu

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
	UnitBirds = iota
	UnitPoses
	UnitLooks
	UnitSurface
	UnitShadow
	UnitNoise
	UnitLayer
	UnitSun
	UnitSky
	UnitCloud
	UnitLand
	UnitPlots
	UnitErosion
	UnitHorizon
	UnitNormal
	UnitPBR
	UnitEmissive
	UnitIridescence
	UnitReflectance
	UnitInterference
	UnitSheen
	UnitSelf
)

var samplers = map[string]int32{
	"birds": UnitBirds, "poses": UnitPoses, "looks": UnitLooks, "surface": UnitSurface, "shadowMap": UnitShadow, "noise": UnitNoise,
	"layer": UnitLayer, "source": UnitSurface, "mask": UnitSurface, "sunMap": UnitSun, "skyMap": UnitSky, "cloudMap": UnitCloud,
	"landMap": UnitLand, "leaves": UnitSurface, "corners": UnitPoses, "plants": UnitBirds, "plotMap": UnitPlots, "erosionMap": UnitErosion,
	"skyline": UnitHorizon,
	"trails":  UnitBirds, "trailHeads": UnitPoses, "trailStyles": UnitLooks,
	"before": UnitPoses, "now": UnitLooks, "near": UnitBirds,
	"normalMap": UnitNormal, "pbrMap": UnitPBR, "emissiveMap": UnitEmissive, "iridescenceMap": UnitIridescence, "brdfMap": UnitReflectance, "interferenceMap": UnitInterference, "sheenMap": UnitSheen, "selfMap": UnitSelf,
}

// Use makes the program current and sets the state for its draws.
func (p *Pipeline) Use() {
	gl.UseProgram(p.Program)
	SetState(gl.DEPTH_TEST, !p.NoDepthTest)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(!p.NoDepthWrite)
	SetState(gl.DEPTH_CLAMP, p.DepthClamp)
	SetState(gl.CULL_FACE, false)
	SetState(gl.CLIP_DISTANCE0, p.Clipped)
	SetState(gl.BLEND, p.Blend != opaque)
	gl.BlendEquation(gl.FUNC_ADD)
	switch p.Blend {
	case Premultiplied:
		gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	case Multiplied:
		gl.BlendFuncSeparate(gl.ZERO, gl.SRC_COLOR, gl.ZERO, gl.ONE)
	case Added:
		gl.BlendFunc(gl.ONE, gl.ONE)
	case Mixed:
		gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE)
	case Brightest:
		gl.BlendEquation(gl.MAX)
	}
}

// SetState enables or disables a capability of OpenGL.
func SetState(state uint32, enabled bool) {
	if enabled {
		gl.Enable(state)
	} else {
		gl.Disable(state)
	}
}

// Uniform returns the location of a uniform, or -1 if the program does not use it.
func (p *Pipeline) Uniform(name string) int32 {
	location, known := p.Locations[name]
	if !known {
		location = gl.GetUniformLocation(p.Program, gl.Str(name+"\x00"))
		p.Locations[name] = location
	}
	return location
}

func (p *Pipeline) compile(o Objects) error {
	if err := p.Start(o); err != nil {
		return err
	}
	return p.Finish()
}

// Start makes the driver start to compile the program. If the driver has compiler threads, Start does not
// wait.
func (p *Pipeline) Start(o Objects) error {
	p.building = o.Program(p.Name())
	for i, name := range []string{p.Vert, p.Frag} {
		s, err := LoadShader(name, p.Macros()...)
		if err != nil {
			p.stop()
			return err
		}
		p.shaders[i] = NewShader(o, stages[i], name, &s)
		gl.AttachShader(p.building, p.shaders[i])
	}
	capture(p.building, p.Captured)
	gl.LinkProgram(p.building)
	return nil
}

var stages = [2]uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER}

// completionStatus is COMPLETION_STATUS_KHR of KHR_parallel_shader_compile. It says whether the driver's
// threads have compiled a program.
const completionStatus = 0x91B1

// Compiled reports whether Finish would return without waiting. It returns true for a driver without compiler
// threads, because that driver compiles only when Finish asks for the result.
func (p *Pipeline) Compiled(o Objects) bool {
	if !o.Threads {
		return true
	}
	var done int32
	gl.GetProgramiv(p.building, completionStatus, &done)
	return done != 0
}

// Finish waits for the driver and makes the program ready. If compiling or linking failed, it returns an
// error.
func (p *Pipeline) Finish() error {
	defer p.stop()
	var ok int32
	if gl.GetProgramiv(p.building, gl.LINK_STATUS, &ok); ok == 0 {
		return p.explain()
	}
	p.Locations = map[string]int32{}
	p.Program, p.building = p.building, 0
	p.Connect()
	gl.UseProgram(0) // no textures are bound yet, so drivers would warn about a clear with this program
	return nil
}

func (p *Pipeline) explain() error {
	for i, name := range []string{p.Vert, p.Frag} {
		s, err := LoadShader(name, p.Macros()...)
		if err == nil {
			err = CheckShader(p.shaders[i], name, &s)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("linking %s with %s: %s", p.Vert, p.Frag, programLog(p.building))
}

func (p *Pipeline) stop() {
	for i := range p.shaders {
		gl.DeleteShader(p.shaders[i])
	}
	gl.DeleteProgram(p.building)
	p.shaders, p.building = [2]uint32{}, 0
}

// Connect assigns fixed binding points to the program's uniform block and samplers.
func (p *Pipeline) Connect() {
	gl.UseProgram(p.Program)
	block := gl.GetUniformBlockIndex(p.Program, gl.Str("Scene\x00"))
	if block != gl.INVALID_INDEX {
		gl.UniformBlockBinding(p.Program, block, SceneBinding)
	}
	for name, unit := range samplers {
		gl.Uniform1i(p.Uniform(name), unit)
	}
}

// LoadShader reads a file of package shaders and preprocesses it.
func LoadShader(name string, defines ...string) (source, error) {
	text, err := shaderReader(shaders.Files.ReadFile).read(name)
	if err != nil {
		return source{}, err
	}
	return Preprocess(name, text, defines...)
}

// NewShader creates a shader and makes the driver start to compile it.
func NewShader(o Objects, kind uint32, name string, s *source) uint32 {
	shader := o.shader(kind, name)
	lines, free := gl.Strs(s.Text.String() + "\x00")
	gl.ShaderSource(shader, 1, lines, nil)
	free()
	gl.CompileShader(shader)
	return shader
}

// CheckShader returns an error if a shader was not compiled successfully.
func CheckShader(shader uint32, name string, s *source) error {
	var ok int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok != 0 {
		return nil
	}
	return s.explain(name, shaderLog(shader))
}

// Preprocess inserts the included files and the macros into a shader.
func Preprocess(name, text string, defines ...string) (s source, err error) {
	err = s.add(shaderReader(shaders.Files.ReadFile), name, text, defines...)
	return s, err
}

type shaderReader func(string) ([]byte, error)

func (f shaderReader) read(name string) (string, error) {
	text, err := f(name)
	if err != nil {
		return "", fmt.Errorf("shader %s: %w", name, err)
	}
	return string(text), nil
}

// source is a preprocessed shader with the origin of each line, because Mesa does not always report the lines
// of #line.
type source struct {
	Text    strings.Builder
	Origins []string // file name and line number, for each line of the text
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
	s.Text.WriteString(text + "\n")
	s.Origins = append(s.Origins, origin)
}

// messageStart matches the start of a compiler's message: "0:12(5): " (Mesa, Intel), "0(12) : " (NVIDIA),
// "ERROR: 0:12: " (others).
var messageStart = regexp.MustCompile(`^(?:ERROR: )?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*`)

func (s *source) explain(name, log string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(log), "\n")
	match := messageStart.FindStringSubmatch(first)
	if match == nil {
		return fmt.Errorf("shader %s: %s", name, first)
	}
	line, _ := strconv.Atoi(match[1])
	return fmt.Errorf("shader %s: %s", s.Origins[max(0, min(line, len(s.Origins))-1)], first[len(match[0]):])
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

// Pipeline is a program and the fixed OpenGL state for its draws. The zero state has a depth test (less or
// equal), depth writes, no blending and no culling.
type Pipeline struct {
	Vert, Frag string   // files of package shaders
	Define     string   // macro and value for both shaders; empty if none
	Optional   []string // optional macros; each combination is another program
	Captured   []string // outputs that transform feedback stores, one after another

	WritesOutput bool // the program writes the displayed image; shaders get a macro for the output
	ReadsSamples bool // the program reads the layer; shaders get a macro with the number of samples
	Lazy         bool // the program is compiled when it is first needed
	Clipped      bool // the vertex shader writes gl_ClipDistance
	NoDepthTest  bool // no depth test and no depth write
	NoDepthWrite bool
	DepthClamp   bool // nothing is clipped at the near and far planes
	Blend        blending

	Shared    []string         // macros that every shader gets
	Extra     []string         // further macros: fixed ones, chosen optional ones, and those for the samples, the output and the tier
	Program   uint32           // the compiled program; 0 if not compiled
	Locations map[string]int32 // locations of uniforms
	building  uint32           // the program while it is being compiled, otherwise 0
	shaders   [2]uint32
}

type blending int

// EnsureCompiled compiles a pipeline unless it has already been compiled.
func (p *Pipeline) EnsureCompiled(o Objects) error {
	switch {
	case p.Program != 0:
		return nil
	case p.building != 0:
		return p.Finish()
	}
	return p.compile(o)
}

// Macros returns all macros for both shaders.
func (p *Pipeline) Macros() []string { return append(slices.Clip(p.Shared), p.Defines()...) }

// Defines returns the macros that only this program gets.
func (p *Pipeline) Defines() []string {
	if p.Define == "" {
		return p.Extra
	}
	return append([]string{p.Define}, p.Extra...)
}

// Name returns a name that is unique among a renderer's programs.
func (p *Pipeline) Name() string {
	name := p.Vert + " " + p.Frag
	for _, define := range p.Defines() {
		name += " " + define
	}
	return name
}

const (
	opaque        blending = iota
	Premultiplied          // blended by opacity, with premultiplied colours
	Multiplied             // the product of the fragment's colour and the current colour
	Brightest              // the maximum of the fragment's colour and the current colour
	Added                  // the sum of the fragment's colour and the current colour
	Mixed                  // blended by opacity, with colours that are not premultiplied; the current opacity remains
)

// SceneBinding is the binding point of the uniform block Scene.
const SceneBinding = 0

// Delete frees the program, which must not be in use.
func (p *Pipeline) Delete() {
	gl.DeleteProgram(p.Program)
	p.Program = 0
	p.stop()
}

// Ready reports whether the program can be used.
func (p *Pipeline) Ready() bool { return p.Program != 0 }

// Starting reports whether the driver is compiling the program.
func (p *Pipeline) Starting() bool { return p.building != 0 }

// Unstarted reports whether the compilation of the program has not started.
func (p *Pipeline) Unstarted() bool { return !p.Ready() && !p.Starting() }

// Resume makes the program current without changing other OpenGL state.
func (p *Pipeline) Resume() { gl.UseProgram(p.Program) }
