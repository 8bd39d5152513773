//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/live"
	"skein/flock/metrics/pattern"
)

type ledgerTable struct {
	ledgerFilter
	listed     ledgerFilter
	column     int
	descending bool
	shown      []*metrics.Entry // entries of the session, except those in counted
	counted    []metrics.Entry
	rowHigh    float32 // screen units; 0 if not known yet
	barHigh    float32 // height of the horizontal scroll bar, screen units
	scroll     float32
	away       bool // the user has scrolled away from the newest entry
	held       bool // the pointer is over sorted rows, so their order must not change
	total      int  // number of entries before the filters
}

type ledgerFilter struct {
	kind     int // 0 means all kinds; otherwise 1 + an index into ledgerKinds
	boid     string
	from, to string // s; empty means no bound
}

// ledgerKinds returns the kinds in their sort order: first those about boids, then the patterns of escape. Do
// not change the result.
var ledgerKinds = sync.OnceValue(func() []metrics.EntryKind {
	return append(metrics.EntryKinds(), pattern.EntryKinds()...)
})

// ledgerKindNames returns the names in the list of kinds. Do not change the result.
var ledgerKindNames = sync.OnceValue(func() []string {
	names := []string{"all kinds"}
	for _, k := range ledgerKinds() {
		names = append(names, string(k))
	}
	return names
})

func isPattern(e *metrics.Entry) bool { return e.Boid == metrics.NoBoid }

var ledgerColumns = []struct {
	key   string
	name  string
	doc   string
	width float32 // width of the widest text, in ems
	value func(e *metrics.Entry) float64
	text  func(e *metrics.Entry) string
}{
	{"time", "Time", "Time at which the escape, hunt or pattern began.", 5, func(e *metrics.Entry) float64 { return e.Time }, func(e *metrics.Entry) string { return fmt.Sprintf("%.2f s", e.Time) }},
	{"boid", "Boid", "Id of the boid.", 3.2, func(e *metrics.Entry) float64 { return float64(e.Boid) }, boidText},
	{"kind", "Kind", "What happened.", 7, func(e *metrics.Entry) float64 { return float64(slices.Index(ledgerKinds(), e.Kind)) }, func(e *metrics.Entry) string { return string(e.Kind) }},
	{"followers", "Followers", "Number of boids that turned because of the leader's pull, or that copied the leader's turn. A plus sign means that the escape has not ended, so more boids may follow.", 4.8, func(e *metrics.Entry) float64 { return float64(e.Followers) }, followersSoFar},
	{"delay", "Delay", "Mean time until followers copied the turn.", 4, func(e *metrics.Entry) float64 { return float64(e.Delay) }, func(e *metrics.Entry) string { return turnNumber(e, "%.2f s", e.Delay) }},
	{"wave_speed", "Wave speed", "Speed at which the turn or the alarm ran through the flock.", 6, func(e *metrics.Entry) float64 { return float64(e.WaveSpeed) }, func(e *metrics.Entry) string { return turnNumber(e, "%.1f m/s", e.WaveSpeed) }},
	{"x", "Eccentricity", "Eccentricity of the boid when it left. 0 means that it was in the middle of the neighbours that it saw, 1 that their middle was at the edge of its sight.", 6, func(e *metrics.Entry) float64 { return float64(e.X) }, func(e *metrics.Entry) string { return escapeNumber(e, "%.3f", e.X) }},
	{"front", "Front position", "How far ahead of its neighbours the boid flew. 1 is straight ahead, 0 or less is beside or behind.", 6.6, func(e *metrics.Entry) float64 { return float64(e.Front) }, func(e *metrics.Entry) string { return escapeNumber(e, "%.3f", e.Front) }},
	{"random_draw", "Random draw", "The random number that started the escape, because it was below the limit for the boid's eccentricity. There are 65,536 possible values. Only small numbers start an escape, so the same values appear often.", 7, func(e *metrics.Entry) float64 { return float64(e.Draw) }, func(e *metrics.Entry) string { return escapeNumber(e, "%.4f", e.Draw) }},
	{"rejoined_after", "Rejoined after", "Time away from the flock.", 6.6, func(e *metrics.Entry) float64 { return patternNumber(e, 0, float64(e.Seconds)) }, func(e *metrics.Entry) string { return textIfOver(e, fmt.Sprintf("%.2f s", e.Seconds)) }},
	{"lasts", "Duration", "How long a pattern of escape lasts.", 4, func(e *metrics.Entry) float64 { return patternNumber(e, float64(e.Seconds), 0) }, func(e *metrics.Entry) string { return patternText(e, "%.1f s", e.Seconds) }},
	{"birds", "Birds", "Number of birds that take part in a pattern.", 3.4, func(e *metrics.Entry) float64 { return float64(e.Birds) }, func(e *metrics.Entry) string { return patternText(e, "%d", e.Birds) }},
	{"measure", "Measure", "Most extreme value of the pattern's measure.", 5, func(e *metrics.Entry) float64 { return e.Extreme }, func(e *metrics.Entry) string { return patternText(e, "%.3g", e.Extreme) }},
	{"status", "Status", "How the escape ended, or its current state.", 11, func(e *metrics.Entry) float64 { return float64(slices.Index(statusOrder, e.Status)) }, statusText},
}

