//go:build cgo

package strict

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/headless"
)

func newChecked(t *testing.T) *Checker {
	t.Helper()
	c, err := headless.NewDebug()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(c.Close)
	w, err := New(c.Proc)
	if err == nil {
		err = gl.InitWithProcAddrFunc(w.Proc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

type scene struct{ texture, indices, block, vertices, target, drawn uint32 }

func texture(width int32) (name uint32) {
	gl.GenTextures(1, &name)
	gl.BindTexture(gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, width, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	return name
}

func buffer(target uint32, words ...uint32) (name uint32) {
	gl.GenBuffers(1, &name)
	gl.BindBuffer(target, name)
	gl.BufferData(target, 4*len(words), gl.Ptr(words), gl.STATIC_DRAW)
	return name
}

func newScene(t *testing.T) (s scene) {
	t.Helper()
	var array uint32
	gl.GenVertexArrays(1, &array)
	gl.BindVertexArray(array)
	s.vertices = buffer(gl.ARRAY_BUFFER, 0, 0, 0) // the x coordinates of three vertices
	gl.EnableVertexAttribArray(0)
	gl.VertexAttribPointerWithOffset(0, 1, gl.FLOAT, false, 4, 0)
	s.indices = buffer(gl.ELEMENT_ARRAY_BUFFER, 0, 1, 2)
	s.block = buffer(gl.UNIFORM_BUFFER, 0, 0, 0, 0)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, s.block)
	s.drawn = texture(4)
	gl.GenFramebuffers(1, &s.target)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.target)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.drawn, 0)
	gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	s.texture = texture(4)
	program := gl.CreateProgram()
	for kind, text := range map[uint32]string{
		gl.VERTEX_SHADER:   "#version 410 core\nlayout(location = 0) in float x;\nlayout(std140) uniform Block { vec4 at; };\nvoid main() { gl_Position = at + x; }\n\x00",
		gl.FRAGMENT_SHADER: "#version 410 core\nuniform sampler2D taken;\nout vec4 c;\nvoid main() { c = texture(taken, gl_FragCoord.xy); }\n\x00",
	} {
		shader := gl.CreateShader(kind)
		lines, free := gl.Strs(text)
		gl.ShaderSource(shader, 1, lines, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(program, shader)
	}
	gl.LinkProgram(program)
	gl.UseProgram(program)
	return s
}

func draw() { gl.DrawElements(gl.TRIANGLES, 3, gl.UNSIGNED_INT, nil) }

// TestViolations checks that each violation is reported with its place in the source, and that valid calls
// are not reported. A driver may accept all of these violations.
func TestViolations(t *testing.T) {
	var name uint32
	for _, c := range []struct {
		what string
		do   func(s scene)
		want string
	}{
		{"all in order", func(scene) { draw() }, ""},
		{"a label for an array never bound", func(scene) {
			gl.GenVertexArrays(1, &name)
			gl.ObjectLabel(gl.VERTEX_ARRAY, name, 1, gl.Str("x\x00"))
		}, "glObjectLabel: "},
		{"a label for a texture that was deleted", func(s scene) {
			gl.DeleteTextures(1, &s.texture)
			gl.ObjectLabel(gl.TEXTURE, s.texture, 1, gl.Str("x\x00"))
		}, "glObjectLabel: "},
		{"a label for what was bound", func(s scene) { gl.ObjectLabel(gl.TEXTURE, s.texture, 1, gl.Str("x\x00")) }, ""},
		{"a texture over a buffer never bound", func(scene) {
			gl.GenBuffers(1, &name)
			var texture uint32
			gl.GenTextures(1, &texture)
			gl.BindTexture(gl.TEXTURE_BUFFER, texture)
			gl.TexBuffer(gl.TEXTURE_BUFFER, gl.R32UI, name)
		}, "glTexBuffer: "},
		{"an attached texture that was never bound", func(scene) {
			gl.GenTextures(1, &name)
			gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, name, 0)
		}, "glFramebufferTexture2D: "},
		{"an attached renderbuffer that was never bound", func(scene) {
			gl.GenRenderbuffers(1, &name)
			gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, name)
		}, "glFramebufferRenderbuffer: "},
		{"a framebuffer changed since it was found complete", func(s scene) {
			gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.drawn, 0)
			draw()
		}, "was not checked for completeness"},
		{"a framebuffer that is not complete", func(s scene) {
			gl.DeleteTextures(1, &s.drawn)
			gl.Clear(gl.COLOR_BUFFER_BIT)
		}, "glClear: framebuffer 1 is not complete"},
		{"a texture read and drawn into", func(s scene) { gl.BindTexture(gl.TEXTURE_2D, s.drawn); draw() }, "is read and rendered to"},
		{"a texture without its levels", func(scene) {
			gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
			draw()
		}, "has no level 1"},
		{"a texture with its levels", func(scene) {
			gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
			gl.GenerateMipmap(gl.TEXTURE_2D)
			draw()
		}, ""},
		{"no texture", func(scene) { gl.BindTexture(gl.TEXTURE_2D, 0); draw() }, "taken: no texture is bound"},
		{"no array", func(scene) { gl.BindVertexArray(0); draw() }, "glDrawElements: nothing is bound"},
		{"no program", func(scene) { gl.UseProgram(0); draw() }, "no program is in use"},
		{"a block that is too small", func(s scene) {
			gl.BufferData(gl.UNIFORM_BUFFER, 12, nil, gl.STATIC_DRAW)
			draw()
		}, "block of 16 bytes has only 12 bytes"},
		{"too few indices", func(scene) { gl.DrawElements(gl.TRIANGLES, 6, gl.UNSIGNED_INT, nil) }, "24 bytes of indices from a buffer of 12 bytes"},
		{"an index beyond the vertices", func(s scene) {
			gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer(gl.ARRAY_BUFFER, 0, 1, 3))
			draw()
		}, "index 3 is beyond the 3 vertices"},
		{"data for no buffer", func(scene) {
			gl.BindBuffer(gl.ARRAY_BUFFER, 0)
			gl.BufferData(gl.ARRAY_BUFFER, 4, nil, gl.STATIC_DRAW)
		}, "glBufferData: nothing is bound"},
		{"a name that is no texture's", func(scene) { gl.BindTexture(gl.TEXTURE_2D, 4711) }, "error: "},
		{"what was deleted", func(s scene) {
			gl.DeleteFramebuffers(1, &s.target)
			gl.BindFramebuffer(gl.FRAMEBUFFER, s.target)
		}, "error: "},
		{"a call that the driver refuses", func(scene) { gl.LineWidth(0) }, "error: "},
	} {
		t.Run(c.what, func(t *testing.T) {
			w := newChecked(t)
			s := newScene(t)
			if faults := w.Faults(); len(faults) > 0 {
				t.Fatalf("there are faults before the test: %v", faults)
			}
			c.do(s)
			found := slices.ContainsFunc(w.Faults(), func(f string) bool {
				return strings.HasPrefix(f, "strict_test.go:") && strings.Contains(f, c.want)
			})
			if found != (c.want != "") || c.want == "" && len(w.Faults()) > 0 {
				t.Errorf("the fault should be %q, but the faults are %v", c.want, w.Faults())
			}
		})
	}
}

