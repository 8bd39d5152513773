package picture

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// A legend changes only the lower right corner of the picture. It shows both ends of the colour scale, and
// its letters are readable on any background. A small picture has no legend.
func TestCaptions(t *testing.T) {
	for _, size := range []image.Point{{640, 360}, {1920, 1080}} {
		for _, ground := range []color.Color{color.White, color.Black} {
			img := image.NewNRGBA(image.Rectangle{Max: size})
			draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
			old := append([]uint8(nil), img.Pix...)
			c, err := NewCaption(size.Y)
			if err != nil {
				t.Fatal(err)
			}
			c.Draw(img, &frame.Legend{Title: "speed", Low: "5 m/s", High: "13 m/s", Map: look.Viridis})
			c.Draw(img, nil)
			touched := image.Rectangle{}
			brightest, darkest := uint32(0), uint32(1<<16)
			ends := map[color.NRGBA]int{}
			for y := range size.Y {
				for x := range size.X {
					i := img.PixOffset(x, y)
					if string(old[i:i+4]) == string(img.Pix[i:i+4]) {
						continue
					}
					touched = touched.Union(image.Rect(x, y, x+1, y+1))
					_, g, _, _ := img.At(x, y).RGBA()
					brightest, darkest = max(brightest, g), min(darkest, g)
					ends[img.NRGBAAt(x, y)]++
				}
			}
			if touched.Min.X < size.X*6/10 || touched.Min.Y < size.Y*7/10 || touched.Dx() < size.X/8 {
				t.Errorf("%v: the legend covers %v, want the lower right", size, touched)
			}
			if ground == color.White && darkest > 0x6000 || ground == color.Black && brightest < 0xf000 {
				t.Errorf("%v on %v: the letters have values from %x to %x, want enough contrast", size, ground, darkest, brightest)
			}
			for _, end := range []color.NRGBA{{68, 1, 84, 255}, {253, 231, 37, 255}} { // the published colours of the ends of viridis
				near := 0
				for c, n := range ends {
					if num.Abs(float32(c.R)-float32(end.R))+num.Abs(float32(c.G)-float32(end.G))+num.Abs(float32(c.B)-float32(end.B)) < 12 {
						near += n
					}
				}
				if near == 0 {
					t.Errorf("%v: the scale does not reach the colour %v", size, end)
				}
			}
		}
	}
	c, err := NewCaption(100)
	img := image.NewNRGBA(image.Rect(0, 0, 160, 100))
	if c.Draw(img, &frame.Legend{Title: "speed"}); err != nil || img.NRGBAAt(150, 90) != (color.NRGBA{}) {
		t.Errorf("a picture that is too small has a legend (error %v)", err)
	}
}