var statusOrder = []string{"", metrics.Leading, metrics.Away, metrics.Reabsorbed, metrics.Abandoned, metrics.Ongoing}

func boidText(e *metrics.Entry) string {
	if isPattern(e) {
		return ""
	}
	return strconv.Itoa(e.Boid)
}

func patternText(e *metrics.Entry, format string, x any) string {
	if !isPattern(e) {
		return ""
	}
	return fmt.Sprintf(format, x)
}

func patternNumber(e *metrics.Entry, ofPattern, ofOther float64) float64 {
	if isPattern(e) {
		return ofPattern
	}
	return ofOther
}

func escapeNumber(e *metrics.Entry, format string, x float32) string {
	if e.Kind != metrics.Escapes {
		return ""
	}
	return fmt.Sprintf(format, x)
}

func turnNumber(e *metrics.Entry, format string, x float32) string {
	switch {
	case x == 0:
		return ""
	case isPattern(e):
		return fmt.Sprintf(format, x)
	}
	return textIfOver(e, fmt.Sprintf(format, x))
}

func textIfOver(e *metrics.Entry, text string) string {
	if !e.HasEnded() && e.Kind != metrics.Reunions {
		return ""
	}
	return text
}

func followersSoFar(e *metrics.Entry) string {
	if e.Kind == metrics.Escapes && !e.HasEnded() && e.Followers > 0 {
		return strconv.Itoa(e.Followers) + "+"
	}
	return textIfOver(e, strconv.Itoa(e.Followers))
}

func statusText(e *metrics.Entry) string {
	switch e.Kind {
	case metrics.Attacks, metrics.Strikes, metrics.NearMiss:
		return fmt.Sprintf("boid %d, %.2f m away", e.Prey, e.Distance)
	}
	return e.Status + e.Perch
}

