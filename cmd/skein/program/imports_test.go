package program

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// law lists the packages of this module that each package may import. A name that ends in /... means all
// packages below that path. Every package must match the first column of a row.
var law = []struct {
	packages string
	imports  string
}{
	{"skein/flock/vec", ""},
	{"skein/flock/geometry", "skein/flock/vec"},
	{"skein/flock/param", "skein/flock/vec"},
	{"skein/flock/around", "skein/flock/vec skein/flock/param skein/flock/message skein/flock/internal/solid"},
	{"skein/flock/snapshots", "skein/flock/vec skein/flock/internal/lanes"},
	{"skein/flock/cloud", "skein/flock/vec skein/flock/param skein/flock/message"},
	{"skein/flock/schedule", "skein/flock/param skein/flock/around skein/flock/snapshots"},
	{"skein/flock/lead", "skein/flock/vec skein/flock/param"},
	{"skein/flock/view", "skein/flock/vec skein/flock/snapshots skein/flock/internal/kdtree skein/flock/internal/near skein/flock/internal/pairs skein/flock/internal/torus"},
	{"skein/flock/explanation", "skein/flock/vec skein/flock/lead"},
	{"skein/flock", "skein/flock/vec skein/flock/param skein/flock/message skein/flock/around skein/flock/cloud skein/flock/lead skein/flock/explanation skein/flock/schedule skein/flock/snapshots skein/flock/view skein/flock/internal/..."},
	{"skein/flock/sample", ""},
	{"skein/flock/files", ""},
	{"skein/flock/internal/stages", "skein/flock/vec skein/flock/around skein/flock/internal/lanes skein/flock/internal/torus"},
	{"skein/flock/internal/columns", "skein/flock/vec skein/flock/around skein/flock/internal/lanes skein/flock/internal/stages"},
	{"skein/flock/internal/encounter", "skein/flock/vec skein/flock/around skein/flock/internal/..."},
	{"skein/flock/internal/ledger", "skein/flock/vec skein/flock/internal/columns skein/flock/internal/lanes skein/flock/internal/pairs skein/flock/internal/torus"},
	{"skein/flock/internal/sight", "skein/flock/vec skein/flock/around skein/flock/view skein/flock/internal/..."},
	{"skein/flock/internal/torus", "skein/flock/vec skein/flock/internal/pairs"},
	{"skein/flock/internal/gauss", "skein/flock/vec"},
	{"skein/flock/internal/...", "skein/flock/vec skein/flock/internal/..."},
	{"skein/flock/rules", "skein/flock skein/flock/explanation skein/flock/vec skein/flock/internal/lanes skein/flock/internal/near skein/flock/around"},
	{"skein/flock/formula", "skein/flock skein/flock/explanation skein/flock/vec skein/flock/param skein/flock/message skein/flock/internal/lanes"},
	{"skein/flock/model", "skein/flock skein/flock/message skein/flock/cloud skein/flock/lead skein/flock/view skein/flock/vec skein/flock/rules skein/flock/formula skein/flock/around"},
	{"skein/flock/look", "skein/flock/param"},
	{"skein/flock/message", ""},
	{"skein/flock/whole", ""},
	{"skein/flock/scenario", "skein/flock skein/flock/cloud skein/flock/lead skein/flock/schedule skein/flock/vec skein/flock/param skein/flock/files skein/flock/message skein/flock/look skein/flock/formula skein/flock/model skein/flock/around"},
	{"skein/flock/scenario/testscene", "skein/flock skein/flock/cloud skein/flock/formula skein/flock/model skein/flock/scenario"},
	{"skein/flock/scenario/randomscene", "skein/flock skein/flock/cloud skein/flock/vec skein/flock/around skein/flock/scenario"},
	{"skein/flock/recording", "skein/flock skein/flock/schedule skein/flock/vec skein/flock/files skein/flock/model skein/flock/whole skein/flock/around"},
	{"skein/flock/metrics", "skein/flock skein/flock/snapshots skein/flock/geometry skein/flock/vec skein/flock/internal/kdtree skein/flock/internal/pairs"},
	{"skein/flock/metrics/field", "skein/flock skein/flock/snapshots skein/flock/geometry skein/flock/vec skein/flock/metrics skein/flock/internal/kdtree skein/flock/internal/pairs"},
	{"skein/flock/metrics/pattern", "skein/flock skein/flock/vec skein/flock/metrics skein/flock/metrics/field skein/flock/internal/kdtree"},
	{"skein/flock/metrics/live", "skein/flock skein/flock/vec skein/flock/metrics skein/flock/metrics/field skein/flock/metrics/pattern"},
	{"skein/flock/fit", "skein/flock skein/flock/vec skein/flock/metrics/field"},
	{"skein/flock/tracks", "skein/flock skein/flock/snapshots skein/flock/vec skein/flock/files skein/flock/message"},
	{"skein/flock/export/crate/...", "skein/flock/export/crate"},
	{"skein/flock/export/usdcamera", "skein/flock/files skein/flock/scenario"},
	{"skein/flock/export/netcdf", ""},
	{"skein/flock/export/decimals", ""},
	{"skein/flock/export/ogawa/...", "skein/flock/export/ogawa"},
	{"skein/flock/export", "skein/flock/export/crate skein/flock/export/decimals skein/flock/export/netcdf skein/flock/export/ogawa skein/flock skein/flock/snapshots skein/flock/vec skein/flock/recording skein/flock/scenario skein/flock/whole skein/models skein/models/gltf skein/models/lod skein/flock/around"},
	{"skein/models/draco", ""},
	{"skein/models/meshopt", ""},
	{"skein/models/gltf", "skein/flock/files skein/models/draco skein/models/meshopt"},
	{"skein/models/lod", "skein/flock/vec skein/models/gltf"},
	{"skein/models/facing", "skein/models/gltf"},
	{"skein/models/rig", "skein/models/facing skein/models/gltf"},
	{"skein/models", "skein/models/facing skein/models/gltf skein/models/lod skein/models/rig"},
	{"skein/models/internal/testdoc", ""},
	{"skein/models/...", "skein/flock/files skein/models/..."},
	{"skein/shaders", ""},
	{"skein/engine/frame", "skein/flock/look skein/models skein/models/gltf skein/engine/internal/num"},
	{"skein/engine/reel", "skein/flock skein/flock/snapshots"},
	{"skein/engine/internal/num", ""},
	{"skein/engine/camera", "skein/flock skein/flock/vec skein/flock/look skein/engine/frame skein/engine/reel skein/engine/internal/num"},
	{"skein/engine/scenery", "skein/flock skein/flock/vec skein/flock/files skein/models/gltf skein/engine/frame skein/engine/internal/num skein/flock/around"},
	{"skein/engine/picture", "skein/flock skein/flock/explanation skein/flock/view skein/flock/geometry skein/flock/vec skein/flock/look skein/models skein/engine/frame skein/engine/reel skein/engine/camera skein/engine/scenery skein/engine/internal/num skein/engine/internal/parallel skein/flock/around"},
	{"skein/engine/film", "skein/models skein/flock skein/flock/look skein/engine/frame skein/engine/reel skein/engine/camera skein/engine/scenery skein/engine/picture skein/engine/internal/num skein/flock/around"},
	{"skein/engine/figure", "skein/flock skein/flock/explanation skein/flock/look skein/engine/frame skein/engine/picture skein/engine/capture skein/engine/camera skein/engine/internal/testflight"},
	{"skein/engine/web/live", "skein/flock skein/flock/explanation skein/flock/snapshots skein/flock/around skein/flock/model skein/flock/rules skein/flock/scenario"},
	{"skein/engine/web/core", "skein/engine/web/live"},
	{"skein/engine/web", "skein/flock/... skein/flock skein/engine/air skein/engine/frame skein/engine/picture skein/engine/scenery skein/engine/web/live skein/models skein/models/lod"},
	{"skein/engine/studio", "skein/models skein/flock skein/flock/cloud skein/flock/explanation skein/flock/lead skein/flock/schedule skein/flock/snapshots skein/flock/rules skein/flock/vec skein/flock/look skein/engine/frame skein/engine/reel skein/engine/camera skein/engine/scenery skein/engine/picture skein/engine/internal/num skein/flock/around"},
	{"skein/engine/quality", "skein/flock/look skein/engine/frame"},
	{"skein/engine/internal/testflight", "skein/flock skein/flock/look skein/flock/model skein/flock/scenario/testscene skein/engine/frame"},
	{"skein/engine/capture", "skein/flock/files skein/flock/whole"},
	{"skein/engine/internal/testbird", "skein/models/..."},
	{"skein/engine/render/view", "skein/engine/frame"},
	{"skein/engine/render/noise", ""},
	{"skein/engine/render/gpu", "skein/engine/quality skein/engine/render/view skein/models/... skein/shaders"},
	{"skein/engine/render/material", "skein/engine/render/gpu skein/models/..."},
	{"skein/engine/render/sky", "skein/engine/air skein/engine/frame skein/engine/internal/num skein/engine/render/gpu skein/engine/render/noise"},
	{"skein/engine/render/land", "skein/engine/frame skein/engine/render/noise skein/engine/render/view skein/flock/look"},
	{"skein/engine/render/birds", "skein/engine/frame skein/engine/internal/num skein/engine/internal/parallel skein/engine/render/gpu skein/engine/render/material skein/engine/render/view skein/models/..."},
	{"skein/engine/render", "skein/engine/air skein/engine/frame skein/engine/internal/parallel skein/engine/quality skein/engine/render/... skein/flock/look skein/models/... skein/shaders"},
	{"skein/engine/...", "skein/engine/frame skein/engine/quality skein/engine/air skein/engine/headless skein/engine/internal/strict skein/engine/render skein/engine/internal/divergence skein/flock/look skein/models skein/models/gltf skein/models/lod skein/shaders"},
	{"skein/ui", "skein/engine/... skein/flock/... skein/ui/guide skein/ui/iconfont"},
	{"skein/ui/iconfont", ""},
	{"skein/ui/guide/...", ""},
	{commands + "usage", "skein/flock/export"},
	{commands + "words", "skein/flock/message"},
	{commands + "console", within("usage") + "skein/flock/message"},
	{commands + "await", ""},
	{commands + "build", ""},
	{commands + "cache", within("build") + "skein/flock/files skein/flock/whole"},
	{commands + "kinds", within("usage words") + "skein/engine/capture skein/flock/export skein/flock/message skein/flock/scenario skein/models"},
	{commands + "bird", within("usage console await cache kinds words") + "skein/flock/files skein/flock/message skein/flock/recording skein/flock/scenario skein/models skein/models/gltf skein/models/rig"},
	{commands + "input", within("usage words console await cache kinds bird") + "skein/engine/scenery skein/flock skein/flock/... skein/models/gltf"},
	{commands + "stage", within("input") + "skein/flock/explanation skein/models skein/engine/camera skein/engine/film skein/engine/frame skein/engine/studio skein/flock skein/flock/look skein/flock/recording skein/flock/scenario"},
	{commands + "sweep", "skein/flock skein/flock/message skein/flock/model skein/flock/scenario"},
	{commands + "farm", within("usage words console") + "skein/flock/message skein/flock/scenario"},
	{commands + "table", "skein/flock/message skein/flock/metrics/field"},
	{commands + "leftovers", ""},
	{commands + "testfiles", ""},
	{commands + "list", within("usage console bird input sweep") + "skein/flock/..."},
	{commands + "record", within("usage words console await build farm kinds bird input sweep") + "skein/flock/..."},
	{commands + "importing", within("usage words console kinds bird input record") + "skein/flock/..."},
	{commands + "inspect", within("usage words console await table kinds bird") + "skein/engine/... skein/flock/... skein/models/..."},
	{commands + "export", within("usage words console await build kinds bird input stage") + "skein/engine/... skein/flock/... skein/models/..."},
	{commands + "rendering", within("usage words console await build farm kinds bird input stage leftovers record") + "skein/engine/... skein/flock/... skein/models/..."},
	{commands + "stats", within("usage words console table kinds input sweep") + "skein/engine/figure skein/flock/..."},
	{commands + "compare", within("usage words console table kinds input stats") + "skein/engine/figure skein/flock/..."},
	{commands + "fit", within("usage words console table farm kinds input sweep") + "skein/flock/..."},
	{commands + "fly", within("usage words console await build cache kinds bird input stage record rendering") + "skein/engine/... skein/flock/... skein/models/... skein/ui"},
	{commands + "trial", within("usage console input sweep record fly") + "skein/engine/capture skein/flock/..."},
	{commands + "bench", within("usage console kinds bird input stage record rendering fly") + "skein/engine/... skein/flock/... skein/models/..."},
	{"skein/cmd/skein/program", "skein/..."},
	{"skein/cmd/skein", "skein/cmd/skein/program"},
	{"skein/cmd/endure", "skein/flock/..."},
	{"skein/cmd/site", "skein/engine/web skein/flock/scenario skein/ui/guide"},
}

