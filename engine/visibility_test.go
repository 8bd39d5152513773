package engine

import (
	"math"
	"testing"

	"skein/flock/look"
)

// One sees as far as Koschmieder's rule says, 3.912 over the extinction, by which haze and
// weather add up; what is that far away keeps a fiftieth of its contrast.
func TestVisibility(t *testing.T) {
	for _, c := range []struct {
		haze    float32
		weather look.Weather
		want    float64 // m
	}{
		{0.003912, look.Clear, 1000}, {0.0018, look.Clear, 2173.3}, {0.0018, look.Fog, 179.45}, {0, look.Fog, 195.6}, {0, look.Clear, math.Inf(1)},
	} {
		l := look.Default().Light
		l.Haze, l.Weather = c.haze, c.weather
		light := LightOf(l).At(0)
		got := light.Visibility()
		if math.Abs(got-c.want) > 2e-4*c.want && got != c.want {
			t.Errorf("haze %v, %v: %v m, want %v", c.haze, c.weather, got, c.want)
		}
		if left := math.Exp(-float64(light.Haze+light.Cloud.Mist) * got); c.want < 1e6 && math.Abs(left-0.02) > 1e-6 {
			t.Errorf("haze %v, %v: %v of the contrast is left", c.haze, c.weather, left)
		}
	}
}
