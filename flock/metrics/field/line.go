package field

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Figure is a measured value with its bounds. A nil pointer stands for an unknown value or a missing bound.
type Figure struct {
	Key   string   `json:"key"`
	Name  string   `json:"name"`
	Unit  string   `json:"unit,omitempty"`
	Value *float64 `json:"value"` // mean over time
	Error *float64 `json:"error"` // standard error of Value
	Null  *float64 `json:"null"`  // value for uniform random positions in the same space
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Aim   bool     `json:"aim,omitempty"` // whether the bounds are skein's own provisional aims, which give no verdict
	Pass  *bool    `json:"pass"`

	After   float64 `json:"-"` // time of flight after which the value is known, s
	Extreme bool    `json:"-"` // whether Value is an extreme or the last value instead of the mean
}

// Line is a row of the scorecard with its verdict and figures. The embedded figure is the first one.
type Line struct {
	Number int    `json:"number,omitempty"` // number on the scorecard, from 1; 0 for a row without a verdict
	Group  Group  `json:"group"`
	Key    string `json:"key"`
	Figure
	Figures    []Figure `json:"figures,omitempty"` // all figures, if there is more than one
	Definition string   `json:"definition"`
	Published  string   `json:"published,omitempty"`
	Source     string   `json:"source,omitempty"`
	Note       string   `json:"note,omitempty"`
	Imposed    bool     `json:"imposed,omitempty"` // whether a rule of the model controls the figures; the score then ignores the line
}

// Counts reports whether the score includes the line.
func (l *Line) Counts() bool { return l.Number > 0 && !l.Imposed }

// Passed reports whether the score includes the line and the line passes. A line with an unknown verdict does
// not pass.
func (l *Line) Passed() bool { return l.Counts() && l.Pass != nil && *l.Pass }

// Impose marks the lines with the given keys as imposed, and all others as not imposed; see
// [flock.Params.ImposedMeasures]. It returns the lines.
func Impose(lines []Line, keys []string) []Line {
	for k := range lines {
		lines[k].Imposed = slices.Contains(keys, lines[k].Key)
	}
	return lines
}

// All returns the figures of a line.
func (l *Line) All() []Figure {
	if len(l.Figures) > 0 {
		return l.Figures
	}
	return []Figure{l.Figure}
}

// Score returns how many lines pass, and how many lines count.
func Score(lines []Line) (passed, total int) {
	for k := range lines {
		if lines[k].Counts() {
			total++
		}
		if lines[k].Passed() {
			passed++
		}
	}
	return passed, total
}

// GroupScore is the score of a group of lines.
type GroupScore struct {
	Group  Group `json:"group"`
	Passed int   `json:"passed"`
	Of     int   `json:"of"`
}

// ScoreGroups returns the score of each group, in the order of the lines.
func ScoreGroups(lines []Line) (all []GroupScore) {
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && lines[to].Group == lines[from].Group {
			to++
		}
		one := GroupScore{Group: lines[from].Group}
		one.Passed, one.Of = Score(lines[from:to])
		all, from = append(all, one), to
	}
	return all
}

// Lines returns the scorecard of all frames so far.
func (c *Card) Lines() []Line { return CombineCards(c) }

// CombineCards returns one scorecard for flocks that differ only in size. Figures are means over the flocks.
// A row passes if it passes for each flock. Some figures require several flocks.
func CombineCards(cards ...*Card) (lines []Line) { return combineCards(Rows(), cards) }

func combineCards(rows []Row, cards []*Card) (lines []Line) {
	for _, row := range rows {
		l := Line{Number: row.Number, Group: row.Group, Key: row.Key, Definition: row.Doc, Published: row.Published, Source: row.Source}
		var figures []Figure
		for _, p := range row.parts {
			figures = append(figures, p.figureOver(cards, row.Number > 0))
		}
		if figures[0].Name == "" {
			figures[0].Name = row.Name
		}
		l.Figure = figures[0]
		l.Pass = verdict(row.parts, figures)
		if len(figures) > 1 {
			l.Figures = figures
		}
		l.Note = row.note(figures, cards)
		lines = append(lines, l)
	}
	return lines
}

func verdict(parts []part, figures []Figure) *bool {
	pass := true
	for _, f := range figures {
		if f.Pass != nil && !*f.Pass {
			return new(bool)
		}
	}
	judged := false
	for k, f := range figures {
		if f.Pass == nil && !parts[k].several && parts[k].bounded() && !parts[k].aim {
			return nil
		}
		judged = judged || f.Pass != nil
	}
	if !judged {
		return nil
	}
	return &pass
}

func (r *Row) note(figures []Figure, cards []*Card) string {
	var all []string
	for k, p := range r.parts {
		if p.several && figures[k].Value == nil {
			all = append(all, p.name+" needs several flock sizes")
		}
	}
	if len(cards) == 1 {
		if text := cards[0].note(r.Key); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, "; ")
}

