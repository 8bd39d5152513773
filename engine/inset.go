package engine

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"
)

// insetCamera looks with the selected boid's eyes, for a small view in the lower
// left corner of the picture.
type insetCamera struct {
	rig   Rig
	inset Inset
}

// show moves the camera by dt seconds and returns its view, nil where none is
// wanted or nothing is selected. size is that of the whole picture.
func (c *insetCamera) show(wanted bool, size image.Point, dt float32, s Subject) *Inset {
	if !wanted || s.Boid == nil {
		c.rig = NewRig()
		return nil
	}
	c.rig.Mode, c.rig.FovY = Eye, mgl32.DegToRad(70)
	w := size.X * 3 / 10
	h := w * 9 / 16
	margin := size.Y / 40
	c.inset = Inset{
		View: c.rig.Update(dt, Drive{}, s),
		Rect: image.Rect(margin, size.Y-margin-h, margin+w, size.Y-margin),
	}
	return &c.inset
}
