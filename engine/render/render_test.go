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

	"skein/engine"
	"skein/engine/capture"
	"skein/models"
)

// A bird of known size at a known place covers the pixels worked out by hand,
// in the tint's colour.
func TestBirdIsWhereItProjects(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := renderer(t, samples)
		if err := r.SetBird(plate(1)); err != nil {
			t.Fatal(err)
		}
		f := frame(redAt(4, 12, -10))
		empty, got := shoot(t, r, frame()), shoot(t, r, f)
		// 50 pixels a metre at 1 m: at 10 m, ±1 m are ±5 pixels about (120, 40).
		if at, want := changed(empty, got, 8), image.Rect(115, 35, 125, 45); at != want {
			t.Errorf("%d samples: pixels %v, want %v", samples, at, want)
		}
		e := f.Light.Exposure
		want := color.NRGBA{tone(red[0], e), tone(red[1], e), tone(red[2], e), 255}
		if c := got.NRGBAAt(120, 40); distance(c, want) > 1 {
			t.Errorf("%d samples: colour %v, want %v", samples, c, want)
		}
	}
}

func TestTurnedBird(t *testing.T) {
	r := renderer(t, 4)
	r.SetBird(plate(1))
	b := redAt(0, 10, -10)
	b.Rotation = mgl32.QuatRotate(math.Pi/3, mgl32.Vec3{0, 1, 0})
	at := changed(shoot(t, r, frame()), shoot(t, r, frame(b)), 60)
	// Turned by 60° about Y it looks half as wide: from x = ±0.5 at z = -10 ∓ 0.87.
	if want := image.Rect(97, 44, 103, 56); !near(at, want, 1) {
		t.Errorf("pixels %v, want about %v", at, want)
	}
}

