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

// Turn of the camera in radians, for each screen unit of mouse movement.
const (
	lookRate  = 0.003
	orbitRate = 0.006

	scrollTurn = 0.08 // radians per notch of the wheel, or per unit of a trackpad
)

// longestHold limits how long a gamepad moves the camera in one frame, in s, so that the camera does not jump
// after a slow frame.
const longestHold = 0.25

// Hands converts the input of mouse, keyboard and gamepad to camera movement and selections.
type Hands struct {
	Handling bool // the pointer is on a handle of the selected object, so that a drag moves the object

	flying, orbiting bool
	pressed          bool // the left button was pressed in the picture, beside the handles
}

// Reach is the result of a frame's input: the movement of the camera and the user's requests.
type Reach struct {
	Drive       camera.Drive
	Grab        bool // hide the pointer
	Pick        bool // the picture was clicked at X, Y
	Over        bool // the pointer is visible and in the picture
	ChangesMode bool // the camera changes to Mode
	Mode        look.Mode
	X, Y        float32 // position of the pointer, in pixels from the top left corner of the picture
}

// Use reads the input of a frame. region is the region of the window in which the picture is drawn, in
// pixels. density is the number of pixels per screen unit.
func (h *Hands) Use(input *window.Input, region image.Rectangle, density float32, o *Outcome) (reach Reach) {
	pixel := image.Pt(int(float32(input.X)*density), int(float32(input.Y)*density))
	free := pixel.In(region) && !imgui.CurrentIO().WantCaptureMouse()
	left, right, middle := &input.Button[glfw.MouseButtonLeft], &input.Button[glfw.MouseButtonRight], &input.Button[glfw.MouseButtonMiddle]
	alt := left.Mods&glfw.ModAlt != 0
	if right.Pressed && free {
		h.flying = true
		reach.Mode, reach.ChangesMode = look.Fly, true
	}
	if left.Pressed {
		h.pressed = free && !alt && !h.Handling
	}
	drags := h.pressed && left.Down && left.Travel > window.ClickSlop && !h.orbiting
	if free && (middle.Pressed || left.Pressed && alt) || drags || o.turn != (mgl32.Vec2{}) {
		h.orbiting = h.orbiting || o.turn == (mgl32.Vec2{})
		if o.Controls.Camera.Mode.Stance() != look.StanceBehind {
			reach.Mode, reach.ChangesMode = look.Orbit, true
		}
	}
	h.flying = h.flying && right.Down
	h.orbiting = h.orbiting && (middle.Down || left.Down)

	pixel = pixel.Sub(region.Min)
	reach.Grab, reach.Drive, reach.Pick, reach.Over = h.flying, h.drive(input, free), left.Clicked() && h.pressed, free && !h.flying
	reach.X, reach.Y = float32(pixel.X), float32(pixel.Y)
	reach.Drive.Turn = reach.Drive.Turn.Add(o.turn)
	o.looked = reach.Drive.Turn != (mgl32.Vec2{})
	h.pad(&input.Pad, float32(min(input.Seconds, longestHold)), o, &reach)
	return reach
}

func (h *Hands) drive(input *window.Input, free bool) camera.Drive {
	var d camera.Drive
	motion := mgl32.Vec2{float32(input.DX), float32(-input.DY)}
	switch {
	case h.flying:
		d.Turn = motion.Mul(lookRate)
		d.Move = mgl32.Vec3{
			axis(input, glfw.KeyD, glfw.KeyA), axis(input, glfw.KeyE, glfw.KeyQ), axis(input, glfw.KeyW, glfw.KeyS),
		}
		d.Fast = input.IsDown(glfw.KeyLeftShift) || input.IsDown(glfw.KeyRightShift)
	case h.orbiting:
		d.Turn = motion.Mul(orbitRate)
	}
	if !free && !h.flying {
		return d
	}
	// On a trackpad, moving two fingers up or down zooms, and moving them sideways orbits. With Shift, both
	// orbit.
	if input.IsDown(glfw.KeyLeftShift) || input.IsDown(glfw.KeyRightShift) {
		d.Turn = d.Turn.Add(mgl32.Vec2{float32(input.ScrollX), float32(-input.Scroll)}.Mul(scrollTurn))
	} else {
		d.Zoom = float32(input.Scroll)
		d.Turn[0] += float32(input.ScrollX) * scrollTurn
	}
	return d
}

func axis(input *window.Input, plus, minus glfw.Key) float32 {
	var x float32
	if input.IsDown(plus) {
		x++
	}
	if input.IsDown(minus) {
		x--
	}
	return x
}