func (p *Panel) ledger(s *State, o *Outcome) {
	t := &p.studies.table
	em := imgui.FontSize()
	imgui.SetNextItemWidth(9 * em)
	p.combo("ledger.kind", ledgerKindNames(), t.kind, func(i int) { t.kind = i })
	p.mark("ledger.kind")
	for _, f := range []struct {
		key, hint string
		text      *string
	}{{"ledger.boid", "boid", &t.boid}, {"ledger.from", "from s", &t.from}, {"ledger.to", "to s", &t.to}} {
		imgui.SameLine()
		imgui.SetNextItemWidth(4 * em)
		refusing("##"+f.key, numberCharacters, func() bool {
			return imgui.InputTextWithHint("##"+f.key, f.hint, f.text, imgui.InputTextFlagsCharsDecimal, nil)
		})
		p.mark(f.key)
	}
	sameLineIfFits(4 * em)
	p.button("CSV", "ledger.csv", func() { o.CSV = t.entries() })
	hint("Saves the listed entries as skein-ledger-DATE.csv in the current folder.")
	o.Measure.Patterns = true
	total := len(s.Study.Entries) + len(s.Study.Upcoming) + len(s.Study.Patterns)
	if !t.held || total < t.total || t.listed != t.ledgerFilter {
		t.list(s.Escapes, s.Study.Entries, s.Study.Upcoming, s.Study.Patterns)
	}
	t.total, t.listed = total, t.ledgerFilter
	const none = "No escapes, hunts or patterns yet"
	sameLineIfFits(imgui.CalcTextSize(none).X)
	if total == 0 {
		writeGrey(none)
	} else {
		writeGrey(fmt.Sprintf("%d of %d", len(t.shown), total))
	}
	if s.Tape == nil && s.Snapshot.Len() > live.PatternBirds {
		writeGrey(fmt.Sprintf("With more than %d birds, skein finds patterns of escape only in recordings.", live.PatternBirds))
	}
	p.rows(t, s, o)
}

// list sorts the entries that pass the filters. It allocates no memory while the number of entries stays the
// same.
func (t *ledgerTable) list(open []flock.OpenEscape, lists ...[]metrics.Entry) {
	t.shown = t.shown[:0]
	t.counted = slices.Grow(t.counted[:0], len(open)) // t.shown points into t.counted, so the memory must not move
	boid, from, to := boundOf(t.boid), boundOf(t.from), boundOf(t.to)
	for _, all := range lists {
		for i := range all {
			e := &all[i]
			if escape := openEscapeOf(e, open); escape != nil && len(t.counted) < len(open) {
				t.counted = append(t.counted, *e)
				e = &t.counted[len(t.counted)-1]
				e.Followers = escape.Followers
			}
			if t.passes(e, boid, from, to) {
				t.shown = append(t.shown, e)
			}
		}
	}
	value := ledgerColumns[t.column].value
	slices.SortStableFunc(t.shown, func(a, b *metrics.Entry) int {
		if t.descending {
			a, b = b, a
		}
		return cmp.Compare(value(a), value(b))
	})
}

func openEscapeOf(e *metrics.Entry, open []flock.OpenEscape) *flock.OpenEscape {
	if e.Kind != metrics.Escapes || e.HasEnded() {
		return nil
	}
	for k := range open {
		if escape := &open[k]; escape.Began == e.Tick && escape.Boid == e.Boid {
			return escape
		}
	}
	return nil
}

func (t *ledgerTable) passes(e *metrics.Entry, boid, from, to bound) bool {
	return (t.kind == 0 || e.Kind == ledgerKinds()[t.kind-1]) && (!boid.set || float64(e.Boid) == boid.value) &&
		(!from.set || e.Time >= from.value) && (!to.set || e.Time <= to.value)
}

type bound struct {
	value float64
	set   bool
}

func boundOf(text string) bound {
	if text == "" {
		return bound{} // creating an error would allocate memory
	}
	value, err := strconv.ParseFloat(text, 64)
	return bound{value, err == nil}
}

func (t *ledgerTable) entries() []metrics.Entry {
	all := make([]metrics.Entry, 0, len(t.shown))
	for _, e := range t.shown {
		all = append(all, *e)
	}
	return all
}

// wholeRows returns the largest height of the table, at most high, with which the last row is not cut off.
func (t *ledgerTable) wholeRows(high, header float32) float32 {
	if t.rowHigh <= 0 || high < header+t.barHigh+t.rowHigh {
		return high
	}
	rows := (high - header - t.barHigh) / t.rowHigh
	return header + t.barHigh + t.rowHigh*float32(int(rows))
}

func widthOf(name string, letters float32) float32 {
	em := imgui.FontSize()
	return max(letters*em, imgui.CalcTextSize(name).X+1.2*em)
}