// Textures stand as glTF has them, with their first texel at the top left, near
// and far, and what is more transparent than the cut-off is not drawn.
func TestTextureAndCutoff(t *testing.T) {
	r := renderer(t, 4)
	b := plate(1)
	p := &b.Parts[0]
	p.UV = []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}}
	p.Material.Cutoff = 0.5
	p.Material.Texture = image.NewNRGBA(image.Rect(0, 0, 2, 2))
	green, blue, pale := color.NRGBA{0, 200, 0, 255}, color.NRGBA{0, 0, 200, 255}, color.NRGBA{200, 200, 200, 255}
	p.Material.Texture.SetNRGBA(0, 0, green)
	p.Material.Texture.SetNRGBA(1, 0, blue)
	p.Material.Texture.SetNRGBA(0, 1, pale)
	empty := shoot(t, r, frame())
	if err := r.SetBird(b); err != nil {
		t.Fatal(err)
	}
	for _, distance := range []int{1, 5} {
		bird := redAt(0, 10, -float32(distance))
		bird.Tint, bird.Span = mgl32.Vec4{}, 1
		got := shoot(t, r, frame(bird))
		k := 12 / distance // pixels from the middle to those of the texels
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

// A bird that crosses the distance at which it is drawn with fewer triangles, or
// lit at its vertices only, hardly changes.
func TestRanksAgreeWhereTheyMeet(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBird(builtin(t)); err != nil {
		t.Fatal(err)
	}
	apart := func(a, b float32) capture.Difference {
		// 50 pixels a metre at 1 m, and a wingspan of 2 m.
		d, _ := capture.Compare(shoot(t, r, banked(100/a)), shoot(t, r, banked(100/b)))
		return d
	}
	for _, rank := range ranks[:len(ranks)-1] {
		within := apart(rank.pixels*1.012, rank.pixels*1.002)
		across := apart(rank.pixels*1.005, rank.pixels*0.995)
		if across.Tile > within.Tile+8 {
			t.Errorf("at %v pixels the picture jumps by %+v, when not crossing by %+v", rank.pixels, across, within)
		}
	}
}

// banked is a bird of 2 m at a distance ahead, seen from above and behind.
func banked(distance float32) *engine.Frame {
	b := redAt(0, 10, -distance)
	b.Rotation = mgl32.QuatRotate(0.7, mgl32.Vec3{1, 0.3, 0.4}.Normalize())
	b.Tint = mgl32.Vec4{}
	return frame(b)
}

func builtin(t testing.TB) *models.Baked {
	t.Helper()
	bird, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	baked, err := bird.Bake(models.BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return baked
}

func TestNothingBehindTheCamera(t *testing.T) {
	r := renderer(t, 4)
	r.SetBird(plate(1))
	got := shoot(t, r, frame(redAt(0, 10, 10), redAt(0, 10, 0.5)))
	if at := changed(shoot(t, r, frame()), got, 0); !at.Empty() {
		t.Errorf("birds behind the camera change %v", at)
	}
}

// The plate rises with its phase, so its place shows which poses are mixed, and
// that the last one leads back to the first.
func TestPhase(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBird(plate(2)); err != nil {
		t.Fatal(err)
	}
	empty := shoot(t, r, frame())
	// Pose 1 of 2 is half a wingspan (1 m, 5 pixels) higher.
	for phase, rise := range map[float32]int{0: 0, 0.1: 1, 0.3: 3, 0.5: 5, 0.7: 3, 0.9: 1} {
		b := redAt(0, 10, -10)
		b.Phase = phase
		at := changed(empty, shoot(t, r, frame(b)), 60)
		if want := image.Rect(95, 45-rise, 105, 55-rise); !near(at, want, 1) || at.Dy() > 11 {
			t.Errorf("phase %v: pixels %v, want %v", phase, at, want)
		}
	}
}

func TestHide(t *testing.T) {
	r := renderer(t, 4)
	r.SetBird(plate(1))
	f := frame(redAt(-6, 12, -10), redAt(6, 12, -10))
	f.View.Hide = 0
	only := frame(redAt(6, 12, -10))
	if at := changed(shoot(t, r, only), shoot(t, r, f), 0); !at.Empty() {
		t.Errorf("hiding the first of two differs from drawing the second in %v", at)
	}
}

// The shadow falls where the ray from the sun through the bird meets the ground.
func TestShadow(t *testing.T) {
	for _, style := range []engine.Style{engine.Birds, engine.Spheres} {
		r := renderer(t, 4)
		// The plate's own shadow: it hangs across the sun's rays.
		if err := r.SetBird(plate(1)); err != nil {
			t.Fatal(err)
		}
		b := redAt(0, 30, 4)
		b.Rotation = mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 1, 0})
		f := frame(b)
		f.Style = style
		// From 20 m straight above (-30, 0, 0), image up being -Z: 2.5 pixels a metre.
		f.View.Eye = mgl32.Vec3{-30, 20, 0}
		f.View.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
		f.Light.SunDirection = mgl32.Vec3{1, 1, 0}.Normalize()
		without := shoot(t, r, f)
		f.Shadows = true
		with := shoot(t, r, f)
		at := changed(without, with, 4)
		// At 45° the shadow lies 30 m beside the bird, at (-30, 0, 4): (100, 60).
		middle := at.Min.Add(at.Max).Div(2)
		if d := middle.Sub(image.Pt(100, 60)); at.Empty() || max(d.X, -d.X, d.Y, -d.Y) > 2 {
			t.Errorf("style %v: the shadow covers %v, want about (100, 60)", style, at)
		}
		if at.Dx() > 12 || at.Dy() > 12 {
			t.Errorf("style %v: a shadow of 2 m covers %v, at 2.5 pixels a metre", style, at)
		}
		if a, b := with.NRGBAAt(100, 60), without.NRGBAAt(100, 60); a.R >= b.R {
			t.Errorf("style %v: the shadow is no darker: %v, was %v", style, a, b)
		}
	}
}

// In haze the ground ends in the colour of the sky's foot, in clear air it does
// not. The view is narrow: a pixel below the horizon is 10 km away.
func TestHazeHidesTheHorizon(t *testing.T) {
	r := renderer(t, 4)
	gap := func(haze float32) (most int) {
		f := frame()
		f.Light.Haze, f.View.FovY = haze, 0.2
		img := shoot(t, r, f)
		for x := 0; x < 200; x += 10 {
			most = max(most, distance(img.NRGBAAt(x, 49), img.NRGBAAt(x, 50)))
		}
		return most
	}
	if clear, hazy := gap(0), gap(1.0/100); hazy > 6 || clear < 20 {
		t.Errorf("steps of colour across the horizon: %d in haze, %d in clear air", hazy, clear)
	}
}

