package divergence

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func compile(t *testing.T, text string) []byte {
	t.Helper()
	compiler, err := exec.LookPath("glslangValidator")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("glslangValidator is missing: make test-deps installs it")
		}
		t.Skip("needs glslangValidator (package glslang-tools)")
	}
	file, out := filepath.Join(t.TempDir(), "a.frag"), filepath.Join(t.TempDir(), "a.spv")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if message, err := exec.Command(compiler, "-G100", "--aml", "--amb", "-g", "-o", out, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, message)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestExamples checks examples of control flow. Find must report exactly the lines that end with
// the comment "undefined".
func TestExamples(t *testing.T) {
	const head = `#version 410 core
in vec2 uv;
flat in int kind;
uniform sampler2D image;
uniform sampler2DShadow shadow;
uniform float x;
out vec4 c;
`
	for what, body := range map[string]string{
		"at the top":                       "void main() {\nc = texture(image, uv);\n}",
		"in a branch":                      "void main() {\nc = vec4(0.0);\nif (uv.x > 0.5)\nc = texture(image, uv); // undefined\nc += texture(image, uv);\n}",
		"in the other branch":              "void main() {\nif (uv.x > 0.5) c = vec4(0.0);\nelse\nc = texture(image, uv); // undefined\n}",
		"by a uniform":                     "void main() {\nc = vec4(0.0);\nif (x > 0.5)\nc = texture(image, uv);\n}",
		"by a flat input":                  "void main() {\nc = vec4(0.0);\nif (kind > 0)\nc = texture(image, uv);\n}",
		"by a texture":                     "void main() {\nc = vec4(0.0);\nif (texelFetch(image, ivec2(gl_FragCoord.xy), 0).r > 0.5)\nc = texture(image, uv); // undefined\n}",
		"by a texel that all read":         "void main() {\nc = vec4(0.0);\nif (texelFetch(image, ivec2(0), 0).r > 0.5)\nc = texture(image, uv);\n}",
		"with a level":                     "void main() {\nc = vec4(0.0);\nif (uv.x > 0.5)\nc = textureLod(image, uv, 0.0) + textureGrad(image, uv, vec2(0.0), vec2(0.0)) + texelFetch(image, ivec2(0), 0);\n}",
		"after a return":                   "void main() {\nc = vec4(0.0);\nif (uv.x > 0.5) return;\nc = texture(image, uv); // undefined\n}",
		"after a return of all":            "void main() {\nc = vec4(0.0);\nif (x > 0.5) return;\nc = texture(image, uv);\n}",
		"after a discard":                  "void main() {\nif (uv.x > 0.5) discard;\nc = texture(image, uv); // undefined\n}",
		"after a discard in a call":        "void cut() {\nif (uv.x > 0.5) discard;\n}\nvoid main() {\ncut();\nif (x > 0.0)\nc = texture(image, uv); // undefined\n}",
		"a call that returns early":        "float f(float a) {\nif (a > 0.5) return 1.0;\nreturn a;\n}\nvoid main() {\nc = vec4(f(uv.x));\nc += texture(image, uv);\n}",
		"by the result of such a call":     "float f(float a) {\nif (a > 0.5) return 1.0;\nreturn 0.0;\n}\nvoid main() {\nc = vec4(0.0);\nif (f(uv.x) > 0.5)\nc = texture(image, uv); // undefined\n}",
		"in a function called in a branch": "vec4 f() {\nreturn texture(image, uv); // undefined\n}\nvoid main() {\nc = vec4(0.0);\nif (uv.x > 0.5) c = f();\n}",
		"in a loop of all pixels":          "void main() {\nc = vec4(0.0);\nfor (int i = 0; i < 4; i++)\nc += texture(image, uv * float(i));\n}",
		"in a loop that some pixels leave": "void main() {\nc = vec4(0.0);\nfor (int i = 0; i < 4; i++) {\nif (c.r > uv.x) break;\nc += texture(image, uv); // undefined\n}\nc += texture(image, uv);\n}",
		"in a loop of different lengths":   "void main() {\nc = vec4(0.0);\nfor (float t = 0.0; t < uv.x; t += 0.1)\nc += texture(image, uv); // undefined\n}",
		"in a loop with a continue":        "void main() {\nc = vec4(0.0);\nfor (int i = 0; i < 4; i++) {\nif (uv.x > float(i)) continue;\nc += texture(image, uv); // undefined\n}\n}",
		"of a shadow texture":              "void main() {\nc = vec4(0.0);\nif (uv.x > 0.5)\nc += texture(shadow, vec3(uv, 0.5)); // undefined\n}",
		"a derivative":                     "void main() {\nc = vec4(0.0);\nif (uv.x > 0.5)\nc += fwidth(uv.x); // undefined\nc += dFdx(uv.x) + dFdy(uv.y);\n}",
		"in a conditional expression":      "void main() {\nc =\nuv.x > 0.5 ? texture(image, uv) // undefined\n: vec4(0.0);\n}",
		"after a logical and":              "void main() {\nc = vec4(0.0);\nbool b = uv.x > 0.5 &&\ntexture(image, uv).r > 0.5; // undefined\nif (b) c = vec4(1.0);\n}",
		"by a variable set in a branch":    "void main() {\nfloat a = 0.0;\nif (uv.x > 0.5) a = 1.0;\nc = vec4(0.0);\nif (a > 0.5)\nc = texture(image, uv); // undefined\n}",
		"by a part of a vector":            "void main() {\nvec2 a = vec2(0.0);\na.y = uv.x;\nc = vec4(0.0);\nif (a.y > 0.5)\nc = texture(image, uv); // undefined\n}",
		"by an out parameter":              "void f(out float a) { a = uv.x; }\nvoid main() {\nfloat a;\nf(a);\nc = vec4(0.0);\nif (a > 0.5)\nc = texture(image, uv); // undefined\n}",
		"by the side":                      "void main() {\nc = vec4(0.0);\nif (gl_FrontFacing)\nc = texture(image, uv);\n}",
		"by the place":                     "void main() {\nc = vec4(0.0);\nif (gl_FragCoord.x > 9.0)\nc = texture(image, uv); // undefined\n}",
		"in a case":                        "void main() {\nc = vec4(0.0);\nswitch (int(uv.x)) {\ncase 1:\nc = texture(image, uv); // undefined\nbreak;\ndefault:\nc = vec4(1.0);\n}\nc += texture(image, uv);\n}",
	} {
		t.Run(what, func(t *testing.T) {
			uses, err := Find(compile(t, head+body))
			if err != nil {
				t.Fatal(err)
			}
			var got, want []int
			for _, u := range uses {
				got = append(got, u.Line)
			}
			for i, line := range strings.Split(head+body, "\n") {
				if strings.HasSuffix(line, "// undefined") {
					want = append(want, i+1)
				}
			}
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Errorf("undefined derivatives are in %v, want lines %v of\n%s", uses, want, head+body)
			}
		})
	}
}

func TestNotSPIRV(t *testing.T) {
	for _, data := range [][]byte{nil, make([]byte, 20), append([]byte{3, 2, 0x23, 7}, make([]byte, 20)...)} {
		if _, err := Find(data); err == nil {
			t.Errorf("%d bytes were accepted as a shader", len(data))
		}
	}
}
