//go:build cgo && !nowindow

package ui

import (
	"image"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/window"
	"skein/flock/look"
)

// Radians that the camera turns per screen unit of the mouse.
const (
	lookRate  = 0.003
	orbitRate = 0.006

	scrollTurn = 0.08 // radians a notch, or what a trackpad's fingers make one
)

// longestHold is for how long a gamepad counts in one frame at the most, s: after a stall the
// camera does not leap.
const longestHold = 0.25

// Hands turn mouse, keyboard and gamepad into the camera's drive, and clicks into picks.
type Hands struct {
	looking, orbiting bool // a drag that began in the picture
	pressed           bool // so did the left button's
}

// Reach is what the hands did in one frame besides driving the camera.
type Reach struct {
	Drive camera.Drive
	Grab  bool // the pointer is to be hidden
	Pick  bool // the picture was clicked at X, Y
	Over  bool // the pointer is over the picture, and shown
	Takes bool // the camera is brought into a mode by hand
	Mode  look.Mode
	X, Y  float32 // the pointer, pixels from the picture's top left
}

// Use reads a frame's input. region is where the picture is, in pixels, of
// density pixels a screen unit.
func (h *Hands) Use(in *window.Input, region image.Rectangle, density float32, o *Outcome) (reach Reach) {
	at := image.Pt(int(float32(in.X)*density), int(float32(in.Y)*density))
	free := at.In(region) && !imgui.CurrentIO().WantCaptureMouse()
	left, right, middle := &in.Button[glfw.MouseButtonLeft], &in.Button[glfw.MouseButtonRight], &in.Button[glfw.MouseButtonMiddle]
	alt := left.Mods&glfw.ModAlt != 0
	if right.Pressed && free {
		h.looking = true
		reach.Mode, reach.Takes = look.Fly, true
	}
	if free && (middle.Pressed || left.Pressed && alt) {
		h.orbiting = true
		if m := o.Controls.Camera.Mode; m != look.Follow && m != look.Leader {
			reach.Mode, reach.Takes = look.Orbit, true
		}
	}
	if left.Pressed {
		h.pressed = free && !alt
	}
	h.looking = h.looking && right.Down
	h.orbiting = h.orbiting && (middle.Down || left.Down)

	at = at.Sub(region.Min)
	reach.Grab, reach.Drive, reach.Pick, reach.Over = h.looking, h.drive(in, free), left.Clicked() && h.pressed, free && !h.looking
	reach.X, reach.Y = float32(at.X), float32(at.Y)
	h.pad(&in.Pad, float32(min(in.Seconds, longestHold)), o, &reach)
	return reach
}

func (h *Hands) drive(in *window.Input, free bool) camera.Drive {
	var d camera.Drive
	motion := mgl32.Vec2{float32(in.DX), float32(-in.DY)}
	switch {
	case h.looking:
		d.Turn = motion.Mul(lookRate)
		d.Move = mgl32.Vec3{
			axis(in, glfw.KeyD, glfw.KeyA), axis(in, glfw.KeyE, glfw.KeyQ), axis(in, glfw.KeyW, glfw.KeyS),
		}
		d.Fast = in.IsDown(glfw.KeyLeftShift) || in.IsDown(glfw.KeyRightShift)
	case h.orbiting:
		d.Turn = motion.Mul(orbitRate)
	}
	if !free && !h.looking {
		return d
	}
	// A trackpad's two fingers: up and down as the wheel, sideways around; with Shift both
	// go around.
	if in.IsDown(glfw.KeyLeftShift) || in.IsDown(glfw.KeyRightShift) {
		d.Turn = d.Turn.Add(mgl32.Vec2{float32(in.ScrollX), float32(-in.Scroll)}.Mul(scrollTurn))
	} else {
		d.Zoom = float32(in.Scroll)
		d.Turn[0] += float32(in.ScrollX) * scrollTurn
	}
	return d
}

func axis(in *window.Input, plus, minus glfw.Key) float32 {
	var x float32
	if in.IsDown(plus) {
		x++
	}
	if in.IsDown(minus) {
		x--
	}
	return x
}
