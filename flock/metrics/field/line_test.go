package field

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// The error of the mean of a first-order autoregressive series agrees with σ√((1+φ)/(1-φ)/n), and with many
// series.
func TestErrorOfTheMean(t *testing.T) {
	r := chance()
	for _, phi := range []float64{0, 0.8} {
		const n, runs = 400, 300
		var errors, means []float64
		for range runs {
			var x []float64
			v := r.NormFloat64() / math.Sqrt(1-phi*phi)
			for range n {
				v = phi*v + r.NormFloat64()
				x = append(x, v)
			}
			errors, means = append(errors, errorOf(x)), append(means, mean(x))
		}
		want := 1 / (1 - phi) / math.Sqrt(n)
		wantWithin(t, "error", mean(errors)/want, 1, 0.1)
		wantWithin(t, "spread of the means", math.Sqrt(variance(means))/want, 1, 0.1)
		apart := seriesOf([]float64{0, 1, 0, 1}, []float64{10, 11, 10, 11})
		wantWithin(t, "different runs", apart.error(), 5, 1e-9)
	}
	if e := seriesOf([]float64{3}).error(); !math.IsNaN(e) {
		t.Errorf("one value: %v", e)
	}
	wantWithin(t, "two runs of one value", seriesOf([]float64{3}, []float64{5}).error(), 1, 1e-9)
}

func seriesOf(runs ...[]float64) *series {
	s := &series{}
	for _, x := range runs {
		s.runs = append(s.runs, run{make([]float64, len(x)), x})
	}
	return s
}

func cardOf(birds int, values map[string]float64, nulls map[string]float64) *Card {
	c := NewCard(0.4)
	c.add(framesSeen, float64(birds))
	for key, x := range values {
		c.add(key, x)
	}
	for key, x := range nulls {
		c.addNull(key, x)
	}
	return c
}

// starlingsExcept returns a card with the figures of real starlings, except for the figures in changed.
func starlingsExcept(birds int, changed map[string]float64) *Card {
	values := map[string]float64{
		"polarization": 0.96, "disordered": 1.5, "nearest": 1, "density": 0.3, "length": 5.6, "width": 2.8,
		"gravity": 0.93, "crowded": 0.2, "along": 0.4, "beside": 0.55, "gamma1": 0.75, "gamma7": 0.3, "core": 1.1,
		"orientation": 0.35, "kept1": 0.77, "kept3.5": 0.5, "diffusion": 1.58, "slowness": 1. / 30, "linear": 0.95, "follow": 99,
		"opacity": 0.3, "packing": 0.55, "uneven": 0.4,
	}
	for key, x := range changed {
		values[key] = x
	}
	return cardOf(birds, values, map[string]float64{"core": 0.9})
}

// Real starlings pass all rows, and a changed figure makes only its own row fail.
func TestVerdicts(t *testing.T) {
	if passed, of := Score(starlingsExcept(500, nil).Lines()); passed != 17 || of != 17 {
		t.Fatalf("%d of %d", passed, of)
	}
	for key, c := range map[string]struct {
		row int
		bad []float64
	}{
		"polarization": {1, []float64{0.92, 0.995}}, "disordered": {1, []float64{2.1}}, "nearest": {2, []float64{0.6, 1.6}},
		"density": {3, []float64{0.03, 0.9}}, "length": {4, []float64{4.5, 6.7}}, "width": {5, []float64{2.3, 3.3}},
		"gravity": {6, []float64{0.88}}, "crowded": {7, []float64{0.6}}, "along": {8, []float64{0.35, 0.48}},
		"beside": {8, []float64{0.5}}, "gamma1": {9, []float64{0.69}}, "gamma7": {9, []float64{0.2, 0.5}},
		"core": {10, []float64{1.07}}, "orientation": {11, []float64{0.3, 0.4}}, "kept1": {12, []float64{0.71, 0.83}},
		"kept3.5": {12, []float64{0.44, 0.56}}, "diffusion": {13, []float64{1.3, 1.8}}, "slowness": {14, []float64{1. / 19, 1. / 41}},
		"linear": {14, []float64{0.89}}, "follow": {14, []float64{94}}, "opacity": {15, []float64{0.24, 0.61}},
		"packing": {16, []float64{0.51, 0.64}}, "uneven": {17, []float64{0.26, 0.87}},
	} {
		for _, x := range c.bad {
			for _, l := range starlingsExcept(500, map[string]float64{key: x}).Lines() {
				if l.Number > 0 && l.Passed() == (l.Number == c.row) {
					t.Errorf("%s = %v: row %d passes: %v, want the opposite", key, x, l.Number, l.Passed())
				}
			}
		}
	}
}

