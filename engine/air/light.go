package air

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// ConditionsOf returns the conditions for a frame's light.
func ConditionsOf(l *frame.Light) Conditions {
	height := func(d mgl32.Vec3) float64 { return math.Asin(float64(mgl32.Clamp(d[1], -1, 1))) }
	return Conditions{
		Sun: height(l.SunDirection), Moon: height(l.MoonDirection),
		Phase: (1 - float64(l.SunDirection.Dot(l.MoonDirection))) / 2,
		Cloud: Cloud{
			Cover: float64(l.Cloud.Cover), Thickness: float64(l.Cloud.Thick), Veil: float64(l.Cloud.Veil),
			Gap: float64(l.Cloud.Gap), Fog: float64(l.Cloud.Fog),
		},
		GroundAlbedo: RGB{float64(l.Ground[0]), float64(l.Ground[1]), float64(l.Ground[2])},
	}
}