// The sun stands where its direction is seen, and is the brightest thing.
func TestSunDisc(t *testing.T) {
	r := renderer(t, 4)
	f := frame()
	// 0.2 up and 0.4 to the right for each metre ahead: 10 and 20 pixels.
	f.Light.SunDirection = mgl32.Vec3{0.4, 0.2, -1}.Normalize()
	img := shoot(t, r, f)
	at := img.NRGBAAt(120, 39)
	if at.R < 250 || at.G < 250 {
		t.Errorf("the sun's pixel is %v", at)
	}
}

func TestRibbonsBreakAtStart(t *testing.T) {
	r := renderer(t, 4)
	point := func(x float32, start bool) engine.RibbonPoint {
		return engine.RibbonPoint{Pos: mgl32.Vec3{x, 10, -10}, Colour: red, Width: 1, Start: start}
	}
	f := frame()
	f.Ribbons = []engine.RibbonPoint{point(-12, true), point(-8, false), point(-4, false), point(4, true), point(12, false)}
	at := func(empty, got *image.NRGBA, x int) bool {
		return distance(empty.NRGBAAt(x, 50), got.NRGBAAt(x, 50)) > 20
	}
	empty, got := shoot(t, r, frame()), shoot(t, r, f)
	for x, want := range map[int]bool{30: false, 42: true, 60: true, 78: true, 85: false, 100: false, 115: false, 122: true, 158: true, 170: false} {
		if at(empty, got, x) != want {
			t.Errorf("pixel (%d, 50): ribbon %v, want %v", x, !want, want)
		}
	}
	// 1 m wide at 10 m: 5 pixels.
	if h := changed(empty, got, 20); !near(h, image.Rect(40, 47, 160, 53), 1) {
		t.Errorf("ribbons cover %v", h)
	}
}

// A ribbon much thinner than a pixel is still seen, but faintly.
func TestThinRibbon(t *testing.T) {
	r := renderer(t, 4)
	f := frame()
	f.Ribbons = []engine.RibbonPoint{
		{Pos: mgl32.Vec3{-8, 10.03, -10}, Colour: red, Width: 0.002, Start: true},
		{Pos: mgl32.Vec3{8, 10.03, -10}, Colour: red, Width: 0.002},
	}
	empty, thin := shoot(t, r, frame()), shoot(t, r, f)
	for i := range f.Ribbons {
		f.Ribbons[i].Width = 0.3
	}
	wide := shoot(t, r, f)
	for x := 70; x < 130; x++ {
		var faint, full int
		for y := 48; y < 52; y++ {
			faint = max(faint, distance(empty.NRGBAAt(x, y), thin.NRGBAAt(x, y)))
			full = max(full, distance(empty.NRGBAAt(x, y), wide.NRGBAAt(x, y)))
		}
		if faint < 3 || faint > full*2/3 {
			t.Fatalf("column %d: a thin ribbon differs by %d, a wide one by %d", x, faint, full)
		}
	}
}

// What is nearer hides what is further, whichever is drawn first.
func TestDepth(t *testing.T) {
	r := renderer(t, 4)
	r.SetBird(plate(1))
	f := frame(redAt(0, 10, -10))
	alone := shoot(t, r, f)
	far := redAt(0, 10, -20)
	far.Tint = mgl32.Vec4{0, 0.5, 0, 1}
	f.Birds = append(f.Birds, far)
	f.Vision = &engine.Ball{Centre: mgl32.Vec3{0, 10, -30}, Radius: 8, Colour: mgl32.Vec4{0, 0, 1, 1}}
	f.Ribbons = []engine.RibbonPoint{
		{Pos: mgl32.Vec3{-8, 10, -12}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 1, Start: true},
		{Pos: mgl32.Vec3{8, 10, -12}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 1},
	}
	got := shoot(t, r, f)
	for y := 46; y < 54; y++ {
		for x := 96; x < 104; x++ {
			if got.NRGBAAt(x, y) != alone.NRGBAAt(x, y) {
				t.Fatalf("pixel (%d, %d) of the nearest bird is %v, want %v", x, y, got.NRGBAAt(x, y), alone.NRGBAAt(x, y))
			}
		}
	}
	if distance(got.NRGBAAt(90, 50), alone.NRGBAAt(90, 50)) < 20 {
		t.Error("no ribbon beside the bird")
	}
}

