package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// inks are the colours of leaders, seen birds and traces: linear RGB and opacity.
type inks struct {
	leader, visible                                  mgl32.Vec4 // birds
	trace, selectedTrace, followerTrace, leaderTrace mgl32.Vec4 // traces: of any boid, of the selected one, of its followers, of a leader
}

// inks returns the colours for the background of the scene.
func (s *Scene) inks() inks {
	if s.OnPaper || s.Light.Land == look.Paper {
		leader, visible, grey := linear(PaperLeader(), 1), linear(PaperVisible(), 1), mgl32.Vec3{0.62, 0.62, 0.62}
		return inks{leader: leader, visible: visible, trace: linear(grey, 1), selectedTrace: linear(KindColour(4), 1), followerTrace: visible, leaderTrace: leader}
	}
	return inks{
		leader:        mgl32.Vec4{1.0, 0.42, 0.04, 0.85},
		visible:       mgl32.Vec4{0.08, 0.5, 0.85, 0.45},
		trace:         mgl32.Vec4{0.9, 0.92, 1.0, 0.4},
		selectedTrace: mgl32.Vec4{0.15, 0.85, 1.0, 0.9},
		followerTrace: mgl32.Vec4{0.35, 0.75, 1.0, 0.45},
		leaderTrace:   mgl32.Vec4{1.0, 0.5, 0.08, 0.9},
	}
}

// PaperLeader returns the colour of leaders on a white background, in sRGB.
func PaperLeader() mgl32.Vec3 { return KindColour(0) }

// PaperVisible returns the colour of the birds that the selected one sees, on a white background, in sRGB.
func PaperVisible() mgl32.Vec3 { return KindColour(1) }
