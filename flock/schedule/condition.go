package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skein/flock/param"
	"skein/flock/snapshots"
)

// Condition compares a measure of a flock with a value. It holds while the measure is below the
// value or, if Above is true, above it. It never holds while the measure is undefined.
type Condition struct {
	Flock   int     `json:"flock,omitempty"` // index of the flock, from 0
	Measure string  `json:"measure"`         // one of [Measures]
	To      string  `json:"to,omitempty"`    // name of the thing or species to which a distance is measured
	Above   bool    `json:"above,omitempty"` // whether the condition holds above the value instead of below it
	Value   float32 `json:"value"`
}

// Distance is the key of the distance, in m, from the flock's centre to a thing or
// to the centre of another species.
const Distance = "distance"

// Measures returns the keys of the measures that a condition can compare: the measures that
// [snapshots.Measures] returns, and the distance to a thing or a species.
//
// Conditions are checked ten times a second. In a world that wraps around, a flock has no centre, and
// therefore no height, spread or distance. A condition on one of these measures is an error there. If an edit
// makes the world wrap around, the condition keeps waiting.
func Measures() (keys []string) {
	for _, m := range snapshots.Measures() {
		keys = append(keys, m.Key)
	}
	return append(keys, Distance)
}

// Rate is the number of times per second at which conditions are checked.
const Rate = 10

func (c *Condition) String() string {
	sign := "<"
	if c.Above {
		sign = ">"
	}
	return fmt.Sprintf("%s %s %s", strings.TrimSpace(c.Measure+" "+c.To), sign, param.Decimal(float64(c.Value)))
}

// ParseCondition parses a condition in the form that String returns, such as "polarization < 0.8" or
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

// Check returns an error if the condition is invalid by itself. flocks is the number of flocks.
func (c *Condition) Check(flocks int) error {
	switch {
	case c.Flock < 0 || c.Flock >= flocks:
		return fmt.Errorf("flock %d does not exist; there are %d", c.Flock+1, flocks)
	case !slices.Contains(Measures(), c.Measure):
		return fmt.Errorf("unknown measure %q: use one of %s", c.Measure, strings.Join(Measures(), ", "))
	case c.Measure != Distance && c.To != "":
		return fmt.Errorf("the measure %s takes no name; to measure a distance, write distance %s", c.Measure, c.To)
	}
	return param.InRange(c.Measure, "", float64(c.Value), -1e6, 1e6)
}

// NeedsCentre reports whether the measure requires a centre of the flock.
func (c *Condition) NeedsCentre() bool {
	m, _ := snapshots.MeasureByKey(c.Measure)
	return m.Central || c.Measure == Distance
}

// Holds reports whether the condition holds if its measure has the given value.
func (c *Condition) Holds(value float32) bool {
	return c.Above && value > c.Value || !c.Above && value < c.Value
}
