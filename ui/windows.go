//go:build cgo && !nowindow

package ui

type subwindow struct {
	name  string
	side  side
	key   string
	doc   string                         // tooltip in the menu; empty if not in the menu
	state func(*Panel) *drawer           // nil means that the state is in Panel.simple
	show  func(*Panel, *State, *Outcome) // nil if another function lays out the window
}

func subwindows() []subwindow {
	return []subwindow{
		{name: "Inspector", side: left, key: "Y", doc: "Explains why a boid leads or does not lead, with its neighbours and the steering force of each rule.",
			state: func(p *Panel) *drawer { return &p.studies.inspector }, show: (*Panel).inspector},
		{name: "Ledger", side: beside, key: "U", doc: "Lists all escapes, hunts and patterns of escape in a table.",
			state: func(p *Panel) *drawer { return &p.studies.ledger }, show: (*Panel).ledger},
		{name: "Overlay", side: left, key: "O", doc: "Sets the birds' colours, and shows links between neighbours, the centre, the axes and the hull.",
			state: func(p *Panel) *drawer { return &p.studies.overlay }, show: (*Panel).overlay},
		{name: "Lab", side: below, key: "Shift L", doc: "Writes a rule of the flock as a formula, and shows the values of its parts for the selected boid.",
			state: func(p *Panel) *drawer { return &p.lab.drawer }, show: (*Panel).labPage},
		{name: "Distances", side: left, doc: "Shows the distances between all pairs of boids as a heat map (distance matrix).", show: (*Panel).matrix},
		{name: "Plots", side: below, key: "Shift P", doc: "Plots measures over time with events, and histograms of single birds.", show: (*Panel).plotsPage},
		{name: "Presets", side: left, key: "Shift S", doc: "Saves and applies named sets of parameters, and compares the settings A and B.", show: (*Panel).presetsPage},
		{name: "Scorecard", side: left, key: "Shift F", doc: "Compares this flock with measurements of real flocks.", show: (*Panel).fieldPage},
		{name: "Messages", side: below, doc: "Shows the log of all messages.",
			state: func(p *Panel) *drawer { return &p.log.drawer }}, // shown even if the panel is hidden
		{name: "Guide", side: floating, doc: "Opens the user's guide.",
			state: func(p *Panel) *drawer { return &p.guide.drawer }, show: (*Panel).guideWindow},
		{name: "Timings", side: left, doc: "Shows how long each part of a frame takes, and which parts are slow.", show: (*Panel).timingsPage},
		{name: "Shortcuts", side: floating,
			state: func(p *Panel) *drawer { return &p.keys.drawer }, show: (*Panel).shortcutsWindow},
	}
}

func (p *Panel) stateOf(w *subwindow) *drawer {
	if w.state != nil {
		return w.state(p)
	}
	if p.simple[w.name] == nil {
		if p.simple == nil {
			p.simple = map[string]*drawer{}
		}
		p.simple[w.name] = &drawer{}
	}
	return p.simple[w.name]
}

func (p *Panel) window(name string) *drawer { return p.drawers()[name] }

func (p *Panel) drawers() map[string]*drawer {
	all := map[string]*drawer{}
	for _, w := range subwindows() {
		all[w.name] = p.stateOf(&w)
	}
	return all
}

func (p *Panel) toggleWindow(name string) func(*State, *Outcome) {
	return func(*State, *Outcome) { p.flip(p.window(name)) }
}

func (p *Panel) showWindows(s *State, o *Outcome) {
	for _, w := range p.windows {
		switch {
		case w.show == nil:
		case w.side == floating: // these windows choose their own place and size
			w.show(p, s, o)
		default:
			p.drawer(w.name, p.stateOf(&w), func() { w.show(p, s, o) })
		}
	}
}

func (p *Panel) windowItems() (all []item) {
	for _, w := range p.windows {
		if w.doc == "" {
			continue
		}
		it := item{label: w.name, key: w.key, on: p.stateOf(&w).open, doc: w.doc}
		if w.key == "" {
			it.do = p.toggleWindow(w.name)
		}
		all = append(all, it)
	}
	return all
}
