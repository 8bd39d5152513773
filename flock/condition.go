package flock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Condition is when a measure of a flock is below or above a value.
type Condition struct {
	Flock   int     `json:"flock,omitempty"` // whose, from 0
	Measure string  `json:"measure"`         // of [Measures]
	To      string  `json:"to,omitempty"`    // of a distance: the thing, or the species, that it is to
	Above   bool    `json:"above,omitempty"` // rather than below
	Value   float32 `json:"value"`
}

// Measures are what a condition may be of:
//
//	polarization  length of the mean of the boids' unit headings
//	speed         mean speed, m/s
//	height        mean height, m
//	spread        root of the mean square of the distances from the flock's middle, m
//	leading       share of the boids that lead
//	distance      from the flock's middle to the middle of a thing or of another species, m
//
// They are taken ten times a second. In a world that wraps around a flock has no middle, so
// no height, spread or distance either: what waits for one is refused there, and waits on
// in a world that an edit made so.
func Measures() []string {
	return []string{"polarization", "speed", "height", "spread", "leading", "distance"}
}

// conditionRate is how often a second conditions are looked at.
const conditionRate = 10

func (c *Condition) String() string {
	sign := "<"
	if c.Above {
		sign = ">"
	}
	return fmt.Sprintf("%s %s %s", strings.TrimSpace(c.Measure+" "+c.To), sign, decimal(float64(c.Value)))
}

// ParseCondition reads a condition as String writes it: "polarization < 0.8",
// "distance tower < 30".
func ParseCondition(text string) (c Condition, err error) {
	sign := strings.IndexAny(text, "<>")
	words := strings.Fields(text[:max(sign, 0)])
	value, err := strconv.ParseFloat(strings.TrimSpace(text[sign+1:]), 32)
	if err != nil || value-value != 0 || len(words) == 0 || len(words) > 2 {
		return c, fmt.Errorf(`the condition is %q: want a measure, < or >, and a number, such as "polarization < 0.8" or "distance tower < 30"`, text)
	}
	c = Condition{Measure: words[0], Above: text[sign] == '>', Value: float32(value)}
	if len(words) == 2 {
		c.To = words[1]
	}
	return c, nil
}

// check reports what is wrong with the condition of these flocks among these things.
func (c *Condition) check(flocks []Flock, s *Surroundings) error {
	if err := c.checkWords(len(flocks)); err != nil {
		return err
	}
	if c.Measure == "distance" && !reaches(flocks, s, c.To) {
		return fmt.Errorf("the distance is to %q: want a species, or a thing that has a middle", c.To)
	}
	to := slices.IndexFunc(flocks, func(f Flock) bool { return f.Name() == c.To })
	if c.ofMiddle() && (flocks[c.Flock].around() > 0 || to >= 0 && flocks[to].around() > 0) {
		return fmt.Errorf("%s is of a flock's middle, and in a world that wraps around there is none: want polarization, speed or leading", c.Measure)
	}
	return nil
}

// checkWords reports what is wrong with the condition whatever there is in the World beside
// so many flocks.
func (c *Condition) checkWords(flocks int) error {
	switch {
	case c.Flock < 0 || c.Flock >= flocks:
		return fmt.Errorf("flock %d: there are %d", c.Flock+1, flocks)
	case !slices.Contains(Measures(), c.Measure):
		return fmt.Errorf("%q is no measure: want one of %s", c.Measure, strings.Join(Measures(), ", "))
	case c.Measure != "distance" && c.To != "":
		return fmt.Errorf("%s is not to anything: want distance %s", c.Measure, c.To)
	}
	return inRange(c.Measure, "", float64(c.Value), -1e6, 1e6)
}

// ofMiddle says whether the measure is of a flock's middle.
func (c *Condition) ofMiddle() bool {
	return c.Measure == "height" || c.Measure == "spread" || c.Measure == "distance"
}

// reaches says whether there is a middle of that name.
func reaches(flocks []Flock, s *Surroundings, name string) bool {
	_, ok := s.middle(name)
	return ok || slices.ContainsFunc(flocks, func(f Flock) bool { return f.Name() == name })
}

// middle is where the thing of that name is, if it has one place.
func (s *Surroundings) middle(name string) (Vec, bool) {
	for k := range s.Obstacles {
		if s.Obstacles[k].Name == name {
			return s.Obstacles[k].At, true
		}
	}
	for k := range s.Places {
		if s.Places[k].Name == name {
			return s.Places[k].At, true
		}
	}
	for k := range s.Winds {
		if s.Winds[k].Name == name && s.Winds[k].Form == "thermal" {
			return s.Winds[k].At, true
		}
	}
	return Vec{}, false
}

// holds says whether the condition is met. Of a flock of nobody none is, nor of a thing
// that is there no more.
func (w *World) holds(c *Condition) bool {
	f := w.flocks[c.Flock]
	if f.n == 0 {
		return false
	}
	value, ok := f.measured(c)
	return ok && (c.Above && value > c.Value || !c.Above && value < c.Value)
}

// measured is the measure that the condition is of.
func (f *flock) measured(c *Condition) (value float32, ok bool) {
	if c.ofMiddle() && f.set.wraps {
		return 0, false
	}
	switch c.Measure {
	case "polarization":
		return f.polarization(), true
	case "speed":
		return f.meanSpeed(), true
	case "height":
		return f.centroid().Y, true
	case "spread":
		return f.rootSpread(), true
	case "leading":
		return float32(len(f.leaders)) / float32(f.n), true
	}
	to, ok := f.world.middleOf(c.To)
	return to.Sub(f.centroid()).Length(), ok
}

// middleOf is that of a species or a thing.
func (w *World) middleOf(name string) (Vec, bool) {
	for k, f := range w.flocks {
		if w.def.flock(k).Name() == name {
			return f.centroid(), f.n > 0 && !f.set.wraps
		}
	}
	return w.around.middle(name)
}

// The sums are of whole numbers, so free of the boids' order in memory.

// fixed is a number in units of 2⁻²⁰.
func fixed(x float32) int64 { return int64(float64(x) * (1 << 20)) }

// meanOf is the mean of a vector of each boid.
func (f *flock) meanOf(vector func(slot int) Vec) Vec {
	var sum [3]int64
	for slot := range f.n {
		for k, x := range vector(slot).Floats() {
			sum[k] += fixed(x)
		}
	}
	of := func(k int) float32 { return float32(float64(sum[k]) / (1 << 20) / float64(f.n)) }
	return Vec{of(0), of(1), of(2)}
}

func (f *flock) centroid() Vec { return f.meanOf(f.pos) }

func (f *flock) polarization() float32 {
	return f.meanOf(func(slot int) Vec { return f.vel(slot).Unit() }).Length()
}

func (f *flock) meanSpeed() float32 {
	return f.meanOf(func(slot int) Vec { return Vec{X: f.vel(slot).Length()} }).X * f.set.perSecond
}

// rootSpread rounds squared distances to 2⁻²⁰ m²: of 4 million boids up to 2·10⁶ m² fit.
func (f *flock) rootSpread() float32 {
	centre := f.centroid()
	square := f.meanOf(func(slot int) Vec { d := f.pos(slot).Sub(centre); return Vec{X: d.Dot(d)} })
	return Sqrt(square.X)
}
