//go:build cgo

package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/capture"
	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/engine/render/gpu"
	"skein/flock/look"
	"skein/models"
	"skein/models/gltf"
)

func TestBirdIsWhereItProjects(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := renderer(t, samples)
		if err := r.SetBirds(testbird.Plate(1)); err != nil {
			t.Fatal(err)
		}
		f := testFrame(redAt(4, 12, -10))
		empty, got := shoot(t, r, testFrame()), shoot(t, r, f)
		// At 1 m a metre is 50 pixels. At 10 m, ±1 m is ±5 pixels around (120, 40).
		if rect, want := changedRect(empty, got, 8), image.Rect(115, 35, 125, 45); rect != want {
			t.Errorf("%d samples: the bird covers %v, want %v", samples, rect, want)
		}
		e := f.Light.Exposure
		want := color.NRGBA{tone(red[0], e), tone(red[1], e), tone(red[2], e), 255}
		if c := got.NRGBAAt(120, 40); distance(c, want) > 1 {
			t.Errorf("%d samples: the colour is %v, want %v", samples, c, want)
		}
	}
}

func TestTurnedBird(t *testing.T) {
	r := renderer(t, 4)
	r.SetBirds(testbird.Plate(1))
	b := redAt(0, 10, -10)
	b.Rotation = mgl32.QuatRotate(math.Pi/3, mgl32.Vec3{0, 1, 0})
	rect := changedRect(shoot(t, r, testFrame()), shoot(t, r, testFrame(b)), 60)
	// The bird is turned by 60° about y and looks half as wide. It extends to x = ±0.5 at z = -10 ∓ 0.87.
	if want := image.Rect(97, 44, 103, 56); !near(rect, want, 1) {
		t.Errorf("the bird covers %v, want about %v", rect, want)
	}
}

// At all distances, the first texel of a texture is at the top left, as in glTF. Texels whose opacity is
// below the cutoff are not drawn.
func TestTextureAndCutoff(t *testing.T) {
	r := renderer(t, 4)
	b := testbird.Plate(1)
	p := &b.Parts[0]
	p.UV = []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}}
	p.Material.AlphaCutoff = 0.5
	p.Material.Texture = &gltf.Texture{Image: image.NewNRGBA(image.Rect(0, 0, 2, 2))}
	green, blue, pale := color.NRGBA{0, 200, 0, 255}, color.NRGBA{0, 0, 200, 255}, color.NRGBA{200, 200, 200, 255}
	p.Material.Texture.Image.SetNRGBA(0, 0, green)
	p.Material.Texture.Image.SetNRGBA(1, 0, blue)
	p.Material.Texture.Image.SetNRGBA(0, 1, pale)
	empty := shoot(t, r, testFrame())
	if err := r.SetBirds(b); err != nil {
		t.Fatal(err)
	}
	for _, distance := range []int{1, 5} {
		bird := redAt(0, 10, -float32(distance))
		bird.Tint, bird.Span = mgl32.Vec4{}, 1
		got := shoot(t, r, testFrame(bird))
		k := 12 / distance // offset of the centre of a texel from the middle of the bird, pixels
		if c := got.NRGBAAt(99-k, 49-k); c.G < 100 || c.R > 60 || c.B > 60 {
			t.Errorf("distance %d: top left is %v, want green", distance, c)
		}
		if c := got.NRGBAAt(100+k, 49-k); c.B < 100 || c.R > 60 || c.G > 60 {
			t.Errorf("distance %d: top right is %v, want blue", distance, c)
		}
		if c := got.NRGBAAt(99-k, 50+k); min(c.R, c.G, c.B) < 100 {
			t.Errorf("distance %d: bottom left is %v, want pale", distance, c)
		}
		if c := got.NRGBAAt(100+k, 50+k); c != empty.NRGBAAt(100+k, 50+k) {
			t.Errorf("distance %d: bottom right is %v, want nothing there", distance, c)
		}
	}
}

func bankedBird(distance float32) *frame.Frame {
	b := redAt(0, 10, -distance)
	b.Rotation = mgl32.QuatRotate(0.7, mgl32.Vec3{1, 0.3, 0.4}.Normalize())
	b.Tint = mgl32.Vec4{}
	return testFrame(b)
}

