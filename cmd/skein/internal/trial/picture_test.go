package trial

import (
	"context"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"skein/cmd/skein/internal/console"
	"slices"
	"strings"
	"testing"
)

func TestTrialPicture(t *testing.T) {
	file := filepath.Join(t.TempDir(), "paths.png")
	cmd := Options{Trials: []string{"3", "8"}, Neighbourhood: []string{"sphere", "nearest"}, In: []string{"plane"}, Picture: file}
	quiet := &console.Console{Quiet: true, Stdout: io.Discard, Stderr: io.Discard}
	_ = cmd.Run(context.Background(), quiet) // the error only says that some trials failed
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.Bounds().Size(), image.Pt(2*(panelWide+panelGap)+panelGap, headHigh+2*(panelHigh+panelGap)); got != want {
		t.Fatalf("the picture's size is %v, want %v", got, want)
	}
	for k, tint := range []color.RGBA{failTint, passTint, passTint, passTint} {
		x, y := panelGap+k%2*(panelWide+panelGap), headHigh+k/2*(panelHigh+panelGap)
		count := map[color.RGBA]int{}
		for dx := range panelWide {
			for dy := range panelHigh {
				r, g, b, a := img.At(x+dx, y+dy).RGBA()
				count[nearest(color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}, tint, ink, partyInks[0], partyInks[1])]++
			}
		}
		if count[tint] < panelWide*panelHigh/2 || count[partyInks[0]] < 20 || count[partyInks[1]] < 20 {
			t.Errorf("panel %d has %d pixels of its tint, and %d and %d of its two parties; want half the panel, and 20 each", k, count[tint], count[partyInks[0]], count[partyInks[1]])
		}
	}
	if err := cmd.Run(context.Background(), quiet); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("drawing it a second time gives the error %v, want one that says that the file exists", err)
	}
}

func nearest(c color.RGBA, candidates ...color.RGBA) color.RGBA {
	far := func(o color.RGBA) int {
		r, g, b := int(c.R)-int(o.R), int(c.G)-int(o.G), int(c.B)-int(o.B)
		return r*r + g*g + b*b
	}
	return slices.MinFunc(candidates, func(a, b color.RGBA) int { return far(a) - far(b) })
}
