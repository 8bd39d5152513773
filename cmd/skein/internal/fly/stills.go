//go:build cgo && !nowindow

package fly

import (
	"context"
	"fmt"
	"image"

	"skein/engine/camera"
	"skein/engine/capture"
	"skein/engine/frame"
	"skein/engine/render"
	"skein/flock/files"
)

func (s *session) composeFrame(dt float32, drive camera.Drive) *frame.Frame {
	c := &s.Studio.Controls
	show, thing := c.Show, c.Thing
	if s.stillFile != "" {
		c.Show.Things, c.Show.Edge, c.Thing = false, false, ""
		c.Show.Vision, c.Show.Forces = false, false
	}
	f := s.Studio.Frame(s.region.Size(), dt, drive)
	c.Show, c.Thing = show, thing
	if s.stillFile != "" {
		f.Outline = nil
	}
	return f
}

func (s *session) saveStill() {
	file := s.stillFile
	s.stillFile = ""
	if file != "" {
		done := "saved " + files.Absolute(file)
		if tier := s.Renderer.Tier(); tier != render.Best {
			done += fmt.Sprintf(" in %s quality; press Shift+F12 to render a better picture", tier)
		}
		s.sayDone(s.savePart(file, s.region), done)
	}
}

func (s *session) savePart(file string, part image.Rectangle) error {
	img := render.ReadWindow(s.Win.Framebuffer())
	return capture.WritePNG(context.Background(), file, img.SubImage(part.Intersect(img.Bounds())))
}

func (s *session) saveScreenshot() error {
	file := s.screenshotFile
	s.screenshotFile = ""
	if file == "" {
		return nil
	}
	return s.savePart(file, image.Rectangle{Max: s.Win.Framebuffer()})
}
