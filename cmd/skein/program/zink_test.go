//go:build cgo && !nowindow && linux

package program

import (
	"context"
	"image"
	"image/draw"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/record"
	"skein/engine/capture"
	"skein/flock/model"
	"skein/flock/sample"
	"skein/flock/scenario"
)

// onZink returns an environment in which Mesa's zink draws OpenGL instead of the default driver. zink
// translates OpenGL to Vulkan, which is drawn in software. Vulkan's validation layers check its calls.
func onZink(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	settings := filepath.Join(dir, "vk_layer_settings.txt")
	err := os.WriteFile(settings, []byte("khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"+
		"khronos_validation.report_flags = error,warn,info\nkhronos_validation.log_filename = stdout\n"), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), "GALLIUM_DRIVER=zink", "LIBGL_ALWAYS_SOFTWARE=1", "XDG_RUNTIME_DIR="+dir,
		"VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation", "VK_LAYER_SETTINGS_PATH="+settings)
}

var (
	layersActive = "Khronos Validation Layer Active"
	layerMessage = regexp.MustCompile(`(?m)^\S+\((?:ERROR|WARN) / .*$`)
)

// checkValidation fails the test if the output contains a message of Vulkan's validation layers. If the
// layers did not run, it fails the test in CI and skips it elsewhere. Warnings about performance are turned
// off, because zink itself causes them.
func checkValidation(t *testing.T, out []byte) {
	t.Helper()
	if !strings.Contains(string(out), layersActive) {
		what := "zink, mesa-vulkan-drivers or vulkan-validationlayers is missing: make test-deps installs them"
		if os.Getenv("CI") == "" {
			t.Skip("left out: " + what)
		}
		t.Fatal(what)
	}
	messages := layerMessage.FindAllString(string(out), -1)
	slices.Sort(messages)
	for _, line := range slices.Compact(messages) {
		t.Error(line)
	}
}

// The golden pictures look the same on another driver. The test draws a sample of them.
func TestGoldenViewsOnZink(t *testing.T) {
	var names []string
	for _, v := range sample.Some(t, 5, views) {
		names = append(names, v.name)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestGoldenViews$", "-test.v", "-views", strings.Join(names, ","))
	cmd.Env = onZink(t)
	out, err := cmd.CombinedOutput()
	checkValidation(t, out)
	if drawn := strings.Count(string(out), "drawn by zink"); err != nil || drawn != len(names) {
		t.Errorf("%d of the views %v were drawn by zink, want all (error %v)\n%s", drawn, names, err, out)
	}
}

// The renderer's tests pass on another driver. The test runs a sample of them.
func TestRendererOnZink(t *testing.T) {
	if testing.Short() {
		t.Skip("this test runs the renderer's tests a second time")
	}
	tests := filepath.Join(t.TempDir(), "render.test")
	if out, err := exec.Command("go", "test", "-c", "-o", tests, "skein/engine/render").CombinedOutput(); err != nil {
		t.Fatalf("go test -c: %v\n%s", err, out)
	}
	// Three kinds of tests are left out. The tests of the reference compiler need no driver. Measurements
	// over many pictures use pipelines that other tests also use. In one test, which uses a lens without
	// samples after a multisampled layer, zink keeps an old pipeline; skein never draws in this way.
	leftOut := strings.Fields(`TestReferenceCompilerAcceptsShaders TestReferenceCompilerRefusesWrongCode TestDerivativesAreDefined
		TestLensWithSamples
		TestBirdsChangeGradually TestLevelsAgreeWhereTheyMeet TestPlantLevelsKeepTheirArea TestMirroredBirdsAreAsLarge
		TestPlantsIgnoreEarlierFrames TestPlantsStandWhereTheGroundAllowsThem TestSolidsHavePBRMaterials
		TestFarBirdsKeepAreaAndLight TestSelfShadowsFadeOut TestSlicesHideEachOther`)
	list, err := exec.Command(tests, "-test.list", "^Test").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(list))
	for _, name := range leftOut {
		if !slices.Contains(all, name) {
			t.Errorf("the renderer has no test %s, so the list of left-out tests is out of date", name)
		}
	}
	some := sample.Some(t, 12, slices.DeleteFunc(all, func(name string) bool { return slices.Contains(leftOut, name) }))
	some = append(some, "TestRendererFollowsTheSpecification") // draws everything, with all options
	cmd := exec.Command(tests, "-test.short", "-test.v", "-test.run", "^("+strings.Join(some, "|")+")$")
	cmd.Dir, cmd.Env = filepath.Join("..", "..", "..", "engine", "render"), onZink(t)
	out, err := cmd.CombinedOutput()
	checkValidation(t, out)
	if err != nil || !strings.Contains(string(out), "drawn by zink") {
		t.Errorf("%v\n%s", err, out)
	}
}

// The window and its panel look the same on another driver. A frame of a recording with a fixed camera is
// shown, so that only the times on the panel differ.
func TestWindowOnZink(t *testing.T) {
	name, skein := display(t), buildSkein(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "one.mcap")
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	sc.Params = model.With(sc.Params, "count", 60)
	viewOf("fly").set(sc)
	sc.Show.Plain = true // hides the legend, because its opacity depends on the clock
	if _, err := record.Scene(context.Background(), quiet(), sc, sc.Def(), record.Job{Path: rec, Frames: 1, FPS: 30}); err != nil {
		t.Fatal(err)
	}
	shot := func(env []string) (*image.NRGBA, []byte) {
		file := filepath.Join(dir, "window.png")
		cmd := exec.Command(skein, "fly", rec, "--frames", "60", "--screenshot", file)
		cmd.Env = append(env, "DISPLAY="+name, "XDG_CONFIG_HOME="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return readPNG(t, file), out
	}
	got, out := shot(onZink(t))
	checkValidation(t, out)
	want, _ := shot(append(os.Environ(), "GALLIUM_DRIVER=llvmpipe", "LIBGL_ALWAYS_SOFTWARE=1"))
	flock := image.Rect(0, 0, 900, 540) // the part of the window left of the panel and above the timeline
	if d, ok := compareGolden(t, part(got, flock), part(want, flock)); !ok {
		t.Errorf("the flock differs by %+v from that of another driver", d)
	}
	const most = 0.5 // mean difference in values of 8-bit channels (0 to 255)
	if d, ok := capture.Compare(got, want); !ok || d.Mean > most {
		t.Errorf("the window differs by %+v from that of another driver", d)
	}
	if d, _ := capture.Compare(image.NewNRGBA(want.Rect), want); d.Mean < 20*most {
		t.Errorf("an empty picture differs from the right one only by %+v", d)
	}
}

func part(img *image.NRGBA, r image.Rectangle) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(out, out.Rect, img, r.Min, draw.Src)
	return out
}

// layerMessage finds errors and warnings of the validation layers. It ignores the message that the
// layers are active.
func TestValidationMessagesAreFound(t *testing.T) {
	for text, want := range map[string]int{
		"UNASSIGNED-khronos-validation-createinstance-status-message(INFO / SPEC): msgNum: -6 - " + layersActive: 0,
		"VUID-VkDeviceCreateInfo-sType-sType(ERROR / SPEC): msgNum: 106344324 - Validation Error: x":             1,
		"a\nUNASSIGNED-CoreValidation-x(WARN / PERF): msgNum: 1\n    Objects: 1\nVUID-y(ERROR / SPEC): b":        2,
	} {
		if got := len(layerMessage.FindAllString(text, -1)); got != want {
			t.Errorf("%d messages in %q, want %d", got, text, want)
		}
	}
}
