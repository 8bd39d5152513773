package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// Inks holds the colours of leaders, traces and the birds that the selected bird sees: linear RGB and
// opacity.
type Inks struct {
	Leader, Visible                                  mgl32.Vec4
	Trace, SelectedTrace, FollowerTrace, LeaderTrace mgl32.Vec4 // colours of the traces of any boid, the selected boid, its followers, and a leader
}

func (s *Scene) inks() Inks { return InksOn(s.OnPaper || s.Light.Land == look.Paper) }

// InksOn returns the colours for white paper if paper is true, and for a background of sky otherwise.
func InksOn(paper bool) Inks {
	if paper {
		leader, visible, grey := linear(PaperLeader(), 1), linear(PaperVisible(), 1), mgl32.Vec3{0.62, 0.62, 0.62}
		return Inks{Leader: leader, Visible: visible, Trace: linear(grey, 1), SelectedTrace: linear(KindColour(4), 1), FollowerTrace: visible, LeaderTrace: leader}
	}
	return Inks{
		Leader:        mgl32.Vec4{1.0, 0.42, 0.04, 0.85},
		Visible:       mgl32.Vec4{0.08, 0.5, 0.85, 0.45},
		Trace:         mgl32.Vec4{0.9, 0.92, 1.0, 0.4},
		SelectedTrace: mgl32.Vec4{0.15, 0.85, 1.0, 0.9},
		FollowerTrace: mgl32.Vec4{0.35, 0.75, 1.0, 0.45},
		LeaderTrace:   mgl32.Vec4{1.0, 0.5, 0.08, 0.9},
	}
}

// PaperLeader returns the colour of leaders on a white background, in sRGB.
func PaperLeader() mgl32.Vec3 { return KindColour(0) }

// PaperVisible returns the sRGB colour on a white background of the birds that the selected boid sees.
func PaperVisible() mgl32.Vec3 { return KindColour(1) }
