//go:build cgo

package render

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"skein/engine/internal/divergence"
	"skein/engine/render/gpu"
	"skein/flock/sample"
)

func compileSPIRV(t *testing.T, compiler, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "a.frag"), filepath.Join(dir, "a.spv")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command(compiler, "-G100", "--aml", "--amb", "-g", "-o", out, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

type fragmentVariant struct {
	program, text string   // name of the program and its tier, and text of the shader
	origins       []string // file and line that each line of the text comes from
}

// fragmentVariants returns the different texts of each fragment shader. The keys are the names of the files.
func fragmentVariants(t *testing.T) map[string][]fragmentVariant {
	t.Helper()
	all, done := map[string][]fragmentVariant{}, map[string]bool{}
	for _, tier := range []Tier{Draft, Good, Best} {
		programs := newPrograms(4, Display, tier)
		for _, p := range programs.all() {
			s, err := gpu.LoadShader(p.Frag, p.Macros()...)
			if err != nil {
				t.Fatal(err)
			}
			if text := s.Text.String(); !done[text] {
				done[text] = true
				all[p.Frag] = append(all[p.Frag], fragmentVariant{p.Name() + ", " + tier.String(), text, s.Origins})
			}
		}
	}
	return all
}

// No shader takes a derivative inside divergent control flow, where a neighbouring pixel may take
// another branch. Nor does it let the driver choose a texture's level of detail there. The test
// tries a sample of the variants of each shader.
func TestDerivativesAreDefined(t *testing.T) {
	compiler := validator(t)
	found := map[string]string{}
	all := fragmentVariants(t)
	for _, file := range slices.Sorted(maps.Keys(all)) {
		for _, s := range sample.Some(t, 1, all[file]) {
			uses, err := divergence.Find(compileSPIRV(t, compiler, s.text))
			if err != nil {
				t.Fatalf("%s: %v", s.program, err)
			}
			for _, u := range uses {
				at := s.origins[u.Line-1] + ", in " + u.Function
				for _, line := range u.Calls {
					at += ", called at " + s.origins[line-1]
				}
				found[at] = s.program
			}
		}
	}
	for _, at := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s: the derivative is undefined, because neighbouring pixels may take another branch (%s)", at, found[at])
	}
}
