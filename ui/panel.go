//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
)

// Limits of the playback speed, in simulated seconds per second.
const minSpeed, maxSpeed = 0.05, 20

// Panel is the user interface around the picture: the menu, the pages and the status bar. It holds only the
// state of the interface.
type Panel struct {
	Probe map[string]image.Rectangle // position of each widget, in screen units, for tests; nil if not recorded
	Away  map[string]string          // pages of widgets that are partly hidden
	Fixed *imgui.Font                // monospaced font for code; nil means the normal font
	Bold  *imgui.Font                // heavier font for headings; nil means the normal font

	saved, present  *SceneContent // the scene as last saved or opened, and as it would be saved now
	tabs            []tab
	menus           []menu
	palette         palette
	log             messages
	windows         []subwindow
	simple          map[string]*drawer // states of the windows without other data, by name
	wrong           string             // error in the open file; empty if none
	ab              [2]*abSettings
	abNow           int // active slot of ab
	look            []look.Setting
	page            string
	pageID          imgui.ID
	flock           int
	specs           []flock.Spec
	bindings        []binding
	defaultBindings []binding
	keys            shortcuts
	guide           guideWindow
	scenes          gallery
	plot            plot
	plotOf          [flock.MaxFlocks]plot
	pen             pen
	typedKey        string
	typedParams     flock.Params // parameters with the number that is being typed, before it is applied
	typedThing      any
	gizmo           gizmo
	goal            goal
	pageWindow      string // ImGui name of the front page of Properties
	selection       selection
	outliner        outliner
	saving          saveDialog
	time            timeline
	ranges          rangeDialog
	figures         figureDialog
	adding          flockDialog
	mixing          bool
	shareEdit       []BirdShare
	confirm         confirmation
	dialogs         []*bool // pointers to the field open of each dialog, the last opened dialog last
	askedBefore     string
	askedLoss       string       // question whether edits may be deleted; empty if none
	wantedFile      ObstacleFile // obstacle for which the user chooses a file
	nav             bool
	listOpen        bool // whether a list or menu was open in the last frame
	hidden          bool
	studies         studies
	lab             lab
	model           *flock.Model // model to which specs belongs
	savedRules      map[int]flock.Params
	field           fieldPage
	plots           plots
	presets         presetsPage
	toast           toast
	legend          legend
	strip           strip
	announcement    announcement
	file            string
	clockText       string
	typingClock     bool
	settingsTime    float64 // simulated time of the settings, s
}

// NewPanel returns a panel. It treats the given parameters of each flock and the look as saved.
func NewPanel(params []flock.Params, l look.Look, sceneFile string) *Panel {
	p := &Panel{Away: map[string]string{}, tabs: tabs(), windows: subwindows(), menus: menus(), look: look.Settings(), ranges: newRangeDialog(), figures: newFigureDialog(), field: fieldPage{window: 1}, plots: newPlots()}
	p.defaultBindings = p.allBindings()
	p.bindings = slices.Clone(p.defaultBindings)
	p.Open(params, l, sceneFile)
	return p
}

// Open prepares the panel for a new scene. It treats the given parameters of each flock and the look as
// saved.
func (p *Panel) Open(params []flock.Params, l look.Look, sceneFile string) {
	p.saved, p.file = &SceneContent{Params: params, Look: l}, sceneFile
	p.present = p.saved
	p.ab, p.wrong, p.time = [2]*abSettings{}, "", timeline{}
	p.announcement = announcement{}
	p.lab.forget()
	p.adding.open, p.ranges.times = false, [3]lastTimes{}
	p.strip.lesson, p.strip.closed = lessonRun{}, false
	p.turn(0)
}

// SavedAs sets the file name that the panel offers for saving the scene.
func (p *Panel) SavedAs(file string) { p.file = file }

// AskFile makes the panel ask for a file for an obstacle.
func (p *Panel) AskFile(g ObstacleFile) { p.wantedFile = g }

func (p *Panel) turn(to int) {
	p.plotOf[p.flock] = p.plot
	p.flock, p.model = to, p.saved.Params[to].Model()
	p.specs = essentialsFirst(p.saved.Params[to].Specs())
	p.plot, p.pen, p.typedKey, p.wantedFile = p.plotOf[to], pen{}, "", ObstacleFile{}
}

func (p *Panel) forgetPlots(flocks int) { clear(p.plotOf[flocks:]) }

// IsHidden reports whether the panel is hidden.
func (p *Panel) IsHidden() bool { return p.hidden }

// Handling reports whether the pointer is on a handle of the selected object.
func (p *Panel) Handling() bool { return p.gizmo.hovered }

// Toggle hides or shows the panel.
func (p *Panel) Toggle() { p.hidden = !p.hidden }

// Help shows or hides the page of shortcuts.
func (p *Panel) Help() { p.flip(&p.keys.drawer) }