const commands = "skein/cmd/skein/internal/"

func within(names string) (all string) {
	for _, name := range strings.Fields(names) {
		all += commands + name + " "
	}
	return all
}

// restricted lists packages of other modules, and the packages of this module that may import them.
var restricted = []struct {
	pkg       string
	importers string
}{
	{"github.com/go-gl/gl/", "skein/engine/render skein/engine/render/gpu skein/engine/render/material skein/engine/render/sky skein/engine/render/birds skein/engine/headless skein/engine/internal/strict"},
	{"github.com/go-gl/glfw/", "skein/engine/window skein/ui"},
	{"github.com/AllenDang/cimgui-go/", "skein/ui"},
	{"github.com/qmuntal/gltf", "skein/models/... skein/flock/export"},
	{"github.com/foxglove/mcap/", "skein/flock/recording"},
	{"github.com/parquet-go/", "skein/flock/export skein/flock/tracks"},
	{"gonum.org/v1/plot", "skein/engine/figure"},
	{"codeberg.org/", "skein/engine/figure"},
	{"github.com/yuin/goldmark", "skein/cmd/site"},
}

// vectors is the only package of another module that package flock may import.
const vectors = "github.com/go-gl/mathgl/mgl32"

const forbiddenInCore = "os time log math/rand math/rand/v2 unsafe net io/fs"