func (p *Panel) rows(t *ledgerTable, s *State, o *Outcome) {
	const flags = imgui.TableFlagsSortable | imgui.TableFlagsRowBg | imgui.TableFlagsScrollY | imgui.TableFlagsScrollX | imgui.TableFlagsResizable | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody | imgui.TableFlagsSizingFixedFit
	t.held = false
	size := imgui.Vec2{Y: t.wholeRows(imgui.ContentRegionAvail().Y, imgui.TextLineHeight()+2*imgui.CurrentStyle().CellPadding().Y)}
	if !imgui.BeginTableV("ledger", int32(len(ledgerColumns)), flags, size, 0) {
		return
	}
	defer imgui.EndTable()
	imgui.TableSetupScrollFreeze(0, 1)
	for k := range ledgerColumns {
		imgui.TableSetupColumnV(ledgerColumns[k].name, imgui.TableColumnFlagsWidthFixed, widthOf(ledgerColumns[k].name, ledgerColumns[k].width), 0)
	}
	imgui.TableNextRowV(imgui.TableRowFlagsHeaders, 0)
	for k := range ledgerColumns {
		imgui.TableSetColumnIndex(int32(k))
		imgui.TableHeader(ledgerColumns[k].name)
		hint(ledgerColumns[k].doc)
		p.mark("ledger.header." + ledgerColumns[k].key)
	}
	if sort := imgui.TableGetSortSpecs(); sort != nil && sort.SpecsCount() > 0 {
		column, descending := int(sort.Specs().ColumnIndex()), sort.Specs().SortDirection() == imgui.SortDirectionDescending
		if column != t.column || descending != t.descending {
			t.column, t.descending = column, descending
			imgui.SetScrollYFloat(0)
			t.scroll, t.away = 0, false
		}
	}
	sorted := t.column != 0 || t.descending // in the default order, a new row does not move the others
	t.held = sorted && imgui.IsWindowHovered() && imgui.MousePos().Y > imgui.WindowPos().Y+imgui.TextLineHeightWithSpacing()
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(len(t.shown)))
	for clip.Step() {
		for i := clip.DisplayStart(); i < clip.DisplayEnd(); i++ {
			p.row(int(i), t.shown[i], s, o)
		}
	}
	t.rowHigh, t.barHigh = clip.ItemsHeight(), imgui.InternalCurrentWindow().ScrollbarSizes().Y
	if live := s.Tape == nil || s.Tape.Branched; live && t.column == 0 && !t.descending {
		t.follow()
	}
}

func (t *ledgerTable) follow() {
	at, end := imgui.ScrollY(), imgui.ScrollMaxY()
	if at < t.scroll-1 || at > t.scroll+1 {
		t.away = at < end-1
	}
	if !t.away && at < end {
		imgui.SetScrollYFloat(end)
		at = end
	}
	t.scroll = at
}

func (p *Panel) row(i int, e *metrics.Entry, s *State, o *Outcome) {
	imgui.TableNextRow()
	for k := range ledgerColumns {
		imgui.TableNextColumn()
		text := ledgerColumns[k].text(e)
		if k > 0 {
			write(text)
			continue
		}
		label := fmt.Sprintf("%s##%d", text, i)
		const flags = imgui.SelectableFlagsSpanAllColumns | imgui.SelectableFlagsAllowDoubleClick
		if selectable(label, e.Boid == o.Controls.Selected && !isPattern(e), flags, imgui.Vec2{}) {
			o.Visit, o.VisitMoment = e, imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft)
		}
		switch {
		case isPattern(e) && imgui.IsItemHovered():
			tooltip(patternDoc(e.Kind))
		case !isPattern(e):
			hint("A click selects the boid. A double-click goes to this moment.")
		}
		if i < 40 {
			p.mark(fmt.Sprintf("ledger.row.%d", i))
		}
	}
}

func patternDoc(kind metrics.EntryKind) string {
	for _, d := range pattern.Definitions() {
		if d.Kind.EntryKind() == kind {
			return fmt.Sprintf("%s: %s.\nMeasure: %s.\nBirds: %s.", kind, d.Seen, d.Measure, d.Birds)
		}
	}
	return ""
}