// Show lays out the panel and adds the user's actions to the outcome.
func (p *Panel) Show(s *State, o *Outcome) {
	if s.Saved != nil {
		p.saved, p.present = s.Saved, s.Present
	}
	p.forgetPlots(s.Snapshot.FlockCount())
	if s.Controls.Flock != p.flock {
		p.turn(s.Controls.Flock)
	}
	p.followRules(s.Controls.Params.Model())
	p.runLater(s, o)
	own, link := s.Snapshot.OneFlock(p.flock), s.Controls.Params.Float("vision")
	if s.Tape != nil {
		p.plot.setPace(s.Tape.Pace)
	}
	if s.Tape != nil && s.Tape.Past {
		p.plot.look(&own, link)
	} else {
		p.plot.add(&own, link, max(1, float64(s.Controls.Show.Speed)))
	}
	clear(p.Probe)
	clear(p.Away)
	p.confirm.focused = false
	p.time.paramUnder, p.time.overProperties = "", false
	if !p.hidden {
		p.menuBar(s, o)
		p.selection.follow(&o.Controls)
		p.outlinerPane(s, o)
		p.properties(s, o)
		p.timelinePane(s, o)
		p.statusBar(s)
		p.study(s, o)
		p.rangeWindow(s, o)
		p.rangeFailure(s, o)
		p.figureWindow(s, o)
		p.flockWindow(s, o)
		p.showWindows(s, o)
	}
	p.handle(s, o)
	p.legend.update(imgui.Time(), s.Leaders, o.Controls.Show.Plain)
	p.showLegend(s)
	p.showScale(s)
	p.showStrip(s, o)
	p.announce(s)
	p.messages()
	p.showWrong(s)
	p.gallery(s, o)
	p.search(s, o)
	p.toast.behind = p.palette.open
	p.toast.show(s.Picture, p.strip.area)
	p.confirm.pressed = false
	p.ask(s, o)
	p.saveAs(o)
	p.runLater(s, o)
	if o.Controls.Look != s.Controls.Look && o.Edit == studio.Dragging && !imgui.IsAnyItemActive() {
		o.Edit = studio.Done // the user chose an action outside the pages
	}
}

func (p *Panel) runLater(s *State, o *Outcome) {
	for k := 0; k < len(o.later); k++ { // an action may add further actions
		do := o.later[k]
		do(p, s, o)
	}
	o.later = nil
}

func (p *Panel) flockName(s *State) {
	if len(s.Species) > 1 && p.flock < len(s.Species) {
		write(s.Species[p.flock])
	}
}

func (p *Panel) numbers(s *State, boids int) {
	n := p.plot.figures
	write(fmt.Sprintf("%s   %d leading   %s", plural(boids, "boid"), n.leaders, plural(n.clusters, "cluster")))
	order := "–" // no bird flies
	if p := float64(n.polarization); !math.IsNaN(p) {
		order = fmt.Sprintf("%.3f", p)
	}
	write(fmt.Sprintf("polarization %s   escapes %d", order, s.Ledger.Escapes))
	if imgui.IsItemHovered() {
		tooltip(fmt.Sprintf("%d escapes in this flock since the start: %d leaders rejoined the flock, %d did not return",
			s.Ledger.Escapes, s.Ledger.Reabsorbed, s.Ledger.Abandoned))
	}
	if l := s.Ledger; l.Attacks+l.Splits > 0 {
		write(attackText(&l))
	}
	p.plot.show()
}

func attackText(l *studio.Ledger) string {
	if l.Attacks == 0 {
		return "split " + plural(l.Splits, "time")
	}
	return plural(l.Attacks, "attack") + "   " + plural(l.Strikes, "strike") + "   " + plural(l.NearMisses, "near miss")
}

func rate(ms float64) string {
	switch fps := 1000 / ms; {
	case ms <= 0:
		return "– fps"
	case fps < 9.95:
		return fmt.Sprintf("%.1f fps", fps)
	default:
		return fmt.Sprintf("%.0f fps", fps)
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if strings.HasSuffix(word, "s") {
		word += "e"
	}
	return WithCommas(n) + " " + word + "s"
}

func (s *State) origin() string {
	if s.Tape != nil && s.Tape.Tracks {
		return "imported tracks"
	}
	return fmt.Sprintf("seed %d", s.Seed)
}

// boidLabel returns the name of a boid, which is the same everywhere: in the window, on the command line and
// in tables.
func boidLabel(id int) string { return fmt.Sprintf("boid %d", id) }

// boidName returns the name of a boid with the flock to which it belongs, if there are several.
func (s *State) boidName(i int) string {
	name := boidLabel(i)
	k, ok := s.Snapshot.Index(i)
	if !ok {
		return name + ": absent"
	}
	if len(s.Species) > 1 {
		name += ", " + s.FlockLabel(s.Snapshot.FlockOf(k))
	}
	return name
}

func helpLine(text, key string) {
	imgui.TableNextRow()
	for _, label := range []string{text, key} {
		imgui.TableNextColumn()
		writeWrapped(label)
	}
}