type pkg struct {
	ImportPath string
	Imports    []string
}

func matches(pattern, importPath string) bool {
	folder, all := strings.CutSuffix(pattern, "/...")
	return importPath == folder || all && strings.HasPrefix(importPath, folder+"/")
}

func anyMatches(patterns, importPath string) bool {
	for _, p := range strings.Fields(patterns) {
		if matches(p, importPath) {
			return true
		}
	}
	return false
}

func TestImportLaw(t *testing.T) {
	for _, build := range []struct{ name, packages, tags, env string }{
		{"with a window", "skein/...", "", "CGO_ENABLED=1"}, {"without a window", "skein/...", "nowindow", "CGO_ENABLED=1"},
		{"without cgo", "skein/...", "", "CGO_ENABLED=0"}, {"in a browser", "skein/engine/web/...", "", "GOOS=js GOARCH=wasm"},
	} {
		t.Run(build.name, func(t *testing.T) {
			checkLaw(t, listPackages(t, build.packages, build.tags, strings.Fields(build.env)))
		})
	}
}

func checkLaw(t *testing.T, packages []pkg) {
	for _, p := range packages {
		imports, known := allowed(p.ImportPath)
		if !known {
			t.Errorf("%s is in no row of the law; add it", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "skein/") && !anyMatches(imports, imported) {
				t.Errorf("%s imports %s; it may import %q", p.ImportPath, imported, imports)
			}
			for _, o := range restricted {
				if strings.HasPrefix(imported, o.pkg) && !anyMatches(o.importers, p.ImportPath) {
					t.Errorf("%s imports %s, which only %s may import", p.ImportPath, imported, o.importers)
				}
			}
			if p.ImportPath == "skein/flock" && !coreMayImport(imported) {
				t.Errorf("the core imports %s, which it may not", imported)
			}
		}
	}
}