// The vision sphere is fainter in its middle than at its rim, and ends there.
func TestVisionSphere(t *testing.T) {
	r := renderer(t, 4)
	f := frame()
	// Seen from 20 m, a radius of 8 m looks like 8/√(20²-8²) · 50 = 21.8 pixels.
	f.Vision = &engine.Ball{Centre: mgl32.Vec3{0, 12, -20}, Radius: 8, Colour: mgl32.Vec4{0, 0.3, 1, 1}}
	f.View.Eye = mgl32.Vec3{0, 12, 0}
	bare := frame()
	bare.View.Eye = f.View.Eye
	empty, got := shoot(t, r, bare), shoot(t, r, f)
	if at, want := changed(empty, got, 6), image.Rect(78, 28, 122, 72); !near(at, want, 2) {
		t.Errorf("the sphere covers %v, want %v", at, want)
	}
	sum := func(from, to float64) (mean float64) {
		n := 0
		for y := range 100 {
			for x := range 200 {
				if d := math.Hypot(float64(x)-99.5, float64(y)-49.5); d >= from && d < to {
					mean += float64(distance(empty.NRGBAAt(x, y), got.NRGBAAt(x, y)))
					n++
				}
			}
		}
		return mean / float64(n)
	}
	if inner, rim := sum(0, 14), sum(20, 21.5); rim < 2*inner || inner < 1 {
		t.Errorf("change in the middle %.1f, at the rim %.1f", inner, rim)
	}
}

func TestInsetChangesOnlyItsRectangle(t *testing.T) {
	r := renderer(t, 4)
	r.SetBird(plate(1))
	f := frame(redAt(0, 10, -10), redAt(0, 10, 10))
	plain := shoot(t, r, f)
	back := f.View
	back.Rotation = mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0})
	// Over the first bird, which must not show through.
	f.Inset = &engine.Inset{View: back, Rect: image.Rect(90, 30, 150, 60)}
	got := shoot(t, r, f)
	if at := changed(plain, got, 0); at != f.Inset.Rect {
		t.Errorf("an inset in %v changes %v", f.Inset.Rect, at)
	}
	border := got.NRGBAAt(90, 30)
	for _, p := range []image.Point{{91, 31}, {149, 59}, {149, 30}, {90, 59}, {120, 31}} {
		if got.NRGBAAt(p.X, p.Y) != border {
			t.Errorf("border pixel %v is %v, want %v", p, got.NRGBAAt(p.X, p.Y), border)
		}
	}
	e := f.Light.Exposure
	bird := color.NRGBA{tone(red[0], e), tone(red[1], e), tone(red[2], e), 255}
	// The inset's middle is (120, 45); 26 pixels high, so ±1 m at 10 m are ±1.3.
	if c := got.NRGBAAt(120, 45); distance(c, bird) > 1 {
		t.Errorf("the bird behind is %v in the inset, want %v", c, bird)
	}
	if c := got.NRGBAAt(100, 45); distance(c, bird) < 30 {
		t.Error("the bird ahead shows through the inset")
	}
}

func TestResize(t *testing.T) {
	r := renderer(t, 4)
	if got := r.Image(nil); got.Rect.Dx() != 0 {
		t.Errorf("an image of %v before any was drawn", got.Rect)
	}
	first := shoot(t, r, frame(redAt(0, 10, -10)))
	f := frame(redAt(0, 10, -10))
	for _, size := range []image.Point{{0, 0}, {64, 48}, {0, 7}, {1, 1}, {333, 217}, {200, 100}} {
		f.Size = size
		if err := r.Draw(f); err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		if got := r.Image(nil).Rect.Max; size.X > 0 && size.Y > 0 && got != size {
			t.Errorf("drawn at %v, read back %v", size, got)
		}
	}
	again := r.Image(first)
	if again != first {
		t.Error("an image of the right size was not used again")
	}
	f.Size = image.Pt(1<<20, 10)
	if err := r.Draw(f); err == nil || !strings.Contains(err.Error(), "1048576×10") {
		t.Errorf("an image that is too large: %v", err)
	}
}

