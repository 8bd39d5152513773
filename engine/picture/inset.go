package picture

import (
	"cmp"
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/num"
)

// insetView returns the picture in the lower left corner: the view of the selected boid, or a close-up of it.
// It returns nil if the inset is off or would repeat the main view.
func (s *Scene) insetView() *frame.Inset {
	magnify := s.Show.Magnify
	if !s.Show.Inset || s.Subject.Boid == nil || !magnify && s.InEyes && s.Path == nil {
		return nil
	}
	v := camera.EyeView(s.Subject, false)
	v.FovY = mgl32.DegToRad(70)
	w := s.Size.X * 3 / 10
	h := w * 9 / 16
	if magnify {
		w = min(w, s.Size.Y/2)
		v, h = s.closeUp(), w
	}
	margin := s.Size.Y / 40
	s.memory.inset = frame.Inset{View: v, Rect: image.Rect(margin, s.Size.Y-margin-h, margin+w, s.Size.Y-margin)}
	return &s.memory.inset
}

// closeUpSpans is half the width of a close-up without force arrows, in wingspans.
const closeUpSpans = 1.2

func (s *Scene) closeUp() frame.View {
	v := s.Camera
	v.FovY, v.Near, v.Far, v.Hide = mgl32.DegToRad(40), camera.Near, camera.Far, -1
	p := &s.Params[s.Snapshot.FlockOf(s.Subject.Index)]
	radius := closeUpSpans * p.Float("wingspan") * cmp.Or(s.Show.Size, 1)
	if s.Show.Forces {
		radius = 0.8 * p.Float("vision")
	}
	v.Eye = s.Subject.Boid.Pos.Sub(v.Forward().Mul(radius / num.Tan(v.FovY/2)))
	return v
}