func builtin(t testing.TB) *models.Baked {
	t.Helper()
	return baked(t, "")
}

func baked(t testing.TB, name string) *models.Baked {
	t.Helper()
	if b := bakedBuiltins[name]; b != nil {
		return b
	}
	bird, err := models.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := models.Bake(bird, models.BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	bakedBuiltins[name] = b
	return b
}

var bakedBuiltins = map[string]*models.Baked{}

func TestNothingBehindTheCamera(t *testing.T) {
	r := renderer(t, 4)
	r.SetBirds(testbird.Plate(1))
	got := shoot(t, r, testFrame(redAt(0, 10, 10), redAt(0, 10, 0.5)))
	if rect := changedRect(shoot(t, r, testFrame()), got, 0); !rect.Empty() {
		t.Errorf("birds behind the camera change the picture in %v", rect)
	}
}

func TestPhase(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(2)); err != nil {
		t.Fatal(err)
	}
	empty := shoot(t, r, testFrame())
	// Pose 1 of 2 is half a wingspan (1 m, 5 pixels) higher.
	for phase, rise := range map[float32]int{0: 0, 0.1: 1, 0.3: 3, 0.5: 5, 0.7: 3, 0.9: 1} {
		b := redAt(0, 10, -10)
		b.Phase = phase
		rect := changedRect(empty, shoot(t, r, testFrame(b)), 60)
		if want := image.Rect(95, 45-rise, 105, 55-rise); !near(rect, want, 1) || rect.Dy() > 11 {
			t.Errorf("phase %v: the bird covers %v, want %v", phase, rect, want)
		}
	}
}

func TestHide(t *testing.T) {
	r := renderer(t, 4)
	r.SetBirds(testbird.Plate(1))
	f := testFrame(redAt(-6, 12, -10), redAt(6, 12, -10))
	f.View.Hide = 0
	only := testFrame(redAt(6, 12, -10))
	if rect := changedRect(shoot(t, r, only), shoot(t, r, f), 0); !rect.Empty() {
		t.Errorf("hiding the first of two differs from drawing the second in %v", rect)
	}
}

func TestResize(t *testing.T) {
	r := renderer(t, 4)
	if got := r.Image(nil); got.Rect.Dx() != 0 {
		t.Errorf("the image has the size %v before the first frame, want none", got.Rect)
	}
	first := shoot(t, r, testFrame(redAt(0, 10, -10)))
	f := testFrame(redAt(0, 10, -10))
	for _, size := range []image.Point{{0, 0}, {64, 48}, {0, 7}, {1, 1}, {333, 217}, {200, 100}} {
		f.Size = size
		if err := r.Draw(f); err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		if got := r.Image(nil).Rect.Max; size.X > 0 && size.Y > 0 && got != size {
			t.Errorf("drawn with the size %v, the image is read back with %v", size, got)
		}
	}
	second := r.Image(first)
	if second != first {
		t.Error("an image of the right size was not reused")
	}
	f.Size = image.Pt(1<<20, 10)
	if err := r.Draw(f); err == nil || !strings.Contains(err.Error(), "1048576×10") {
		t.Errorf("drawing an image that is too large gives the error %v, want its size in it", err)
	}
}

func TestSamplesAgree(t *testing.T) {
	var images []*image.NRGBA
	for _, samples := range []int{1, 4, 0} {
		r := renderer(t, samples)
		f := testFrame(scatter(60, mgl32.Vec3{0, 14, -20})...)
		f.Shadows = true
		images = append(images, shoot(t, r, f))
		if second := shoot(t, r, f); changedRect(images[len(images)-1], second, 0) != (image.Rectangle{}) {
			t.Errorf("%d samples: the same frame drawn twice differs", samples)
		}
	}
	if d, ok := capture.Compare(images[0], images[1]); !ok || d.Mean == 0 || d.Mean > 1.5 {
		t.Errorf("1 and 4 samples differ by %+v, want more than 0 and at most 1.5", d)
	}
	if d, _ := capture.Compare(images[1], images[2]); d.Mean != 0 {
		t.Error("the default is not 4 samples")
	}
}