// uncheckedFunctions lists the functions for which the package has no check. Only the driver can
// find errors in their calls. None of these functions draws.
const uncheckedFunctions = `ActiveTexture AttachShader BeginQuery BindBuffer BindBufferBase BindFramebuffer BindRenderbuffer BindTexture BindVertexArray
BlendEquation BlendFunc BlendFuncSeparate ClearColor ColorMask CreateProgram CreateShader DeleteBuffers DeleteFramebuffers
DeleteProgram DeleteQueries DeleteRenderbuffers DeleteShader DeleteTextures DeleteVertexArrays DepthFunc DepthMask Disable Enable
EndQuery FrontFace GenBuffers GenFramebuffers GenQueries GenRenderbuffers GenTextures GenVertexArrays PixelStorei PopDebugGroup
PushDebugGroup ReadBuffer SampleMaski Scissor ShaderSource Uniform1f Uniform1fv Uniform1i Uniform2f Uniform2i Uniform3f Uniform3i
Uniform4f Uniform4i UniformBlockBinding UniformMatrix4fv UseProgram Viewport`

const helpers = "GoStr Init InitWithProcAddrFunc Ptr Str Strs"

func TestEveryCallIsKnown(t *testing.T) {
	files, err := filepath.Glob("../../render/*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("found only %d files of the renderer (error %v)", len(files), err)
	}
	call := regexp.MustCompile(`\bgl\.([A-Z]\w+)\(`)
	known := strings.Fields(uncheckedFunctions + " " + helpers)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			name := strings.TrimSuffix(m[1], "WithOffset")
			if checkedFunctions["gl"+name] == nil && countedFunctions["gl"+name] == nil && !slices.Contains(known, name) {
				t.Errorf("%s calls %s, which is neither wrapped nor counted nor listed in uncheckedFunctions", filepath.Base(file), m[1])
			}
		}
	}
}

func TestWaitingCallsAreCounted(t *testing.T) {
	waits := regexp.MustCompile(`^(Get|Is|Map|Read|Finish|ClientWait|CheckFramebuffer)`)
	for _, name := range strings.Fields(uncheckedFunctions) {
		if name != "ReadBuffer" && waits.MatchString(name) {
			t.Errorf("gl%s may wait, but is not counted", name)
		}
	}
	w := newChecked(t)
	w.ResetCalls()
	gl.Finish()
	gl.IsEnabled(gl.BLEND)
	gl.IsEnabled(gl.BLEND)
	if got := w.Calls(); got["glFinish"] != 1 || got["glIsEnabled"] != 2 || len(got) != 2 {
		t.Errorf("after one glFinish and two glIsEnabled, the counts are %v, want 1 and 2", got)
	}
}