func TestNoVerdict(t *testing.T) {
	c := cardOf(500, map[string]float64{"kept1": 0.77, "along": 0.6}, nil)
	lines := c.Lines()
	if l := lines[11]; l.Pass != nil || l.Passed() {
		t.Errorf("with only the share kept after 1 s, the row has a verdict: %+v", l)
	}
	if l := lines[7]; l.Pass == nil || *l.Pass {
		t.Errorf("with only first neighbours ahead, the row does not fail: %+v", l)
	}
	if l := cardOf(9, map[string]float64{"core": 2}, nil).Lines()[9]; l.Pass != nil {
		t.Errorf("without a null, the row has a verdict: %+v", l)
	}
	if passed, of := Score(NewCard(0.4).Lines()); passed != 0 || of != 17 {
		t.Errorf("an empty card scores %d of %d, want 0 of 17", passed, of)
	}
}

// A row over several sizes passes if it passes for each, and the effect of the size is known.
func TestScorecardOverSizes(t *testing.T) {
	small, middle, large := starlingsExcept(500, nil), starlingsExcept(1200, map[string]float64{"nearest": 1.1}), starlingsExcept(2700, map[string]float64{"nearest": 1.2, "orientation": 0.3})
	lines := CombineCards(small, middle, large)
	nearest := lines[1].All()
	wantWithin(t, "mean", *nearest[0].Value, 1.1, 1e-9)
	wantWithin(t, "drift", *nearest[1].Value, 20, 1e-4)
	if *nearest[1].Pass || *lines[1].Pass || !*nearest[0].Pass || *lines[10].Pass || !*lines[0].Pass {
		t.Errorf("%+v, %v, %v", nearest, *lines[10].Pass, *lines[0].Pass)
	}
	if passed, _ := Score(lines); passed != 15 {
		t.Errorf("%d pass", passed)
	}
	if l := CombineCards(small, middle)[1]; !*l.Pass {
		t.Errorf("10 %%: %+v", l.Figures)
	}
	if l := CombineCards(small, starlingsExcept(500, map[string]float64{"nearest": 0.7}))[1]; l.All()[1].Value != nil {
		t.Error("there is a drift with N, although the flocks have the same size")
	}
}

func TestPool(t *testing.T) {
	a, b := cardOf(300, map[string]float64{"nearest": 1, "disordered": 3}, nil), cardOf(300, map[string]float64{"nearest": 1.5, "disordered": 0.5}, nil)
	b.add("nearest", 1.7)
	for _, c := range []*Card{a, a, b, b, b} {
		c.add(turnsSeen, 1)
	}
	all := Pool(a, b)
	wantWithin(t, "nearest", value(all, "nearest", 0), 1.4, 1e-9)
	wantWithin(t, "longest", value(all, "polarization", 1), 3, 1e-9)
	if turns := all.count(turnsSeen); turns != 5 || all.Birds() != 300 {
		t.Errorf("the pooled card has %d turns and %d birds, want 5 and 300", turns, all.Birds())
	}
}

// All rows are fully described, and an unknown figure is null in JSON.
func TestRowsAreDescribed(t *testing.T) {
	numbers := 0
	for _, r := range Rows() {
		if r.Number > 0 {
			numbers++
			if r.Number != numbers || r.Published == "" || r.Source == "" {
				t.Errorf("%+v", r)
			}
		}
		if r.Name == "" || r.Doc == "" || len(r.parts) == 0 {
			t.Errorf("%+v", r)
		}
	}
	if numbers != 17 {
		t.Errorf("%d rows have a verdict, want 17", numbers)
	}
	flat, one := NewCard(0.4), NewCard(0.4)
	one.Frame(&Frame{Pos: singles([]vec.Vec64{{}}), Vel: singles([]vec.Vec64{{}})})
	for k := range 200 {
		var pos, vel []vec.Vec64
		for i := range 40 {
			pos, vel = append(pos, vec.Vec64{float64(i % 7), 0, float64(i)}), append(vel, vec.Vec64{})
		}
		flat.Frame(&Frame{Seconds: float64(k) / 15, Pos: singles(pos), Vel: singles(vel)})
	}
	for what, c := range map[string]*Card{"nothing": NewCard(0.4), "nobody": Pool(), "one": one, "a flat flock at rest": flat} {
		text, err := json.Marshal(c.Lines())
		if err != nil || !strings.Contains(string(text), `"key":"density","name":"density","unit":"1/m³","value":null,"error":null,"null":null,"low":0.04,"high":0.8,"pass":null`) {
			t.Errorf("%s: %v, %s", what, err, text)
		}
	}
}

