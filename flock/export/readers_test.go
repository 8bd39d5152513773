package export

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skein/ui/guide/guidetest"
)

// reading is a test in which another program reads files that skein wrote.
type reading struct {
	formats string // names of formats, separated by spaces
	by      string // the programs
	checked string // what is compared
	test    string // a file in the folder check, or a Go file
	target  string // the target of make that runs the test
}

// readings lists all such tests. The guide's table "readers" is made from it.
func readings() []reading {
	return []reading{
		{"usdc usda usdz", "tinyusdz", "positions of all birds at all times, species", "usd.mjs", "exports"},
		{"usdc", "the USD parser of three.js", "positions of all birds at all times", "usdc.mjs", "exports"},
		{"usdc usda", "Pixar's USD", "both formats give the same layer", "pixar.mjs", "exports"},
		{"usdc usda", "Hydra of Pixar's USD", "every mesh has a material and keeps its points", "hydra.mjs", "exports"},
		{"glb", "Khronos glTF validator, three.js", "no warning; birds and camera in every frame", "glb.mjs", "exports"},
		{"usda glb", "tinyusdz, three.js", "obstacles that move, turn, grow, appear and disappear", "things.mjs", "exports"},
		{"csv parquet", "DuckDB", "the same rows, and the polarization of each species", "tables.mjs", "exports"},
		{"csv tidy.csv parquet glb usda usdc", "DuckDB, glTF validator, three.js, Pixar's USD", "birds of a sparse recording, with a frame per hour", "sparse.mjs", "exports"},
		{"nc", "xarray and netCDF4", "positions, velocities and names of all birds; the notebook on this page", "netcdf_test.go", "test"},
		{"abc", "Alembic 1.8", "every bird in every frame", "alembic.sh", "check-alembic"},
		{"html", "Chromium", "pictures, compared with those of skein", "../../engine/web/browser_test.go", "check-web"},
		{"blender", "Blender 3.4", "every bird's place, direction and wingbeat; obstacles", "blender.sh", "check-blender"},
		{"glb", "Blender 3.4", "every bird's place and direction; obstacles", "blender.sh", "check-blender"},
		{"godot", "Godot 3", "pictures, compared with those of skein", "godot.sh", "check-godot"},
		{"unity unreal", "compilers, with stand-ins for the engines; assimp", "scripts and shaders compile; every bird's place; the mesh", "engines.sh", "check-engines"},
		{"unity unreal", "glslang", "shaders compile", "engine_shader_test.go", "test"},
	}
}

// otherPrograms lists the test files that run other programs, but not to read an export. The values are the
// reasons.
func otherPrograms() map[string]string {
	return map[string]string{
		"mcap.mjs": "reads recordings", "pixar_usd.mjs": "starts Pixar's USD for other tests",
		"blender_test.go": "runs functions of the script without Blender",
	}
}

func (r *reading) file() string {
	if strings.HasSuffix(r.test, ".go") {
		return r.test
	}
	return filepath.Join("check", r.test)
}

// Each listed reading has a test that names the formats of the reading, and make runs this test. Each test
// of this kind is listed, and another program reads each format.
func TestReadings(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var tests []string
	read := map[string]bool{}
	for _, r := range readings() {
		tests = append(tests, r.test)
		text, err := os.ReadFile(r.file())
		if err != nil {
			t.Errorf("%s of %s: no such test", r.test, r.formats)
			continue
		}
		recipe := recipeOf(string(makefile), r.target)
		if package_ := filepath.Base(filepath.Dir(r.file())); recipe == "" || r.target != "test" && !strings.Contains(recipe, r.test) && !strings.Contains(recipe, "engine/"+package_) {
			t.Errorf("make %s does not run %s", r.target, r.test)
		}
		for format := range strings.FieldsSeq(r.formats) {
			read[format] = true
			if named := regexp.MustCompile(`\b` + regexp.QuoteMeta(format) + `\b`); !named.MatchString(string(text)) && !named.MatchString(recipe) {
				t.Errorf("%s does not name the format %s", r.test, format)
			}
		}
	}
	for _, f := range Formats() {
		if !read[f.Name] && !f.Alias {
			t.Errorf("no test lets another program read the format %s", f.Name)
		}
	}
	for _, name := range testsWithPrograms(t) {
		if !slices.Contains(tests, name) && otherPrograms()[name] == "" {
			t.Errorf("%s runs another program, but is not in the list of readings", name)
		}
	}
}

func recipeOf(makefile, target string) string {
	all := ""
	for _, rule := range regexp.MustCompile(`(?m)^`+target+`:.*\n(?:\t.*\n)*`).FindAllString(makefile, -1) {
		all += rule
	}
	return all
}

// testsWithPrograms returns the scripts in the folder check, and the tests here that run programs.
func testsWithPrograms(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"check/*.mjs", "check/*.sh", "*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, ".go") || strings.Contains(string(text), "exec"+".Command(") {
				names = append(names, filepath.Base(file))
			}
		}
	}
	return names
}

// The guide's table of readers is the list of readings.
func TestGuideListsTheReaders(t *testing.T) {
	var b strings.Builder
	b.WriteString("| format | read by | compared | test |\n|---|---|---|---|\n")
	for _, r := range readings() {
		var names []string
		for name := range strings.FieldsSeq(r.formats) {
			if f, err := FormatOf(name, ""); err == nil && f.folder {
				names = append(names, "`--to "+name+"`")
			} else {
				names = append(names, "`."+name+"`")
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | `make %s` |\n", strings.Join(names, ", "), guidetest.Escape(r.by), guidetest.Escape(r.checked), r.target)
	}
	guidetest.Table(t, "exporting", "readers", b.String())
}
