package export

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func hlsl(t *testing.T, dir, file, stage, entry string) error {
	t.Helper()
	compiler, err := exec.LookPath("glslangValidator")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("glslangValidator is missing: make test-deps installs it")
		}
		t.Skip("glslangValidator is not installed (package glslang-tools)")
	}
	c := exec.Command(compiler, "-D", "-V", "--auto-map-bindings", "--auto-map-locations", "-I"+dir, "-S", stage, "-e", entry, "-o", filepath.Join(dir, "out.spv"), filepath.Join(dir, file))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Logf("%s", out)
	}
	return err
}

func TestUnityShaderCompiles(t *testing.T) {
	dir := t.TempDir()
	maths, err := engineFiles.ReadFile("engines/unity/SkeinBird.hlsl")
	if err != nil {
		t.Fatal(err)
	}
	shader, err := engineFiles.ReadFile("engines/unity/SkeinBird.shader")
	if err != nil {
		t.Fatal(err)
	}
	_, pass, _ := strings.Cut(string(shader), "HLSLPROGRAM")
	pass, _, _ = strings.Cut(pass, "ENDHLSL")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("SkeinBird.hlsl", string(maths))
	write("UnityCG.cginc", "float4x4 UNITY_MATRIX_VP;\n")
	write("pass.hlsl", pass)
	for _, stage := range []string{"vert", "frag"} {
		if err := hlsl(t, dir, "pass.hlsl", stage, stage); err != nil {
			t.Errorf("%s: %v", stage, err)
		}
	}
	write("wrong.hlsl", strings.Replace(pass, "SkeinVertex(instance", "SkeinVertex(colour", 1))
	if hlsl(t, dir, "wrong.hlsl", "vert", "vert") == nil {
		t.Error("the compiler accepts a wrong shader")
	}
}

// The code of the Custom node for Unreal is valid HLSL in a function.
func TestUnrealNodeCompiles(t *testing.T) {
	body, err := engineFiles.ReadFile("engines/unreal/SkeinPose.ush")
	if err != nil {
		t.Fatal(err)
	}
	text := "float3 Pose(Texture2D Texels, float2 Place, float Phase, float Stance, float Weight, float Beat, float RowsPerPose, float Still) {\n" + string(body) +
		"}\nTexture2D Positions;\nfloat4 main(float2 Place : TEXCOORD1) : SV_Position { return float4(Pose(Positions, Place, 0.3, 1, 0.5, 8, 1, 1), 1); }\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "node.hlsl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := hlsl(t, dir, "node.hlsl", "vert", "main"); err != nil {
		t.Error(err)
	}
}