func TestDrawAllocatesNothingThatGrows(t *testing.T) {
	r := uncheckedRenderer(t, 4)
	f := testFrame(scatter(100, mgl32.Vec3{0, 14, -20})...)
	f.Shadows = true
	f.Ribbons = make([]frame.RibbonPoint, 500)
	f.Vision = &frame.Ball{Centre: mgl32.Vec3{0, 10, -10}, Radius: 3}
	draw := func() {
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	if n := testing.AllocsPerRun(10, draw); n > 20 {
		t.Errorf("there are %v allocations per frame, want at most 20", n)
	}
}

func TestAllocationsDoNotGrow(t *testing.T) {
	for tier := Draft; tier <= Best; tier++ {
		r := uncheckedRenderer(t, 4)
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		if err := r.SetBirds(kite(3, 4)); err != nil {
			t.Fatal(err)
		}
		f := plantFrame(look.Marsh, mgl32.Vec3{0, 8, 0})
		f.Size = image.Pt(160, 90)
		f.Birds, f.Shadows = scatter(60, mgl32.Vec3{0, 10, -9}), true
		for i := range f.Birds {
			f.Birds[i].Span = 30 // the bird is large enough to cast a shadow on itself
		}
		draw := func() {
			if err := r.Draw(f); err != nil {
				t.Fatal(err)
			}
		}
		draw()
		n := testing.AllocsPerRun(3, draw)
		t.Logf("%v: %v allocations per frame, %d birds with shadows on themselves", tier, n, len(r.selfShadows.birds))
		if tier == Best && len(r.selfShadows.birds) != selfGrid*selfGrid {
			t.Errorf("%d birds have shadows on themselves, want %d", len(r.selfShadows.birds), selfGrid*selfGrid)
		}
		if n > 20 {
			t.Errorf("%v: there are %v allocations per frame, want at most 20", tier, n)
		}
	}
}

func TestTiersFreeTheirObjects(t *testing.T) {
	r := renderer(t, 4)
	f := plantFrame(look.Marsh, mgl32.Vec3{0, 8, 0})
	f.Birds, f.Shadows = []frame.Bird{redAt(0, 8, -4)}, true
	count := func(tier Tier) int {
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		shoot(t, r, f)
		return countObjects()
	}
	draft := count(Draft)
	good, best := count(Good), count(Best)
	if good <= draft || best <= good {
		t.Errorf("the tiers have %d, %d and %d objects, want an increase", draft, good, best)
	}
	for tier, want := range []int{draft, good, best} {
		if got := count(Tier(tier)); got != want {
			t.Errorf("%v: there are %d objects after other tiers, want %d", Tier(tier), got, want)
		}
	}
}

func countObjects() (n int) {
	for name := uint32(1); name < 4000; name++ {
		for _, exists := range []func(uint32) bool{gl.IsBuffer, gl.IsTexture, gl.IsFramebuffer, gl.IsRenderbuffer, gl.IsVertexArray, gl.IsProgram, gl.IsShader} {
			if exists(name) {
				n++
			}
		}
	}
	return n
}

func TestRefusedBirds(t *testing.T) {
	r := renderer(t, 1)
	broken := map[string]func(*models.Baked){
		"no poses":  func(b *models.Baked) { b.Poses = 0 },
		"normals":   func(b *models.Baked) { b.Parts[0].Normals = nil },
		"index 9":   func(b *models.Baked) { b.Parts[0].Indices[2] = 9 },
		"colours":   func(b *models.Baked) { b.Parts[0].Colours = make([]mgl32.Vec4, 3) },
		"positions": func(b *models.Baked) { b.Poses = 3 },
	}
	for want, breakIt := range broken {
		b := testbird.Plate(2)
		breakIt(b)
		if err := r.SetBirds(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a model with wrong %s gives the error %v, want one that names them", want, err)
		}
	}
	if err := r.SetBirds(nil); err == nil {
		t.Error("a nil model was accepted")
	}
}

func TestNothingLeaks(t *testing.T) {
	r := renderer(t, 4)
	cycle := func(size image.Point) {
		if err := r.SetBirds(kite(3, 4)); err != nil {
			t.Fatal(err)
		}
		f := testFrame(scatter(5, mgl32.Vec3{0, 14, -20})...)
		f.Size, f.Shadows = size, true
		shoot(t, r, f)
	}
	cycle(image.Pt(50, 40))
	before := countObjects()
	for i := range 5 {
		cycle(image.Pt(60+i, 40))
	}
	if after := countObjects(); after != before {
		t.Errorf("there were %d objects before and %d after, want the same number", before, after)
	}
	r.Close()
	if n := countObjects(); n != 0 {
		t.Errorf("%d objects are left after Close, want none", n)
	}
}

func compileText(o gpu.Objects, kind uint32, name, text string, defines ...string) (uint32, error) {
	s, err := gpu.Preprocess(name, text, append(sharedDefines(), defines...)...)
	if err != nil {
		return 0, err
	}
	shader := gpu.NewShader(o, kind, name, &s)
	return shader, gpu.CheckShader(shader, name, &s)
}

func TestShaderErrorsNameFileAndLine(t *testing.T) {
	o := uncheckedRenderer(t, 1).objects
	text := "#version 410 core\n#include \"grid.glsl\"\nout vec4 c;\nvoid main() {\n    c = nonsense;\n}\n"
	for _, define := range []string{"", "EXTRA 1"} {
		_, err := compileText(o, gl.FRAGMENT_SHADER, "mine.frag", text, define)
		// grid.glsl is included first and does not compile alone, so the first error is in it.
		if err == nil || !strings.Contains(err.Error(), "grid.glsl:") {
			t.Errorf("an error in an included file is reported as %v, want the name of the file", err)
		}
		text := strings.Replace(text, "#include \"grid.glsl\"", "#include \"scene.glsl\"", 1)
		_, err = compileText(o, gl.FRAGMENT_SHADER, "mine.frag", text, define)
		if err == nil || !strings.Contains(err.Error(), "mine.frag:5:") {
			t.Errorf("an error after an include is reported as %v, want line 5 of mine.frag", err)
		}
	}
	_, err := compileText(o, gl.FRAGMENT_SHADER, "mine.frag", "#version 410 core\n#include \"none.glsl\"\n")
	if err == nil || !strings.Contains(err.Error(), "mine.frag:2") {
		t.Errorf("a missing include is reported as %v, want line 2 of mine.frag", err)
	}
}

func BenchmarkDraw250(b *testing.B) {
	for _, samples := range []int{1, 4} {
		b.Run(fmt.Sprint("samples", samples), func(b *testing.B) {
			r := uncheckedRenderer(b, samples)
			if err := r.SetBirds(builtin(b)); err != nil {
				b.Fatal(err)
			}
			f := testFrame(scatter(250, mgl32.Vec3{0, 14, -24})...)
			f.Size, f.View.FovY, f.Shadows, f.Light = image.Pt(1280, 720), 0.9, true, frame.Dusk()
			for b.Loop() {
				if err := r.Draw(f); err != nil {
					b.Fatal(err)
				}
				gl.Finish()
			}
		})
	}
}

func TestEarlierFramesLeaveNoTrace(t *testing.T) {
	flight := func(i int) *frame.Frame {
		x := float32(i)*3 - 30
		f := testFrame(scatter(80, mgl32.Vec3{x, 11, -22})...)
		f.Ribbons = []frame.RibbonPoint{
			{Pos: mgl32.Vec3{x, 14, -20}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 0.3, Start: true},
			{Pos: mgl32.Vec3{-x, 8, -15}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 0.3},
		}
		if i%2 == 0 {
			f.Vision = &frame.Ball{Centre: mgl32.Vec3{-x, 9, -18}, Radius: 4, Colour: mgl32.Vec4{0.2, 0.5, 1, 0.5}}
		}
		if i%3 == 0 {
			f.Inset = &frame.Inset{View: f.View, Rect: image.Rect(10+4*i, 40, 70+4*i, 90)}
		}
		return f
	}
	used := renderer(t, 4)
	for i := range 20 {
		shoot(t, used, flight(i))
	}
	got := shoot(t, used, flight(20))
	if rect := changedRect(got, shoot(t, renderer(t, 4), flight(20)), 0); rect != (image.Rectangle{}) {
		t.Errorf("earlier frames are still visible within %v", rect)
	}
}
