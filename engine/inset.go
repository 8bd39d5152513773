package engine

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"
)

// inside says whether a pixel lies in the inset.
func inside(in *Inset, x, y float32) bool { return image.Pt(int(x), int(y)).In(in.Rect) }

// insetIn is what the selected boid sees, in the lower left corner of f's picture; nil
// where that is not wanted or shown already.
func (s *Scene) insetIn(f *Frame) *Inset {
	if !s.Show.Inset || s.Subject.Boid == nil || s.Own && s.Path == nil {
		return nil
	}
	v := eyes(s.Subject, false)
	v.FovY = mgl32.DegToRad(70)
	w := s.Size.X * 3 / 10
	h := w * 9 / 16
	margin := s.Size.Y / 40
	f.inset = Inset{View: v, Rect: image.Rect(margin, s.Size.Y-margin-h, margin+w, s.Size.Y-margin)}
	return &f.inset
}