func (p *part) figureOver(cards []*Card, judged bool) Figure {
	if p.several {
		return p.drift(cards, judged)
	}
	var ones []Figure
	for _, c := range cards {
		one := p.figure(c, judged)
		if one.Value == nil {
			one.Pass = nil
			return one
		}
		ones = append(ones, one)
	}
	if len(ones) == 1 {
		return ones[0]
	}
	all, n, squares, pass := ones[0], float64(len(ones)), 0.0, true
	value, null := 0.0, 0.0
	for _, f := range ones {
		value += *f.Value / n
		if f.Null == nil {
			all.Null = nil
		} else {
			null += *f.Null / n
		}
		if f.Error == nil {
			all.Error = nil
		} else {
			squares += *f.Error * *f.Error / (n * n)
		}
		pass = pass && (f.Pass == nil || *f.Pass)
	}
	all.Value = &value
	setUnlessNil(&all.Error, math.Sqrt(squares))
	setUnlessNil(&all.Null, null)
	if all.Pass != nil {
		all.Pass = &pass
	}
	return all
}

func setUnlessNil(to **float64, x float64) {
	if *to != nil {
		*to = &x
	}
}

func (p *part) figure(c *Card, judged bool) Figure {
	f := Figure{Key: p.key, Name: p.name, Unit: p.unit, After: p.after, Aim: p.aim, Extreme: p.statistic.isExtreme()}
	f.Low, f.High = p.bounds()
	keys := p.keys
	if len(keys) == 0 {
		keys = []string{p.key}
	}
	var all []*series
	for _, key := range keys {
		if s := c.figures[key]; s != nil && len(s.all()) > 0 {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return f
	}
	value, err, null := p.statistic.figure(all)
	f.Value, f.Error, f.Null = knownOrNil(value), knownOrNil(err), knownOrNil(null)
	if judged && p.bounded() && !p.aim && f.Value != nil {
		f.Pass = f.isWithinBounds()
	}
	return f
}

func knownOrNil(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func (p *part) bounded() bool { return p.low != noBound || p.high != noBound }

func (p *part) bounds() (low, high *float64) {
	bound := func(x float64) *float64 {
		if x == noBound {
			return nil
		}
		return &x
	}
	return bound(p.low), bound(p.high)
}

// isWithinBounds compares the printed value with the bounds. For example, 0.3902 is printed as 0.390, which
// is within 0.31 to 0.39.
func (f *Figure) isWithinBounds() *bool {
	x, err := strconv.ParseFloat(Rounded(*f.Value, *f.Value), 64)
	if err != nil {
		x = *f.Value
	}
	pass := (f.Low == nil || x >= *f.Low) && (f.High == nil || x <= *f.High)
	return &pass
}

// drift returns the effect of the flock's size on the distance to the nearest neighbour. It is the largest
// mean distance divided by the smallest, minus 1, in percent.
func (p *part) drift(cards []*Card, judged bool) Figure {
	f := Figure{Key: p.key, Name: p.name, Unit: p.unit}
	f.Low, f.High = p.bounds()
	least, greatest := math.Inf(1), math.Inf(-1)
	sizes := map[int]bool{}
	for _, c := range cards {
		s := c.figures["nearest"]
		if s == nil || len(s.all()) == 0 {
			return f
		}
		m := mean(s.all())
		least, greatest = min(least, m), max(greatest, m)
		sizes[c.Birds()] = true
	}
	if len(sizes) > 1 {
		f.Value = knownOrNil(100 * (greatest/least - 1))
	}
	if judged && f.Value != nil {
		f.Pass = f.isWithinBounds()
	}
	return f
}

// Bounds returns the bounds of a figure as text.
func (f *Figure) Bounds() string {
	if text := f.limits(); text != "" && f.Aim {
		return "our provisional aim: " + text
	}
	return f.limits()
}

func (f *Figure) limits() string {
	switch {
	case f.Low != nil && f.High != nil:
		return fmt.Sprintf("%s to %s", significantDigits(*f.Low), significantDigits(*f.High))
	case f.Low != nil:
		return "at least " + significantDigits(*f.Low)
	case f.High != nil:
		return "at most " + significantDigits(*f.High)
	}
	return ""
}

// Text returns the value with its standard error, or "–" if the value is unknown.
func (f *Figure) Text() string {
	if f.Value == nil {
		return "–"
	}
	text := Rounded(*f.Value, *f.Value)
	if f.Error != nil {
		text += " ± " + Rounded(*f.Error, *f.Value)
	}
	return text
}

// Rounded formats x with a number of decimals that suits values of about the size of like. It uses fewer
// decimals for larger values, and two significant digits below 0.01.
func Rounded(x, like float64) string {
	if like != 0 && math.Abs(like) < 0.01 {
		return fmt.Sprintf("%.2g", x)
	}
	digits := 3
	for size := 1.0; digits > 0 && math.Abs(like) >= size; size *= 10 {
		digits--
	}
	return fmt.Sprintf("%.*f", digits, x)
}

func significantDigits(x float64) string { return fmt.Sprintf("%.3g", x) }