// Birds returns the mean over the frames of all runs, or of a span.
func TestBirdsOfSeveralRuns(t *testing.T) {
	seen := func(birds ...int) *Card {
		c := NewCard(0.4)
		for k, n := range birds {
			c.Frame(&Frame{Seconds: float64(k), Pos: make([]mgl32.Vec3, n), Vel: make([]mgl32.Vec3, n)})
		}
		return c
	}
	large, small := seen(6, 6, 9), seen(2)
	for name, c := range map[string]struct {
		card                   *Card
		birds, frames, samples int
	}{
		"one run":                {large, 7, 3, 3},
		"pooled":                 {Pool(large, small), 6, 4, 4}, // 23 birds in 4 frames
		"pooled the other way":   {Pool(small, large), 6, 4, 4},
		"from 1 s to 2 s":        {Span(1, 2, large, small), 8, 2, 2}, // 15 birds in 2 frames
		"when there was no bird": {Span(5, 9, large, small), 0, 0, 0},
	} {
		if b, f, n := c.card.Birds(), c.card.Frames(), c.card.Samples(); b != c.birds || f != c.frames || n != c.samples {
			t.Errorf("%s: the card has %d birds, %d frames and %d samples; want %d, %d and %d", name, b, f, n, c.birds, c.frames, c.samples)
		}
	}
}

// An imposed row keeps its verdict but does not count, and a row with an aim has no verdict.
func TestImposedRowsDoNotCount(t *testing.T) {
	c := starlingsExcept(500, map[string]float64{"width": 9, "area0": 1, "solidity": 0.5})
	lines := Impose(c.Lines(), []string{"length", "width"})
	if passed, of := Score(lines); passed != 15 || of != 15 {
		t.Errorf("%d of %d", passed, of)
	}
	if l := lines[4]; l.Passed() || l.Counts() || *l.Pass {
		t.Errorf("width: %+v", l)
	}
	want := []GroupScore{{Structure, 12, 12}, {Visible, 3, 3}}
	if got := ScoreGroups(lines); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, l := range lines {
		if l.Key == "solidity" && (l.Pass != nil || l.Number != 0 || l.Bounds() != "our provisional aim: 0.85 to 0.95") {
			t.Errorf("%+v, %s", l, l.Bounds())
		}
	}
	if passed, of := Score(Impose(lines, nil)); passed != 16 || of != 17 {
		t.Errorf("without imposed rows, the score is %d of %d, want 16 of 17", passed, of)
	}
}

// A variation is the standard deviation over time over the mean, averaged over runs and series, with an error
// from the differences between runs. Other statistics use all samples together.
func TestStatistics(t *testing.T) {
	a := seriesOf([]float64{1, 3}, []float64{5, 5})
	b := seriesOf([]float64{10, 10}, []float64{5, 15})
	a.addNull(0, 2)
	for what, c := range map[string]struct {
		of               statistic
		value, err, null float64
	}{
		"variation": {theVariation, 0.25, 0, math.NaN()}, // 0.5 and 0 in one series, 0 and 0.5 in the other
		"mean":      {theMean, 3.5, 1.5, 2},
		"inverse":   {theInverse, 1 / 3.5, 1.5 / 3.5 / 3.5, 2},
		"least":     {theLeast, 1, math.NaN(), math.NaN()},
		"greatest":  {theGreatest, 5, math.NaN(), math.NaN()},
		"last":      {theLast, 5, math.NaN(), math.NaN()},
		"null":      {theNull, 2, math.NaN(), math.NaN()},
		"over null": {overNull, 1.75, 0.75, 1},
	} {
		value, err, null := c.of.figure([]*series{a, b})
		for name, x := range map[string][2]float64{"value": {value, c.value}, "error": {err, c.err}, "null": {null, c.null}} {
			if math.IsNaN(x[0]) != math.IsNaN(x[1]) || math.Abs(x[0]-x[1]) > 1e-9 {
				t.Errorf("%s: the %s is %v, want %v", what, name, x[0], x[1])
			}
		}
	}
}

// A verdict fits the printed number, not the exact one.
func TestVerdictOfPrintedNumber(t *testing.T) {
	low, high := 0.31, 0.39
	for x, want := range map[float64]bool{0.39: true, 0.3904: true, 0.3906: false, 0.3096: true, 0.3094: false} {
		f := Figure{Value: &x, Low: &low, High: &high}
		if got := *f.isWithinBounds(); got != want {
			t.Errorf("%v, printed as %s, is within %v to %v: %v, want the opposite", x, Rounded(x, x), low, high, got)
		}
	}
}
