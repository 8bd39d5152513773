package explanation

import (
	"fmt"
	"math"
	"strings"

	"skein/flock/lead"
)

// Why explains in plain sentences why the boid takes the lead in this tick, or why it does not. The first
// sentence is the answer. For a hunter that cannot lead, Why describes the hunt.
func (e *Step) Why() []string {
	d := &e.Decision
	all := []string{e.answer()}
	switch d.Verdict {
	case lead.Leaderless, lead.Leads, lead.Returns, lead.Sits:
		return append(all, e.steered())
	}
	all = append(all, e.atEdge(), e.atFront(), e.byChance())
	if d.Every > 1 {
		all = append(all, e.byCrowd())
	}
	return append(all, e.steered())
}

// LeadTest is one of the tests that a boid must pass to take the lead.
type LeadTest struct {
	Name   string
	Value  string // the boid's value
	Needed string // condition for the value, as text
	Passed bool
	Doc    string // description of the test in a sentence
}

// Tests returns the tests of the decision, in order. It returns none if the boid already leads, sits on a
// perch or can never lead.
func (e *Step) Tests() []LeadTest {
	d := &e.Decision
	switch d.Verdict {
	case lead.Leaderless, lead.Leads, lead.Returns, lead.Sits:
		return nil
	}
	front := LeadTest{"In front (cosine)", fmt.Sprintf("%.3f", d.Front), fmt.Sprintf("> %.3g", d.FrontFloor), d.Front > d.FrontFloor, e.atFront()}
	switch {
	case !d.FrontTest:
		front.Needed, front.Passed = "no limit", true
	case d.Excused:
		front.Needed, front.Passed = fmt.Sprintf("no limit below %.3g m/s", d.SlowSpeed), true
	}
	chance := LeadTest{"Influence X · x", fmt.Sprintf("%.4f", d.Product), fmt.Sprintf("> draw %.4f", d.Draw), d.Product > d.Draw, e.byChance()}
	if d.Printed {
		chance = LeadTest{"Eccentricity x", fmt.Sprintf("%.3f", d.Eccentricity), fmt.Sprintf("≥ X · draw %.3f", d.Product), d.Eccentricity >= d.Product, e.byChance()}
	}
	all := []LeadTest{
		{"Eccentricity x", fmt.Sprintf("%.3f", d.Eccentricity), fmt.Sprintf("≥ %.3g", d.Floor), d.Eccentricity >= d.Floor, e.atEdge()},
		front, chance,
	}
	if d.Floor <= 0 {
		all[0].Needed = "no limit"
	}
	if d.Every > 1 {
		value := map[bool]string{true: "a chance", false: "no chance"}[d.Chance]
		all = append(all, LeadTest{"Random turn", value, fmt.Sprintf("1 step in %.3g", d.Every), d.Chance, e.byCrowd()})
	}
	return all
}

// Answer returns the first sentence of [Step.Why].
func (e *Step) Answer() string { return e.answer() }

// Seconds returns the simulated time since tick 0.
func (e *Step) Seconds() float64 { return float64(e.Tick) / float64(e.TickRate) }

func reasons(d *lead.Decision) string {
	draw := "the random draw is in its favour"
	far, front := d.Floor > 0, d.FrontTest && !d.Excused
	switch {
	case far && front:
		return "it is far enough from the middle of the boids it sees, it is in front of them, and " + draw
	case far:
		return "it is far enough from the middle of the boids it sees, and " + draw
	case front:
		return "it is in front of the boids it sees, and " + draw
	}
	return draw
}

