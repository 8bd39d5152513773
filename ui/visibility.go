//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

func (p *Panel) visibility(s *State, o *Outcome) {
	far := frame.NewLight(o.Controls.Light).At(s.Now).Visibility()
	if math.IsInf(far, 1) {
		return
	}
	row("Visibility")
	imgui.AlignTextToFramePadding()
	text, hidden := visibilityText(far, nearest(s.Shown.View.Eye, s.Snapshot.Pos))
	if hidden {
		imgui.PushStyleColorVec4(imgui.ColText, lampColour())
	}
	writeWrapped(text)
	if hidden {
		imgui.PopStyleColor()
	}
	p.mark("visibility")
	endRow("The distance at which haze and weather reduce the contrast of a dark object to 2 %.")
}

func visibilityText(far, nearest float64) (text string, hidden bool) {
	if text = metres(far); math.IsInf(nearest, 1) || nearest <= far {
		return text, false
	}
	return text + "; the flock is hidden, " + metres(nearest) + " away", true
}

func metres(m float64) string {
	switch {
	case m >= 99_950:
		return fmt.Sprintf("%.0f km", m/1000)
	case m >= 9_995:
		return fmt.Sprintf("%.1f km", m/1000)
	case m >= 999.5:
		return fmt.Sprintf("%.2f km", m/1000)
	}
	return fmt.Sprintf("%.0f m", m)
}

// nearest returns the distance to the nearest place, in m, or infinity if there are no places.
func nearest(eye mgl32.Vec3, places []mgl32.Vec3) float64 {
	least := float32(math.Inf(1))
	for _, position := range places {
		least = min(least, position.Sub(eye).LenSqr())
	}
	return math.Sqrt(float64(least))
}
