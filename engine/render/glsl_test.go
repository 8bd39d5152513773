//go:build cgo

package render

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/engine/render/gpu"
	"skein/flock/sample"
	"skein/shaders"
)

// validator returns the path of the GLSL reference compiler. If the compiler is missing, the test
// is skipped, but in CI it fails.
func validator(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("glslangValidator")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("glslangValidator is missing: make test-deps installs it")
		}
		t.Skip("glslangValidator is not installed (package glslang-tools)")
	}
	return path
}

// compileProblems compiles and links two shaders with the reference compiler. It returns the errors and
// warnings of the compiler, or nil if there are none.
func compileProblems(t *testing.T, compiler, vert, frag string) error {
	t.Helper()
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "a.vert"), filepath.Join(dir, "a.frag")}
	for i, text := range []string{vert, frag} {
		if err := os.WriteFile(files[i], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(compiler, "-l", files[0], files[1]).CombinedOutput()
	if text := string(out); err != nil || strings.Contains(text, "WARNING") || strings.Contains(text, "ERROR") {
		return fmt.Errorf("%v: %s", err, strings.ReplaceAll(text, dir+"/", ""))
	}
	return nil
}

func shaderText(t *testing.T, p *gpu.Pipeline, name string) string {
	t.Helper()
	file, err := shaders.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := gpu.Preprocess(name, string(file), p.Macros()...)
	if err != nil {
		t.Fatal(err)
	}
	return s.Text.String()
}

type variant struct{ defines, vert, frag string }

// variants returns the different texts of each program under several options. The keys are the
// names of the program's shaders. variants also returns the set of the shader files in use.
func variants(t *testing.T) (all map[string][]variant, files map[string]bool) {
	t.Helper()
	all, files = map[string][]variant{}, map[string]bool{}
	done := map[string]bool{}
	for output := range outputs {
		for _, o := range []struct {
			samples int32
			tier    Tier
		}{{0, Good}, {0, Best}, {2, Good}, {4, Draft}, {4, Good}, {8, Best}, {16, Best}} {
			programs := newPrograms(o.samples, Output(output), o.tier)
			for _, p := range programs.all() {
				vert, frag := shaderText(t, p, p.Vert), shaderText(t, p, p.Frag)
				if !done[vert+frag] {
					done[vert+frag], files[p.Vert], files[p.Frag] = true, true, true
					name := p.Vert + " with " + p.Frag
					all[name] = append(all[name], variant{fmt.Sprint(p.Defines()), vert, frag})
				}
			}
		}
	}
	return all, files
}

// The reference compiler accepts every program without a warning. The test tries a sample of the
// variants of each program. A test with one driver is not enough, because a driver may accept code that
// another driver refuses.
func TestReferenceCompilerAcceptsShaders(t *testing.T) {
	compiler := validator(t)
	all, files := variants(t)
	tried, known := 0, 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		some := sample.Some(t, 1, all[name])
		tried, known = tried+len(some), known+len(all[name])
		for _, v := range some {
			if err := compileProblems(t, compiler, v.vert, v.frag); err != nil {
				t.Errorf("%s, %s: %v", name, v.defines, err)
			}
		}
	}
	t.Logf("tried %d of %d programs", tried, known)
	entries, err := shaders.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".glsl") && !files[e.Name()] {
			t.Errorf("no program uses %s", e.Name())
		}
	}
}

func TestReferenceCompilerRefusesWrongCode(t *testing.T) {
	compiler := validator(t)
	const vert = "#version 410 core\nout vec3 there;\nvoid main() { there = vec3(1.0); gl_Position = vec4(there, 1.0); }\n"
	for what, frag := range map[string]string{
		"a correct shader": "in vec3 there;\nout vec4 c;\nvoid main() { c = vec4(there, 1.0); }\n",
		"another type":     "in vec2 there;\nout vec4 c;\nvoid main() { c = vec4(there, 1.0, 1.0); }\n",
		"a reserved word":  "in vec3 there;\nout vec4 c;\nvoid main() { vec3 filter = there; c = vec4(filter, 1.0); }\n",
		"later GLSL":       "in vec3 there;\nlayout(binding = 1) uniform sampler2D s;\nout vec4 c;\nvoid main() { c = texture(s, there.xy); }\n",
	} {
		err := compileProblems(t, compiler, vert, "#version 410 core\n"+frag)
		if (err == nil) != (what == "a correct shader") {
			t.Errorf("the reference compiler says about %s: %v", what, err)
		}
	}
}