func allowed(importPath string) (imports string, known bool) {
	for _, row := range law {
		if matches(row.packages, importPath) {
			return row.imports, true
		}
	}
	return "", false
}

func coreMayImport(imported string) bool {
	if host, _, _ := strings.Cut(imported, "/"); strings.Contains(host, ".") {
		return imported == vectors
	}
	return !anyMatches(forbiddenInCore, imported) && imported != "C"
}

func TestImportLawDetectsBreaches(t *testing.T) {
	if imports, _ := allowed("skein/flock"); anyMatches(imports, "skein/engine/frame") {
		t.Error("the law lets flock import engine")
	}
	if imports, _ := allowed("skein/engine/render"); anyMatches(imports, "skein/ui") || anyMatches(imports, "skein/flock") {
		t.Error("the law lets engine/render import ui or flock")
	}
	if coreMayImport("time") || coreMayImport("github.com/x/y") || !coreMayImport("math/bits") || !coreMayImport(vectors) {
		t.Error("coreMayImport accepts time or a module, or refuses math/bits")
	}
	if _, known := allowed("skein/misc"); known {
		t.Error("the law accepts a package that it does not list")
	}
}

// listPackages returns the packages that go list reports for a pattern and a build with these settings.
func listPackages(t *testing.T, pattern, tags string, env []string) (all []pkg) {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-tags", tags, "-json=ImportPath,Imports", pattern)
	cmd.Env = append(cmd.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
