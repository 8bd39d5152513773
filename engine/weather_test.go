package engine

import (
	"math"
	"testing"

	"skein/flock/look"
)

// The weather is what it was until it changes, then what it becomes, half way exactly between,
// and it goes there without a jump; without a duration it stays.
func TestWeatherChanges(t *testing.T) {
	l := look.Default().Light
	l.Weather, l.Next, l.NextAt, l.NextOver = look.Fair, look.Storm, 20, 40
	cover := func(w look.Weather) float32 { return cloudOf(w, 1).Cover }
	at := func(seconds float64) Cloud { return LightOf(l).At(seconds).Cloud }
	for _, c := range []struct {
		seconds float64
		want    float32
	}{{0, cover(look.Fair)}, {20, cover(look.Fair)}, {40, (cover(look.Fair) + cover(look.Storm)) / 2}, {60, cover(look.Storm)}, {1e5, cover(look.Storm)}} {
		if got := at(c.seconds).Cover; math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("after %v s low clouds cover %v, want %v", c.seconds, got, c.want)
		}
	}
	if got, want := at(100), cloudOf(look.Storm, 1); got != want {
		t.Errorf("it becomes %v, want %v", got, want)
	}
	if l := LightOf(l).At(30); l.At(55) != l || l.Next.To != cloudOf(look.Storm, 1) || l.At(1e6).Next.To != l.Next.To {
		t.Errorf("the light of an instant goes on to another, or does not know the weather to come: %v", l.Next)
	}
	if l := LightOf(l).At(100); l.Next != (Change{}) {
		t.Errorf("when all has come there comes %v", l.Next)
	}
	for was, s := at(0), 0.0; s < 70; s += 1.0 / 30 {
		is := at(s)
		if step := is.Mist - was.Mist; step < 0 || step > 1.6*cloudOf(look.Storm, 1).Mist/30/40+1.0/cloudSteps*cloudOf(look.Storm, 1).Mist {
			t.Fatalf("at %v s the mist changes by %v", s, step)
		}
		was = is
	}
	l.NextOver = 0
	if got, want := at(1e5), cloudOf(look.Fair, 1); got != want {
		t.Errorf("it changed to %v in no time, want %v for good", got, want)
	}
}