func (e *Step) answer() string {
	d := &e.Decision
	if e.Hunt != nil && d.Verdict == lead.Leaderless {
		return e.hunts()
	}
	who := fmt.Sprintf("At %.3f s boid %d ", e.Seconds(), e.Boid)
	// The ledger records an escape at the time at the end of the step that decided on it.
	tick := 1 / float64(e.TickRate)
	switch d.Verdict {
	case lead.Leaves:
		return fmt.Sprintf("At %.3f s boid %d ", e.Seconds()+tick, e.Boid) + "breaks away: " + reasons(d) + "."
	case lead.Leads:
		return who + fmt.Sprintf("leads. It left %.2f s ago at %.2f m/s. An escape lasts %.2f s. The boid cannot begin another before this one ends.", max(float64(d.Away)-tick, 0), d.Left, d.Length)
	case lead.Returns:
		return who + fmt.Sprintf("ends its escape, after %.2f s.", d.Length)
	case lead.Sits:
		return who + "sits on a perch: no boid leads from there."
	case lead.BetweenTwo:
		return who + fmt.Sprintf("has no chance to leave: decisions are made 30 times a second, but not in this tick; the next one is at %.3f s.", float64(d.Tick)/float64(e.TickRate))
	case lead.Inside:
		return who + "stays: it is not far enough from the middle of the boids it sees."
	case lead.Behind:
		return who + "stays: it is not in front of the boids it sees."
	case lead.OutOfChance:
		return who + "stays: it could leave, but the random draw decides against it."
	case lead.NoChance:
		return who + "stays: the flock is large, and this decision is not one of its chances."
	}
	return who + "cannot lead: leaders are off (leadership is 0)."
}

func passedText(ok bool) string {
	if ok {
		return "passed"
	}
	return "not passed"
}

func (e *Step) atEdge() string {
	d := &e.Decision
	if e.Visible == 0 {
		return fmt.Sprintf("Eccentricity: it sees no boid within %.3g m, which counts as x = 0; at least %.3g is required: %s.", e.Vision, d.Floor, passedText(d.Eccentricity >= d.Floor))
	}
	return fmt.Sprintf("Eccentricity: it sees %d boids within %.3g m, whose middle is %.2f m away, so x = %.3f; at least %.3g is required: %s.",
		e.Visible, e.Vision, e.Middle.Length(), d.Eccentricity, d.Floor, passedText(d.Eccentricity >= d.Floor))
}

func (e *Step) atFront() string {
	d := &e.Decision
	angle := math.Acos(float64(max(-1, min(-d.Front, 1)))) * 180 / math.Pi
	text := fmt.Sprintf("Front test: the angle between its course and the direction to the middle of the boids it sees is %.0f°, so the cosine -k·v of the unit vectors is %.3f; ", angle, d.Front)
	switch {
	case !d.FrontTest:
		return text + "this test is switched off."
	case d.Excused:
		return text + fmt.Sprintf("it is exempt, because it is slower than %.3g m/s.", d.SlowSpeed)
	}
	return text + fmt.Sprintf("more than %.3g is required: %s.", d.FrontFloor, passedText(d.Front > d.FrontFloor))
}

func (e *Step) byChance() string {
	d := &e.Decision
	if d.Printed {
		return fmt.Sprintf("Chance: in the form that the paper prints, it leaves unless x = %.3f is below X·draw = %.3g·%.3f = %.3f: %s.",
			d.Eccentricity, d.Influence, d.Draw, d.Product, passedText(d.Eccentricity >= d.Product))
	}
	return fmt.Sprintf("Chance: X·x = %.3g·%.3f = %.4f must exceed the draw of %.4f: %s.", d.Influence, d.Eccentricity, d.Product, d.Draw, passedText(d.Product > d.Draw))
}

func (e *Step) byCrowd() string {
	d := &e.Decision
	this := "is not"
	if d.Chance {
		this = "is"
	}
	return fmt.Sprintf("Crowd: in a flock of %d, about one decision in %.3g is a chance to leave. This one %s.", d.Boids, d.Every, this)
}

// Unit returns the unit of the steering forces.
func (e *Step) Unit() string {
	if e.PerStep {
		return "m/step"
	}
	return "m/s per 1/30 s"
}

func (e *Step) steered() string {
	var parts []string
	for _, s := range e.Steers {
		if l := s.Steer.Length(); l > 0 {
			parts = append(parts, fmt.Sprintf("%s %.3f", s.Rule, l))
		}
	}
	if len(parts) == 0 {
		return "Steers: none" + e.moves() + "."
	}
	text := fmt.Sprintf("Steers (%s): %s; together %.3f", e.Unit(), strings.Join(parts, ", "), e.Sum.Length())
	if e.Limited != e.Social {
		text += fmt.Sprintf("; the sum of the social rules was limited from %.3f to %.3g", e.Social.Length(), e.Limit)
	}
	return text + e.moves() + "."
}

func (e *Step) moves() (text string) {
	for _, m := range e.Moves {
		text += fmt.Sprintf("; %s changes the velocity directly by %.3f %s", m.Rule, m.Steer.Length(), e.Unit())
	}
	return text
}
