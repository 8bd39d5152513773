//go:build cgo

package gpu

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// NewFramebuffer creates a framebuffer that draws into a texture, and binds it.
func NewFramebuffer(o Objects, name string, kind, texture uint32) uint32 {
	framebuffer := o.Framebuffer(name)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, kind, texture, 0)
	return framebuffer
}

// CheckFramebuffer returns an error if the bound framebuffer is incomplete. The message begins with
// the formatted text.
func CheckFramebuffer(format string, args ...any) error {
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf(format+": status %#x", append(args, status)...)
	}
	return nil
}

// Viewport sets OpenGL's viewport to a part of an image of the given size, counted from the top left.
func Viewport(part image.Rectangle, size image.Point) {
	gl.Viewport(int32(part.Min.X), int32(size.Y-part.Max.Y), int32(part.Dx()), int32(part.Dy()))
}

// Scissor sets OpenGL's scissor rectangle to a part of an image of the given size, counted from the top left.
func Scissor(part image.Rectangle, size image.Point) {
	gl.Scissor(int32(part.Min.X), int32(size.Y-part.Max.Y), int32(part.Dx()), int32(part.Dy()))
}

// NewDepthMap creates a square depth texture that is read with depth comparison.
func NewDepthMap(o Objects, unit uint32, name string, texels int32) uint32 {
	texture := o.Texture(unit, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, texels, texels, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	for key, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE, // the margin of the map is empty; see sunMapping
		gl.TEXTURE_COMPARE_MODE: gl.COMPARE_REF_TO_TEXTURE, gl.TEXTURE_COMPARE_FUNC: gl.LEQUAL,
	} {
		gl.TexParameteri(gl.TEXTURE_2D, key, value)
	}
	return texture
}

// NewDepthTarget creates a framebuffer for a depth map. It has an unused colour buffer, because zink (a
// driver on top of Vulkan) draws nothing without one.
func NewDepthTarget(o Objects, name string, texture uint32, texels int32) (framebuffer, colour uint32) {
	framebuffer = o.Framebuffer(name)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0)
	colour = o.Renderbuffer(name + "'s colour")
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.R8, texels, texels)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, colour)
	return framebuffer, colour
}

// NewTarget2D creates a texture that can be drawn into, with linear filtering and no mipmaps.
func NewTarget2D(o Objects, name string, format int32, w, h int32) uint32 {
	texture := o.Texture(UnitSurface, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	return texture
}
