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
)

// compileSPIRV returns a fragment shader compiled by the reference compiler, with line numbers.
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

// No shader takes a derivative inside divergent control flow, or lets the driver choose the level of detail
// of a texture there. In such code, a neighbouring pixel may take another branch.
func TestDerivativesAreDefined(t *testing.T) {
	compiler := validator(t)
	done, found := map[string]bool{}, map[string]string{}
	for _, tier := range []Tier{Draft, Good, Best} {
		all := newPrograms(4, Display, tier)
		for _, p := range all.all() {
			s, err := gpu.LoadShader(p.Frag, p.Macros()...)
			if err != nil {
				t.Fatal(err)
			}
			text := s.Text.String()
			if done[text] {
				continue
			}
			done[text] = true
			uses, err := divergence.Find(compileSPIRV(t, compiler, text))
			if err != nil {
				t.Fatalf("%s: %v", p.Name(), err)
			}
			for _, u := range uses {
				at := s.Origins[u.Line-1] + ", in " + u.Function
				for _, line := range u.Calls {
					at += ", called at " + s.Origins[line-1]
				}
				found[at] = p.Name() + ", " + tier.String()
			}
		}
	}
	for _, at := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s: the derivative is undefined, because neighbouring pixels may take another branch (%s)", at, found[at])
	}
}
