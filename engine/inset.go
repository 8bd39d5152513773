package engine

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"
)

// inside says whether a pixel lies in the inset.
func inside(in *Inset, x, y float32) bool { return image.Pt(int(x), int(y)).In(in.Rect) }

// insetIn is what the selected boid sees, or that boid from near, in the lower left corner of
// f's picture; nil where that is not wanted or shown already.
func (s *Scene) insetIn(f *Frame) *Inset {
	magnify := s.Show.Magnify
	if !s.Show.Inset || s.Subject.Boid == nil || !magnify && s.Own && s.Path == nil {
		return nil
	}
	v := eyes(s.Subject, false)
	v.FovY = mgl32.DegToRad(70)
	w := s.Size.X * 3 / 10
	h := w * 9 / 16
	if magnify {
		w = min(w, s.Size.Y/2)
		v, h = s.loupe(), w
	}
	margin := s.Size.Y / 40
	f.inset = Inset{View: v, Rect: image.Rect(margin, s.Size.Y-margin-h, margin+w, s.Size.Y-margin)}
	return &f.inset
}

// loupe is the selected boid as the camera sees it, from so near that most of its vision
// sphere fills the picture.
func (s *Scene) loupe() View {
	v := s.Camera
	v.FovY, v.Near, v.Far, v.Hide = mgl32.DegToRad(40), near, far, -1
	radius := 0.8 * s.Params[s.Snapshot.FlockOf(s.Subject.Index)].Float("vision")
	v.Eye = s.Subject.Boid.Pos.Sub(v.Forward().Mul(radius / tan(v.FovY/2)))
	return v
}
