package frame

import (
	"math"
	"testing"

	"skein/flock/look"
)

// The clock shows 12 when the sun is highest. On the equator at an equinox it shows 18 at sunset.
// In one hour it advances by one hour.
func TestClockOfDay(t *testing.T) {
	light := func(azimuth, elevation, latitude, hours float32) Light {
		l := look.Default().Light
		l.SunAzimuth, l.SunElevation, l.Latitude, l.Hours = azimuth, elevation, latitude, hours
		return NewLight(l)
	}
	for _, c := range []struct {
		name                          string
		azimuth, elevation, lat, hour float32
		want                          float64
	}{
		{"overhead on the equator", 0, 90, 0, 0, 12},
		{"in the west at the horizon", 0, 0, 0, 0, 18},
		{"in the east at the horizon", 180, 0, 0, 0, 6},
		{"in the west at 50 degrees north", 0, 0, 50, 0, 18},
		{"south at noon", 90, 40, 50, 0, 12},
		{"three hours after noon", 90, 40, 50, 3, 15},
		{"before midnight", 90, 40, 50, 11.5, 23.5},
		{"after midnight", 90, 40, 50, 12.25, 0.25},
		{"the day before", 90, 40, 50, -13, 23},
	} {
		got, ok := light(c.azimuth, c.elevation, c.lat, c.hour).Clock()
		if offset := math.Abs(math.Mod(got-c.want+36, 24) - 12); !ok || offset > 1e-3 || got < 0 || got >= 24 {
			t.Errorf("%s: the time is %v h, want %v h", c.name, got, c.want)
		}
	}
	if _, ok := light(0, 10, 90, 0).Clock(); ok {
		t.Error("a light at a pole has a time of day, want none")
	}
}

// The weather stays the same until the change starts. In the middle of the change it is halfway, and it
// never jumps. A duration of 0 means no change.
func TestWeatherChanges(t *testing.T) {
	l := look.Default().Light
	l.Weather, l.Next, l.NextAt, l.NextOver = look.Fair, look.Storm, 20, 40
	cover := func(w look.Weather) float32 { return cloudOf(w, 1).Cover }
	at := func(seconds float64) Cloud { return NewLight(l).At(seconds).Cloud }
	for _, c := range []struct {
		seconds float64
		want    float32
	}{{0, cover(look.Fair)}, {20, cover(look.Fair)}, {40, (cover(look.Fair) + cover(look.Storm)) / 2}, {60, cover(look.Storm)}, {1e5, cover(look.Storm)}} {
		if got := at(c.seconds).Cover; math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("after %v s low clouds cover %v, want %v", c.seconds, got, c.want)
		}
	}
	if got, want := at(100), cloudOf(look.Storm, 1); got != want {
		t.Errorf("the weather becomes %v, want %v", got, want)
	}
	if l := NewLight(l).At(30); l.At(55) != l || l.Next.To != cloudOf(look.Storm, 1) || l.At(1e6).Next.To != l.Next.To {
		t.Errorf("the light of one instant changes with time, or has lost the next weather: %v", l.Next)
	}
	if l := NewLight(l).At(100); l.Next != (WeatherChange{}) {
		t.Errorf("after the change, the next weather is %v, want none", l.Next)
	}
	for old, s := at(0), 0.0; s < 70; s += 1.0 / 30 {
		is := at(s)
		if step := is.Mist - old.Mist; step < 0 || step > 1.6*cloudOf(look.Storm, 1).Mist/30/40+1.0/cloudSteps*cloudOf(look.Storm, 1).Mist {
			t.Fatalf("at %v s the mist changes by %v, which is too much", s, step)
		}
		old = is
	}
	l.NextOver = 0
	if got, want := at(1e5), cloudOf(look.Fair, 1); got != want {
		t.Errorf("without a duration the weather became %v, want %v", got, want)
	}
}

// The visibility follows Koschmieder's rule: 3.912 divided by the extinction of haze and weather. At this
// distance, a fiftieth of the contrast remains.
func TestVisibility(t *testing.T) {
	for _, c := range []struct {
		haze    float32
		weather look.Weather
		want    float64 // visibility, m
	}{
		{0.003912, look.Clear, 1000}, {0.0018, look.Clear, 2173.3}, {0.0018, look.Fog, 179.45}, {0, look.Fog, 195.6}, {0, look.Clear, math.Inf(1)},
	} {
		l := look.Default().Light
		l.Haze, l.Weather = c.haze, c.weather
		light := NewLight(l).At(0)
		got := light.Visibility()
		if math.Abs(got-c.want) > 2e-4*c.want && got != c.want {
			t.Errorf("haze %v, weather %v: the visibility is %v m, want %v m", c.haze, c.weather, got, c.want)
		}
		if left := math.Exp(-float64(light.Haze+light.Cloud.Mist) * got); c.want < 1e6 && math.Abs(left-0.02) > 1e-6 {
			t.Errorf("haze %v, weather %v: a share of %v of the contrast remains, want 0.02", c.haze, c.weather, left)
		}
	}
}

// An eye deep inside fog sees the light of the weather. An eye above the fog sees a clear sky, and
// all of the fog below. For an eye between these heights, the fog around the eye and the fog below
// add up to the fog of the weather.
func TestFogHasATop(t *testing.T) {
	l := look.Default().Light
	l.Weather, l.FogTop = look.Fog, 100
	in := NewLight(l)
	if got := in.SeenFrom(20); got != in {
		t.Errorf("at 20 m the light is %+v, want that of the weather, %+v", got, in)
	}
	above := in.SeenFrom(200)
	if above.Cloud.Veil != 0 || above.Cloud.Mist != 0 || above.FogBelow != in.Cloud.Mist {
		t.Errorf("at 200 m the veil is %v, the mist %v and the fog below %v, want 0, 0 and %v", above.Cloud.Veil, above.Cloud.Mist, above.FogBelow, in.Cloud.Mist)
	}
	last := float32(-1)
	for height := float32(70); height < 120; height++ {
		s := in.SeenFrom(height)
		if sum := s.Cloud.Mist + s.FogBelow; math.Abs(float64(sum-in.Cloud.Mist)) > 1e-6 || s.FogBelow < last {
			t.Errorf("at %v m the mist is %v and the fog below %v after %v, want a sum of %v and no decrease", height, s.Cloud.Mist, s.FogBelow, last, in.Cloud.Mist)
		}
		last = s.FogBelow
	}
	l.Weather = look.Clear
	if clear := NewLight(l); clear.SeenFrom(200) != clear {
		t.Error("a clear sky changes with height, want no change")
	}
}
