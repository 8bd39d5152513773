package figure

// Histogram counts birds by the value of a quantity, in columns of equal width.
type Histogram struct {
	Title     string  // description of the counted birds and the time, above the plot
	Name      string  // quantity with its unit
	Low, High float64 // ends of the horizontal axis
	Counts    []float64
	Expected  []float64 // number of birds expected by chance in each column, drawn as a line; nil if unknown
	Chance    string    // label of Expected in the legend
}

const (
	histogramWide = 50 * millimetre
	histogramHigh = 30 * millimetre
)

func layHistograms(all []Histogram, width, top float64) (plots []rect, bottom float64) {
	if len(all) == 0 {
		return nil, top
	}
	columns := min(len(all), max(1, int((width-2*margin)/histogramWide)))
	wide, left := (width-2*margin)/float64(columns), chartLabels
	const above, below = 2*line + titleGap, tickSize + gap + 2*line
	for k := range all {
		x, y := margin+float64(k%columns)*wide, top+float64(k/columns)*(above+histogramHigh+below)+above
		plots = append(plots, rect{x + left, y + histogramHigh, x + wide - chartGap, y})
	}
	rows := (len(all) + columns - 1) / columns
	return plots, top + float64(rows)*(above+histogramHigh+below)
}

func (p *pen) drawHistogram(h *Histogram, r rect) {
	v := valueRange{0, 1}
	for _, counts := range [][]float64{h.Counts, h.Expected} {
		for _, n := range counts {
			v.to = max(v.to, 1.08*n)
		}
	}
	across := func(x float64) float64 { return r.left + (x-h.Low)/(h.High-h.Low)*r.width() }
	wide := r.width() / float64(max(len(h.Counts), 1))
	for k, n := range h.Counts {
		if x := r.left + float64(k)*wide; n > 0 {
			p.fill([]point{{x + 0.05*wide, r.bottom}, {x + 0.95*wide, r.bottom}, {x + 0.95*wide, v.up(n, r)}, {x + 0.05*wide, v.up(n, r)}}, chartInks[0])
		}
	}
	var chance []point
	for k, n := range h.Expected {
		chance = append(chance, point{r.left + (float64(k)+0.5)*wide, v.up(n, r)})
	}
	p.stroke(chance, 0.8, ink)
	p.outlineOf(r)
	p.upTicks(r, v, ticks(v.from, v.to, max(1, (v.to-v.from)*5*millimetre/r.height()), false))
	for _, t := range ticks(h.Low, h.High, (h.High-h.Low)*8*millimetre/r.width(), false) {
		p.stroke([]point{{across(t.value), r.bottom}, {across(t.value), r.bottom - tickSize}}, 0.5, ink)
		p.textCentred(point{across(t.value), r.bottom - tickSize - gap/2 - 0.75*em}, t.text)
	}
	p.textCentred(point{(r.left + r.right) / 2, r.bottom - tickSize - gap/2 - 0.75*em - line}, h.Name)
	title := "birds " + h.Title
	if h.Expected != nil {
		title += "; line: " + h.Chance
	}
	lines := breakText(p.typeface, title, r.right-r.left+chartLabels)
	for i, text := range lines {
		p.text(point{r.left - chartLabels, r.top + titleGap + float64(len(lines)-1-i)*line}, text)
	}
}
