package scenario

import (
	"strings"
	"testing"

	"skein/flock/look"
	"skein/flock/message"
)

func TestDidYouMean(t *testing.T) {
	for _, c := range []struct {
		word, want string
		known      []string
	}{
		{"forest", "", look.LandNames()}, {"rain", "", look.WeatherNames()}, {"snow", "", look.WeatherNames()},
		{"desert", "", look.LandNames()}, {"sea", "", look.LandNames()}, {"town", "", look.LandNames()},
		{"marhs", "marsh", look.LandNames()}, {"feilds", "fields", look.LandNames()}, {"cost", "coast", look.LandNames()},
		{"strom", "storm", look.WeatherNames()}, {"overcas", "overcast", look.WeatherNames()}, {"overkasst", "overcast", look.WeatherNames()},
		{"folow", "follow", look.ModeNames()}, {"murmurations", "murmuration", Names()}, {"x", "", Names()},
		{strings.Repeat("marsh", 30), "", look.LandNames()},
	} {
		got := message.DidYouMean(c.word, c.known)
		if want := ", did you mean \"" + c.want + "\"?"; c.want != "" && got != want || c.want == "" && got != "" {
			t.Errorf("%q: the suggestion is %q, want %q", c.word, got, c.want)
		}
	}
}
