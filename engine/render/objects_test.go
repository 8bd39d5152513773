//go:build cgo

package render

import (
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/flock/look"
	"skein/flock/sample"
	"skein/models/gltf"
)

// drawEverything draws frames that contain everything that a renderer can draw: every kind of material,
// shadows, traces, a vision sphere and an inset. It also draws ids and depths, and the mean of two frames.
func drawEverything(t *testing.T, r *Renderer) {
	t.Helper()
	b := testbird.Plate(1)
	for _, m := range []gltf.Material{{AlphaCutoff: 0.5}, {Blend: true}} {
		p := testbird.Plate(1).Parts[0]
		m.BaseColour, m.Texture = mgl32.Vec4{1, 1, 1, 0.8}, &gltf.Texture{Image: image.NewNRGBA(image.Rect(0, 0, 2, 3))}
		m.Texture.Image.SetNRGBA(0, 0, color.NRGBA{200, 100, 50, 255})
		p.Material, p.UV = m, []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}}
		b.Parts = append(b.Parts, p)
	}
	if err := r.SetBirds(b); err != nil {
		t.Fatal(err)
	}
	f := testFrame(redAt(0, 10, -3), redAt(2, 10, -30), redAt(-2, 10, -200))
	f.Shadows = true
	f.Vision = &frame.Ball{Centre: mgl32.Vec3{0, 10, -10}, Radius: 3, Colour: mgl32.Vec4{0, 0, 1, 1}}
	f.Inset = &frame.Inset{View: f.View, Rect: image.Rect(10, 10, 60, 40)}
	f.Ribbons = []frame.RibbonPoint{
		{Pos: mgl32.Vec3{-3, 10, -10}, Colour: red, Width: 0.3, Start: true}, {Pos: mgl32.Vec3{3, 10, -10}, Colour: red, Width: 0.3},
	}
	for _, style := range []look.Style{look.Birds, look.Spheres} {
		f.Style = style
		if r.exposing {
			exposedLight(t, r, 2, func(int) *frame.Frame { return f })
		}
		shoot(t, r, f)
		if _, err := r.Planes(f); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLabels(t *testing.T) {
	kinds := []struct {
		kind uint32
		is   func(uint32) bool
		some []string // labels that must exist
	}{
		{gl.BUFFER, gl.IsBuffer, []string{"scene", "birds", "ribbon vertices", "ribbon indices", "shape's indices", "poses"}},
		{gl.TEXTURE, gl.IsTexture, []string{"noise", "white", "surface", "shadow map", "image", "layer", "ids", "depths", "sum", "birds", "poses"}},
		{gl.VERTEX_ARRAY, gl.IsVertexArray, []string{"empty", "ribbons", "shape"}},
		{gl.FRAMEBUFFER, gl.IsFramebuffer, []string{"image", "layer", "shadow map", "planes", "sum"}},
		{gl.RENDERBUFFER, gl.IsRenderbuffer, []string{"layer's depth", "planes' depth"}},
		{gl.PROGRAM, gl.IsProgram, []string{"bird.vert bird.frag", "bird.vert bird.frag CUTOFF", "rectangles.vert resolve.frag SAMPLES 4"}},
		{gl.SHADER, gl.IsShader, []string{"bird.vert", "resolve.frag"}},
	}
	r := rendererWith(t, Options{Samples: 4, Exposing: true})
	if !r.objects.Labels {
		t.Skip("this driver has no KHR_debug")
	}
	drawEverything(t, r)
	for _, k := range kinds {
		labels := map[string]bool{}
		for name := uint32(1); name < 1000; name++ {
			if !k.is(name) {
				continue
			}
			var n int32
			text := make([]uint8, 256)
			gl.GetObjectLabel(k.kind, name, int32(len(text)), &n, &text[0])
			if n == 0 {
				t.Errorf("object %d of kind %#x has no label", name, k.kind)
			}
			labels[string(text[:n])] = true
		}
		for _, want := range k.some {
			if !labels[want] {
				t.Errorf("no object of kind %#x is labelled %q: %v", k.kind, want, labels)
			}
		}
	}
}

func TestRendererFollowsTheSpecification(t *testing.T) {
	for _, output := range []Output{Display, Display16, Linear} {
		for _, o := range sample.Some(t, 1, []Options{{Samples: 4}, {Samples: 1, Exposing: true}}) {
			o.Output = output
			r := rendererWith(t, o)
			t.Logf("drawn by %s", r.Info().Renderer)
			drawEverything(t, r)
			if err := r.Reserve(&frame.Frame{Size: image.Pt(50, 40), Lens: frame.Lens{Focus: 3, Spread: 0.1}, Light: frame.Light{Bloom: 0.1}}); err != nil {
				t.Fatal(err)
			}
			drawEverything(t, r)
		}
	}
}
