//go:build cgo && !nowindow && linux

package program

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock/around"

	"skein/flock/scenario"
)

// The user can give an obstacle a model file in several ways: drop it on the window, type its path, or use
// the dialog of the desktop. In this test, the dialog is a program that answers immediately. If the file
// is missing, there is a message of one line. If a list is open, Esc closes only the list.
func TestWindowObstacleFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	testfiles.Write(t, file("red.gltf"), string(testfiles.Banner(t, "[1, 0, 0, 1]")))
	testfiles.Write(t, file("blue.gltf"), string(testfiles.Banner(t, "[0, 0, 1, 1]")))
	grey := image.NewGray(image.Rect(0, 0, 9, 5))
	grey.SetGray(4, 2, color.Gray{Y: 255})
	var hill bytes.Buffer
	if err := png.Encode(&hill, grey); err != nil {
		t.Fatal(err)
	}
	testfiles.Write(t, file("hill.png"), hill.String())
	testfiles.Write(t, file("yard.toml"), "version = 1\nwarm_up = 0.0\n[params]\ncount = 3\n[camera]\nmode = \"orbit\"\ntarget = [0.0, 10.0, 0.0]\ndistance = 60.0\n"+
		"[[obstacle]]\nname = \"tower\"\nshape = \"box\"\nat = [0.0, 10.0, 0.0]\nsize = [8.0, 20.0, 8.0]\n")
	programs := t.TempDir()
	if err := os.WriteFile(filepath.Join(programs, "zenity"), []byte("#!/bin/sh\necho "+file("blue.gltf")+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs+":"+os.Getenv("PATH"))

	p := launch(t, file("yard.toml"), "--size", "1200x860")
	p.key("space")
	saved := func() *around.Obstacle {
		t.Helper()
		p.save()
		sc, err := scenario.Load(file("yard.toml"))
		if err != nil {
			t.Fatal(err)
		}
		return sc.Surroundings.Thing("tower").(*around.Obstacle)
	}
	waitFor := func(shape, name string) {
		t.Helper()
		o := saved()
		if o.Shape != shape || filepath.Base(o.File) != name {
			t.Errorf("the tower has the shape %s and the file %q, want %s and %s", o.Shape, o.File, shape, name)
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(o.File))); name != "." && !filepath.IsAbs(o.File) && err != nil {
			t.Errorf("the saved scene's file %s does not exist", o.File)
		}
	}
	says := func(what string) {
		t.Helper()
		p.wait("a message with "+what, func(l *fly.LogLine) bool { return strings.Contains(l.Said, what) })
		p.waitFrames(3)
	}
	p.click(p.pointOf("tab.Scene", 0.5, 0.5))
	p.waitFrames(3)
	p.click(p.pointOf("thing.tower", 0.3, 0.5))
	p.wait("the tower selected", func(l *fly.LogLine) bool { return l.Thing == "tower" })

	p.click(p.pointOf("prop.shape", 0.5, 0.5))
	p.waitFrames(5)
	sphereX, sphereY := p.pointOf("shape.sphere", 0.5, 0.5)
	p.key("Escape")
	if p.last.Thing != "tower" {
		t.Fatal("Esc in an open list also deselected the tower")
	}
	before := p.last.Frame
	p.click(sphereX, sphereY) // the list is closed, so this clicks on the scene behind it
	if o := saved(); o.Shape != "box" {
		t.Errorf("the list stayed open after frame %d and changed the tower to a %s", before, o.Shape)
	}

	d := newDragger(t, p.display)
	d.drop(p.win, file("red.gltf"))
	says("tower: loaded red.gltf")
	waitFor("model", "red.gltf")
	if p.last.Bird != "starling" {
		t.Errorf("the bird is %s", p.last.Bird)
	}

	p.click(p.pointOf("prop.file", 0.3, 0.5))
	p.waitFrames(8) // wait until the field has the keyboard focus
	p.chord("ctrl+a")
	p.xdotool("type", "--delay", "30", file("none.gltf"))
	p.xdotool("key", "Return")
	says("none.gltf")
	if n := strings.Count(p.last.Said, "none.gltf"); n != 1 {
		t.Errorf("the message %q names the file %d times, want once", p.last.Said, n)
	}
	waitFor("model", "red.gltf")

	p.click(p.pointOf("browse.file", 0.5, 0.5))
	says("tower: loaded blue.gltf")
	waitFor("model", "blue.gltf")

	d.drop(p.win, file("hill.png"))
	says("tower: loaded hill.png")
	waitFor("terrain", "hill.png")
	for range 3 {
		p.key("ctrl+z")
	}
	waitFor("box", ".")

	// Here the user first chooses the shape "model", and then types the path.
	p.click(p.pointOf("prop.shape", 0.5, 0.5))
	p.waitFrames(5)
	p.click(p.pointOf("shape.model", 0.5, 0.5))
	p.waitFrames(3)
	p.click(p.pointOf("prop.file", 0.3, 0.5))
	p.xdotool("type", "--delay", "30", file("red.gltf"))
	p.xdotool("key", "Return")
	says("tower: loaded red.gltf")
	waitFor("model", "red.gltf")
}
