//go:build cgo && !nowindow

package ui

import (
	"embed"
	"image"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/flock/scenario"
	"skein/models"
)

// Every built-in scene and every built-in bird has its own picture, which is small and not empty. Every
// picture belongs to a scene or a bird.
func TestBuiltinsHavePictures(t *testing.T) {
	checkPictures(t, scenario.Names(), ScenePicture, &sceneFiles, "scenes")
	checkPictures(t, models.Builtins(), BirdPicture, &birdFiles, "birds")
}

func checkPictures(t *testing.T, names []string, picture func(name string) (image.Image, error), files *embed.FS, folder string) {
	seen := map[string]string{}
	for _, name := range names {
		img, err := picture(name)
		if err != nil {
			t.Errorf("%v; run make thumbnails to draw it", err)
			continue
		}
		if img.Bounds().Size() != image.Pt(192, 108) {
			t.Errorf("the picture of %s is %v, want 192 × 108", name, img.Bounds())
		}
		low, high := uint32(1<<16), uint32(0)
		for y := range 108 {
			for x := range 192 {
				_, g, _, _ := img.At(x, y).RGBA()
				low, high = min(low, g), max(high, g)
			}
		}
		if high-low < 1<<13 {
			t.Errorf("the picture of %s has almost no contrast", name)
		}
		data, _ := files.ReadFile(folder + "/" + name + ".png")
		if len(data) > 20_000 { // the pictures are part of the program, so they must be small
			t.Errorf("the picture of %s has %d bytes, want at most 20,000", name, len(data))
		}
		if other, twice := seen[string(data)]; twice {
			t.Errorf("%s has the same picture as %s", name, other)
		}
		seen[string(data)] = name
	}
	all, err := files.ReadDir(folder)
	if err != nil || len(all) != len(seen) {
		t.Errorf("%s has %d pictures, want one for each of the %d names (error %v)", folder, len(all), len(seen), err)
	}
}

func TestEscapeClosesTheGallery(t *testing.T) {
	p := newPage(t, 1)
	p.panel.scenes = gallery{open: true, fresh: true}
	p.layOut = func() { p.panel.gallery(&State{Controls: p.controls}, &Outcome{Controls: p.controls}) }
	for range 4 {
		p.frame(0.1)
	}
	p.queue.Add(typed('q'))
	p.frame(0.1)
	p.frame(0.1)
	if g := p.panel.scenes; !g.open || g.text != "q" {
		t.Fatalf("the gallery is open %t with the text %q, want q in the search field", g.open, g.text)
	}
	p.queue.Add(keyEvent(glfw.KeyEscape, true), keyEvent(glfw.KeyEscape, false))
	for range 3 {
		p.frame(0.1)
	}
	if p.panel.InGallery() {
		t.Error("Escape in the search field does not close the gallery")
	}
}
