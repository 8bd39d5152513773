package look

import "testing"

// WeatherAt returns the weather at each time. A chosen weather applies from its time on, until a planned
// change.
func TestWeatherIsChosenAtATime(t *testing.T) {
	planned := Light{Weather: Fair, Next: Storm, NextAt: 10, NextOver: 20}
	for _, c := range []struct {
		seconds       float64
		shown, before Weather // weather at that time, before and after Clear is chosen
		late          Weather // weather at 100,000 s
	}{{0, Fair, Clear, Storm}, {10, Fair, Clear, Storm}, {15, Storm, Clear, Clear}, {1000, Storm, Clear, Clear}} {
		l := planned
		if got := l.WeatherAt(c.seconds); got != c.shown {
			t.Errorf("at %v s the weather is %v, want %v", c.seconds, got, c.shown)
		}
		l.ChooseAt(c.seconds, Clear)
		if got := l.WeatherAt(c.seconds); got != c.before {
			t.Errorf("chosen at %v s, the weather is %v, want %v", c.seconds, got, c.before)
		}
		if got := l.WeatherAt(1e5); got != c.late {
			t.Errorf("chosen at %v s, the weather is %v at the end, want %v", c.seconds, got, c.late)
		}
	}
}