// Drawing the same frame twice gives the same picture, and multisampling only
// touches edges.
func TestSamplesAgree(t *testing.T) {
	var images []*image.NRGBA
	for _, samples := range []int{1, 4, 0} {
		r := renderer(t, samples)
		f := frame(scatter(60, mgl32.Vec3{0, 14, -20})...)
		f.Shadows = true
		images = append(images, shoot(t, r, f))
		if again := shoot(t, r, f); changed(images[len(images)-1], again, 0) != (image.Rectangle{}) {
			t.Errorf("%d samples: the same frame drawn twice differs", samples)
		}
	}
	if d, ok := capture.Compare(images[0], images[1]); !ok || d.Mean == 0 || d.Mean > 1.5 {
		t.Errorf("1 and 4 samples differ by %+v", d)
	}
	if d, _ := capture.Compare(images[1], images[2]); d.Mean != 0 {
		t.Error("the default is not 4 samples")
	}
}

func TestDrawAllocatesNothingThatGrows(t *testing.T) {
	r := renderer(t, 4)
	f := frame(scatter(100, mgl32.Vec3{0, 14, -20})...)
	f.Shadows = true
	f.Ribbons = make([]engine.RibbonPoint, 500)
	f.Vision = &engine.Ball{Centre: mgl32.Vec3{0, 10, -10}, Radius: 3}
	draw := func() {
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	if n := testing.AllocsPerRun(10, draw); n > 40 {
		t.Errorf("%v allocations a frame", n)
	}
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
		b := plate(2)
		breakIt(b)
		if err := r.SetBird(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a bird with bad %s: %v", want, err)
		}
	}
	if err := r.SetBird(nil); err == nil {
		t.Error("no bird was taken for one")
	}
}

// Objects of birds and sizes that were replaced are freed.
func TestNothingLeaks(t *testing.T) {
	r := renderer(t, 4)
	count := func() (n int) {
		for name := uint32(1); name < 400; name++ {
			for _, is := range []func(uint32) bool{gl.IsBuffer, gl.IsTexture, gl.IsFramebuffer, gl.IsRenderbuffer, gl.IsVertexArray, gl.IsProgram, gl.IsShader} {
				if is(name) {
					n++
				}
			}
		}
		return n
	}
	cycle := func(size image.Point) {
		if err := r.SetBird(kite(3, 4)); err != nil {
			t.Fatal(err)
		}
		f := frame(scatter(5, mgl32.Vec3{0, 14, -20})...)
		f.Size, f.Shadows = size, true
		shoot(t, r, f)
	}
	cycle(image.Pt(50, 40))
	before := count()
	for i := range 5 {
		cycle(image.Pt(60+i, 40))
	}
	if after := count(); after != before {
		t.Errorf("%d objects became %d", before, after)
	}
	r.Close()
	if n := count(); n != 0 {
		t.Errorf("%d objects are left after Close", n)
	}
}

func TestShaderErrorsNameFileAndLine(t *testing.T) {
	renderer(t, 1)
	text := "#version 410 core\n#include \"grid.glsl\"\nout vec4 c;\nvoid main() {\n    c = nonsense;\n}\n"
	for _, define := range []string{"", "EXTRA 1"} {
		_, err := compileText(gl.FRAGMENT_SHADER, "mine.frag", define, text)
		// grid.glsl does not stand alone: its own fault comes first.
		if err == nil || !strings.Contains(err.Error(), "grid.glsl:") {
			t.Errorf("a fault in an include: %v", err)
		}
		text := strings.Replace(text, "#include \"grid.glsl\"", "#include \"scene.glsl\"", 1)
		_, err = compileText(gl.FRAGMENT_SHADER, "mine.frag", define, text)
		if err == nil || !strings.Contains(err.Error(), "mine.frag:5:") {
			t.Errorf("a fault after an include: %v", err)
		}
	}
	_, err := compileText(gl.FRAGMENT_SHADER, "mine.frag", "", "#version 410 core\n#include \"none.glsl\"\n")
	if err == nil || !strings.Contains(err.Error(), "mine.frag:2") {
		t.Errorf("a missing include: %v", err)
	}
}

func BenchmarkDraw250(b *testing.B) {
	for _, samples := range []int{1, 4} {
		b.Run(fmt.Sprint("samples", samples), func(b *testing.B) {
			r := renderer(b, samples)
			if err := r.SetBird(builtin(b)); err != nil {
				b.Fatal(err)
			}
			f := frame(scatter(250, mgl32.Vec3{0, 14, -24})...)
			f.Size, f.View.FovY, f.Shadows, f.Light = image.Pt(1280, 720), 0.9, true, engine.Dusk()
			for b.Loop() {
				if err := r.Draw(f); err != nil {
					b.Fatal(err)
				}
				gl.Finish()
			}
		})
	}
}
