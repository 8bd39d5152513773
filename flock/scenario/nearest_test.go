package scenario

import (
	"strings"
	"testing"

	"skein/flock/look"
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
		got := DidYouMean(c.word, c.known)
		if want := ", did you mean \"" + c.want + "\"?"; c.want != "" && got != want || c.want == "" && got != "" {
			t.Errorf("%q: the suggestion is %q, want %q", c.word, got, c.want)
		}
	}
}

// Two swapped letters count as one typing error. The expected distances were counted by hand.
func TestSwappedLettersAreOneTypo(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"marhs", "marsh", 1}, {"forest", "coast", 3},
		{"rain", "fair", 2}, {"a", "b", 1}, {"ca", "abc", 3},
	} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("the distance of %q and %q is %d, want %d in both directions", c.a, c.b, got, c.want)
		}
	}
}
