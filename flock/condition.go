package flock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/param"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// Condition compares a measure of a flock with a value. It holds while the measure is below the
// value or, if Above is true, above it. It never holds while the measure is undefined.
type Condition struct {
	Flock   int     `json:"flock,omitempty"` // index of the flock, from 0
	Measure string  `json:"measure"`         // one of [ConditionMeasures]
	To      string  `json:"to,omitempty"`    // name of the thing or species to which a distance is measured
	Above   bool    `json:"above,omitempty"` // whether the condition holds above the value instead of below it
	Value   float32 `json:"value"`
}

// distanceMeasure is the key of the distance, in m, from the flock's centre to a thing or
// to the centre of another species.
const distanceMeasure = "distance"

// ConditionMeasures returns the keys of the measures that a condition can compare: the measures that
// [Measures] returns, and the distance to a thing or a species.
//
// Conditions are checked ten times a second. In a world that wraps around, a flock has no centre, and
// therefore no height, spread or distance. A condition on one of these measures is an error there. If an edit
// makes the world wrap around, the condition keeps waiting.
func ConditionMeasures() (keys []string) {
	for _, m := range snapshots.Measures() {
		keys = append(keys, m.Key)
	}
	return append(keys, distanceMeasure)
}

const conditionRate = 10

func (c *Condition) String() string {
	sign := "<"
	if c.Above {
		sign = ">"
	}
	return fmt.Sprintf("%s %s %s", strings.TrimSpace(c.Measure+" "+c.To), sign, param.Decimal(float64(c.Value)))
}

// ParseCondition reads a condition as String writes it: "polarization < 0.8",
// "distance tower < 30".
func ParseCondition(text string) (c Condition, err error) {
	sign := strings.IndexAny(text, "<>")
	words := strings.Fields(text[:max(sign, 0)])
	value, err := strconv.ParseFloat(strings.TrimSpace(text[sign+1:]), 32)
	if err != nil || value-value != 0 || len(words) == 0 || len(words) > 2 {
		return c, fmt.Errorf(`the condition is %q: must be a measure, < or >, and a number, such as "polarization < 0.8" or "distance tower < 30"`, text)
	}
	c = Condition{Measure: words[0], Above: text[sign] == '>', Value: float32(value)}
	if len(words) == 2 {
		c.To = words[1]
	}
	return c, nil
}

func (c *Condition) check(flocks []Flock, s *around.Surroundings) error {
	if err := c.checkFields(len(flocks)); err != nil {
		return err
	}
	if c.Measure == distanceMeasure && !hasMiddle(flocks, s, c.To) {
		return fmt.Errorf("distance %q: must name a species, or a thing that has a position", c.To)
	}
	to := slices.IndexFunc(flocks, func(f Flock) bool { return f.Name() == c.To })
	if c.needsCentre() && (flocks[c.Flock].wrapSide() > 0 || to >= 0 && flocks[to].wrapSide() > 0) {
		return fmt.Errorf("%s needs the flock's centre, which does not exist in a world that wraps around; use polarization, speed or leading", c.Measure)
	}
	return nil
}

func (c *Condition) checkFields(flocks int) error {
	switch {
	case c.Flock < 0 || c.Flock >= flocks:
		return fmt.Errorf("flock %d does not exist; there are %d", c.Flock+1, flocks)
	case !slices.Contains(ConditionMeasures(), c.Measure):
		return fmt.Errorf("unknown measure %q: must be one of %s", c.Measure, strings.Join(ConditionMeasures(), ", "))
	case c.Measure != distanceMeasure && c.To != "":
		return fmt.Errorf("the measure %s takes no name; to measure a distance, write distance %s", c.Measure, c.To)
	}
	return param.InRange(c.Measure, "", float64(c.Value), -1e6, 1e6)
}

func (c *Condition) needsCentre() bool {
	return c.Measure == "height" || c.Measure == "spread" || c.Measure == distanceMeasure
}

func hasMiddle(flocks []Flock, s *around.Surroundings, name string) bool {
	_, ok := centreOf(s, name)
	return ok || slices.ContainsFunc(flocks, func(f Flock) bool { return f.Name() == name })
}

// centreOf returns the position of the thing with this name. It returns false if there is none, or it has no
// single position.
func centreOf(s *around.Surroundings, name string) (vec.Vec, bool) {
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
	return vec.Vec{}, false
}

// holds is false for an empty flock, an undefined measure or a missing thing.
func (w *World) holds(c *Condition) bool {
	f := w.flocks[c.Flock]
	if f.n == 0 {
		return false
	}
	w.updateAir()
	value, ok := f.measured(c)
	return ok && (c.Above && value > c.Value || !c.Above && value < c.Value)
}

func (f *flock) measured(c *Condition) (value float32, ok bool) {
	if c.needsCentre() && f.set.wraps {
		return 0, false
	}
	if c.Measure == distanceMeasure {
		to, ok := f.world.centreOf(c.To)
		return to.Sub(f.centre()).Length(), ok
	}
	m, known := snapshots.MeasureByKey(c.Measure)
	if !known {
		return 0, false
	}
	x, ok := m.Of(f.asSnapshot())
	return float32(x), ok
}

func (w *World) centreOf(name string) (vec.Vec, bool) {
	for k, f := range w.flocks {
		if w.def.flock(k).Name() == name {
			return f.centre(), f.n > 0 && !f.set.wraps
		}
	}
	return centreOf(&w.around, name)
}

func (f *flock) centre() vec.Vec {
	c, _ := snapshots.Centre(f.asSnapshot())
	return vec.Vec{X: float32(c[0]), Y: float32(c[1]), Z: float32(c[2])}
}

// asSnapshot returns the fields of the flock that measures read. The next call overwrites them.
func (f *flock) asSnapshot() *Snapshot {
	s := &f.snapshotMemory
	s.Tick, s.TickRate = f.world.tick, f.tickRate
	s.Pos, s.Vel, s.Flags = lanes.Grown(s.Pos, f.n), lanes.Grown(s.Vel, f.n), lanes.Grown(s.Flags, f.n)
	for slot, id := range f.boids.ID {
		s.Pos[id], s.Vel[id], s.Flags[id] = f.pos(slot).Array(), f.overGround(slot).Array(), f.flags(slot)
	}
	return s
}
