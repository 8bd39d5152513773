package gltf

import (
	"encoding/base64"
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"

	"skein/models/internal/testdoc"
)

// These are small images of the colour (200, 100, 50), made with ImageMagick. The first has 4 × 2
// pixels in lossless WebP and is half transparent. The second has 8 × 8 pixels in progressive JPEG.
const (
	webpPicture = "UklGRh4AAABXRUJQVlA4TBEAAAAvA0AAEAdQsiJXpn+BiOh/AAA="
	jpegPicture = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSEx" +
		"IQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wgARCAAI" +
		"AAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABUBAQEAAAAAAAAAAAAAAAAAAAYH/9oADAMBAAIQAxAAAAEQ9I//xAAUEAEAAA" +
		"AAAAAAAAAAAAAAAAAA/9oACAEBAAEFAn//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AX//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA" +
		"CAECAQE/AX//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAY/An//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/IX//2gAMAwEAAg" +
		"ADAAAAEJ//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/EH//xAAUEAEAAAAA" +
		"AAAAAAAAAAAAAAAA/9oACAEBAAE/EH//2Q=="
)

// TestPictures checks that textures in JPEG and WebP are read. It also checks that the diffuse
// colour of KHR_materials_pbrSpecularGlossiness is used.
func TestPictures(t *testing.T) {
	for _, c := range []struct {
		data  string
		spoil func(*gltf.Document)
		want  color.NRGBA
		base  mgl32.Vec4
	}{
		{jpegPicture, func(*gltf.Document) {}, color.NRGBA{200, 100, 50, 255}, mgl32.Vec4{1, 1, 1, 1}},
		{webpPicture, func(d *gltf.Document) {
			d.Textures[0] = &gltf.Texture{Extensions: gltf.Extensions{extWebP: map[string]int{"source": 0}}}
			d.ExtensionsRequired = []string{extWebP}
		}, color.NRGBA{200, 100, 50, 128}, mgl32.Vec4{1, 1, 1, 1}},
		{jpegPicture, func(d *gltf.Document) {
			d.Materials[0] = &gltf.Material{Extensions: gltf.Extensions{specular.ExtensionName: &specular.PBRSpecularGlossiness{
				DiffuseFactor: &[4]float64{0.5, 0.25, 1, 1}, DiffuseTexture: &gltf.TextureInfo{}}}}
		}, color.NRGBA{200, 100, 50, 255}, mgl32.Vec4{0.5, 0.25, 1, 1}},
	} {
		data, err := base64.StdEncoding.DecodeString(c.data)
		if err != nil {
			t.Fatal(err)
		}
		doc := testdoc.TexturedTriangle(t, data)
		c.spoil(doc)
		m := loadModel(t, doc).Parts[0].Material
		if m.BaseColour != c.base || m.Texture == nil {
			t.Fatalf("the material is %+v, want a texture and the base colour %v", m, c.base)
		}
		got := m.Texture.Image.NRGBAAt(1, 1)
		for k, v := range []int{int(got.R) - int(c.want.R), int(got.G) - int(c.want.G), int(got.B) - int(c.want.B), int(got.A) - int(c.want.A)} {
			if v < -3 || v > 3 {
				t.Errorf("channel %d is wrong: the pixel is %v, want %v", k, got, c.want)
			}
		}
	}
}

// TestDownscale checks that large images are averaged in blocks, and that transparent pixels
// keep their colour.
func TestDownscale(t *testing.T) {
	big := image.NewNRGBA(image.Rect(0, 0, 5, 4))
	for i := range big.Pix {
		big.Pix[i] = uint8(i * 37 % 251)
	}
	got := downscale(big, 2)
	if got.Rect != image.Rect(0, 0, 2, 2) {
		t.Fatalf("the image covers %v, want 2 × 2 pixels", got.Rect)
	}
	for y := range 2 {
		for x := range 2 {
			for k := range 4 {
				sum := 2
				for _, p := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
					sum += int(big.Pix[big.PixOffset(2*x+p.X, 2*y+p.Y)+k])
				}
				if value := got.Pix[got.PixOffset(x, y)+k]; int(value) != sum/4 {
					t.Errorf("channel %d at %d, %d is %d, want %d", k, x, y, value, sum/4)
				}
			}
		}
	}
	if downscale(big, 1) != big {
		t.Error("a small image was copied, want the same one")
	}
}

// TestNormalizedMinimum checks that the two lowest signed integers both mean −1.
func TestNormalizedMinimum(t *testing.T) {
	for _, b := range []byte{0x80, 0x81} {
		if v := decodeComponent([]byte{b}, gltf.ComponentByte, true); v != -1 {
			t.Errorf("byte %#x is decoded to %v, want -1", b, v)
		}
		if v := decodeComponent([]byte{b - 0x80, 0x80}, gltf.ComponentShort, true); v != -1 {
			t.Errorf("the short that ends with byte %#x is decoded to %v, want -1", b, v)
		}
	}
}
