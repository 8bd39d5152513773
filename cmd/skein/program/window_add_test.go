//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/fly"
	"skein/flock/around"

	"skein/flock/scenario"
)

func slab(t *testing.T, file string, wide string) {
	t.Helper()
	// the data are the points (0,0,0), (1,0,0) and (0,0.5,0) in little-endian; the node scales them
	text := `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":[` + wide + `,` + wide + `,` + wide + `]}],` +
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],` +
		`"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,0.5,0]}],` +
		`"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAD8AAAAA"}]}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// After the palette adds a thing, the camera shows it. The arrow keys move the thing, and undo
// moves it back. A model that would be too large in metres is scaled, and a message says so.
func TestWindowAddsThings(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	dir := t.TempDir()
	scene := filepath.Join(dir, "prairie.toml")
	if err := os.WriteFile(scene, []byte(prairie), 0o644); err != nil {
		t.Fatal(err)
	}
	fox := filepath.Join(dir, "fox.gltf")
	slab(t, fox, "155")
	p := launch(t, scene, "--size", "1200x860")
	p.key("space")
	things := func() around.Surroundings {
		t.Helper()
		p.save()
		s, err := scenario.Load(scene)
		if err != nil {
			t.Fatal(err)
		}
		return s.Surroundings
	}
	obstacle := func(name string) *around.Obstacle {
		t.Helper()
		all := things()
		o, ok := all.Thing(name).(*around.Obstacle)
		if !ok {
			t.Fatalf("%s does not exist", name)
		}
		return o
	}

	p.typeIntoPalette("Add obstacle: sphere")
	p.wait("it selected", func(l *fly.LogLine) bool { return l.Thing == "obstacle-1" })
	ball := obstacle("obstacle-1")
	if ball.Shape != "sphere" || ball.Radius < 1 {
		t.Errorf("added: %+v", ball)
	}
	from := p.last.Eye
	p.key("f")
	p.wait("the camera to move", func(l *fly.LogLine) bool { return l.Eye.Sub(from).Len() > 1 })
	p.settle()
	at := mgl32.Vec3(ball.At.Array())
	if off := p.last.Eye.Sub(at).Len(); off > 8*ball.Radius || off < ball.Radius {
		t.Errorf("a ball of radius %[2]g m is framed from %[1]g m, want 1 to 8 radii", off, ball.Radius)
	}
	x, y := p.pixel(at)
	r := p.last.Picture
	if x < float64(r[0]+r[2]/4) || x > float64(r[0]+3*r[2]/4) || y < float64(r[1]+r[3]/4) || y > float64(r[1]+3*r[3]/4) {
		t.Errorf("the framed ball is at %g, %g in the picture %v, want the middle half", x, y, r)
	}

	p.key("Prior")
	p.key("Right")
	p.key("shift+Up")
	now := obstacle("obstacle-1").At.Sub(ball.At)
	if flat := now.Flat().Length(); now.Y != 1 || flat < 1 || flat > 1.01 {
		t.Errorf("the arrows moved the ball by %v, want 1 m up, 1 m aside and 10 cm away", now)
	}
	for range 3 {
		p.key("ctrl+z")
	}
	if off := obstacle("obstacle-1").At; off != ball.At {
		t.Errorf("after undo the ball is at %v, want %v", off, ball.At)
	}
	p.key("Escape")
	p.click(p.pointAt(at)) // the handle of the thing was also at this point
	p.wait("the ball to be selected by a click", func(l *fly.LogLine) bool { return l.Thing == "obstacle-1" })
	p.key("Delete")
	p.wait("nothing selected", func(l *fly.LogLine) bool { return l.Thing == "" })

	p.key("ctrl+p")
	p.xdotool("type", "--delay", "15", fox)
	p.waitFrames(4)
	p.key("Down")
	p.key("Return")
	p.wait("a scaled model", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "fox.gltf, scaled by") })
	if !strings.Contains(p.last.Said, "155 m") || !strings.Contains(p.last.Said, "largest side 8.06 m") {
		t.Errorf("the message is %q, want both sizes of the model", p.last.Said)
	}
	if o := obstacle("obstacle-1"); o.Scale*155 < 7.5 || o.Scale*155 > 8.5 {
		t.Errorf("a model of 155 m is scaled by %g, want about 8 m", o.Scale)
	}
	p.pointOf("extent", 0.5, 0.5)
	p.typeIntoPalette("Add place: roost")
	p.wait("a roost", func(l *fly.LogLine) bool { return l.Thing == "place-1" })
	all := things()
	if place, ok := all.Thing("place-1").(*around.Place); !ok || place.Role != "roost" {
		t.Errorf("added: %+v", all.Places)
	}
}
