//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/metrics"
	"skein/flock/metrics/live"
)

// Bounds of what a scenario also holds.
const minSpeed, maxSpeed = 0.05, 20 // simulated seconds per second

// State is what the panel shows.
type State struct {
	Controls studio.Controls
	Snapshot *flock.Snapshot
	Ledger   studio.Ledger
	Species  []string // names of the flocks
	Leaders  int      // drawn in orange in the last picture
	Seed     uint64
	FrameMS  float64 // between frames
	DrawMS   float64 // to draw one
	TickMS   float64 // to step one tick

	Study     Study
	Timeline  Timeline
	Job       Job
	News      *live.News         // what is measured beside the flight
	Now       float64            // simulated time shown, s
	Start     float64            // of a recording, s
	Presets   []Preset           // for the chosen flock
	Around    flock.Surroundings // the things around the flock
	Hunters   []studio.Hunter    // the birds that hunt
	Joins     bool               // a predator's species would join: there is none that hunts
	Extent    mgl32.Vec3         // of the selected obstacle, m
	Shown     Place              // the last picture
	OnPath    bool               // the camera goes along its path, whatever hands do
	Picture   image.Rectangle    // what the panel leaves free, screen units
	Tape      *Tape              // a recording to be played; nil: the flock lives
	Bird      string             // name of the model that is drawn
	Birds     []string           // names of those to choose from, Bird among them
	Scenes    []SceneLine        // built-in
	Recent    []string           // files that were opened or saved, the last first
	Title     string             // of the scene
	Unsaved   bool               // it has edits that no file has
	Layouts   [Layouts]bool      // those that are kept
	CanUndo   bool               // there is an edit to take back
	CanRedo   bool               // there is one that was
	Light     bool               // colours, rather than dark
	Bookmarks [9]bool            // those of the camera that are kept
	Recording string             // how much is recorded so far; empty: not recording
	Drawing   Drawing
}

// SceneLine is a built-in scene.
type SceneLine struct {
	Name, Line string
	Picture    uint32 // OpenGL's name of it; 0: not yet made
}

// Outcome is what a person did with the panel and the keys.
type Outcome struct {
	Controls studio.Controls     // as edited
	Edit     studio.Edit         // what became of an edit of parameters
	Around   *flock.Surroundings // as edited; nil: as they were
	Deed     Deed
	Put      *Put   // a hunter, elsewhere; nil: none
	Give     Given  // a file for an obstacle
	Browse   Browse // for a file, with a dialog of the desktop
	Answer   Answer // to Ask
	Named    string // the scene's file, of an Answer that saves
	Commands []studio.Command
	Seek     *float64  // time to go to, s; nil: none
	Planned  []KeyEdit // of keys of the timeline
	Plan     *Range    // in the dialog that is open; nil: none is
	Range    *Range    // to be drawn or exported; nil: none
	Actions  []Action
	Bookmark int                              // of the camera, to fly to; less than 0: to be kept; 0: none
	Open     string                           // a built-in scene or a file to open; empty for none
	Save     string                           // file to save the scene to; empty for none
	Bird     string                           // one of the State's Birds to draw; empty: as before
	later    []func(*Panel, *State, *Outcome) // to be done by the panel
	handle   *handle                          // what the selected thing's is to do; nil: as before
	CSV      []metrics.Entry                  // of the ledger, to be saved; nil: nothing
	Visit    *metrics.Entry                   // of it, to be gone to; nil: none
	Measure  live.Need                        // what is to be measured beside the flight
	Tables   []Table                          // of plots, to be saved; nil: nothing
	Preset   PresetDo                         // what is to become of one
	Picture  image.Rectangle                  // part of the window to be saved as a picture, in screen units; empty: none
	Layout   int                              // to be brought back; less than 0: to be kept; 0: none
	Keys     map[string]string                // those that a person chose, by the names of their bindings; nil: as before
	Say      string                           // why what was asked for does nothing, or shows nothing; empty: all is well
}

// Panel is what stands around and over the picture: the menu, the inspector's pages, the
// bars below. It remembers only how it is being used.
type Panel struct {
	Probe map[string]image.Rectangle // where each widget is, in screen units; nil: not asked for
	Away  map[string]string          // those of them that are not wholly in sight, and their pages
	Fixed *imgui.Font                // letters of the same width, for code; nil: as all text

	asOpened   asOpened
	tabs       []tab
	menus      []menu
	palette    palette
	log        messages
	timings    drawer
	wrong      string    // with the file that is open; empty: nothing
	ab         [2]*setup // kept to be compared
	abNow      int       // the one that is edited, 0 or 1
	look       []look.Setting
	page       string       // that is being laid out
	pageID     imgui.ID     // of its window
	flock      int          // the chosen one
	specs      []flock.Spec // its
	bindings   []binding    // as they are now
	unbound    []binding    // as they are at first
	keys       shortcuts
	guide      guideWindow
	scenes     gallery
	plot       plot
	pen        pen
	typing     string       // key of the parameter that a number is being typed for
	typed      flock.Params // holds that number, which is not applied yet
	typedThing any          // likewise, a property of a thing
	gizmo      gizmo
	clicked    click
	goal       goal
	used       string // the page that had the focus last
	time       timeline
	ranges     rangeDialog
	asking     string // before what edits are to be saved; empty: nothing is asked
	giving     Given  // a file that is being chosen for an obstacle
	nav        bool   // the keyboard goes through the panel
	hidden     bool
	studies    studies
	field      fieldPage
	plots      plots
	presets    presetsPage
	toast      toast
	legend     legend
	file       string
	clockText  string  // the time of day, as it is typed
	clocking   bool    // it is being typed
	now        float64 // simulated time of the settings, s
}

// NewPanel returns a panel whose resets go back to the given parameters, of each flock,
// and look.
func NewPanel(params []flock.Params, as look.Look, sceneFile string) *Panel {
	p := &Panel{Away: map[string]string{}, tabs: tabs(), menus: menus(), look: look.Settings(), ranges: newRangeDialog(), field: fieldPage{window: 1}, plots: newPlots()}
	p.unbound = p.allBindings()
	p.bindings = slices.Clone(p.unbound)
	p.Open(params, as, sceneFile)
	return p
}

// Open forgets what belonged to the scene before: resets go back to the given
// parameters, of each flock, and look.
func (p *Panel) Open(params []flock.Params, as look.Look, sceneFile string) {
	p.asOpened, p.file = asOpened{params, as}, sceneFile
	p.ab, p.wrong, p.time = [2]*setup{}, "", timeline{}
	p.turn(0)
}

// Joined has resets of a flock that joined go back to its parameters.
func (p *Panel) Joined(params flock.Params) {
	p.asOpened.params = append(slices.Clone(p.asOpened.params), params)
}

// World brings the page of the things around the flock to the front, unless the panel is
// hidden.
func (p *Panel) World() {
	if !p.hidden {
		p.goTo("World", "")
	}
}

// SavedAs makes the panel offer the file that the scene was saved in.
func (p *Panel) SavedAs(file string) { p.file = file }

// Give makes the panel ask for the file that an obstacle is to be of.
func (p *Panel) Give(g Given) { p.giving = g }

// turn makes the panel be about a flock.
func (p *Panel) turn(to int) {
	p.flock, p.specs = to, essentialsFirst(p.asOpened.params[to].Specs())
	p.plot, p.pen, p.typing, p.clicked, p.giving = plot{}, pen{}, "", click{}, Given{}
}

// Hidden reports whether the panel is hidden.
func (p *Panel) Hidden() bool { return p.hidden }

// Handling reports whether the pointer is on the handle of the selected thing.
func (p *Panel) Handling() bool { return p.gizmo.over }

// Toggle hides or shows the panel.
func (p *Panel) Toggle() { p.hidden = !p.hidden }

// Help shows or hides the page of shortcuts.
func (p *Panel) Help() { p.flip(&p.keys.drawer) }

// Show lays out the panel and adds what was done with it to the outcome.
func (p *Panel) Show(s *State, o *Outcome) {
	if s.Controls.Flock != p.flock {
		p.turn(s.Controls.Flock)
	}
	p.catchUp(s, o)
	own := s.Snapshot.Only(p.flock)
	p.plot.add(&own, s.Controls.Params.Float("vision"), max(1, float64(s.Controls.Show.Speed)))
	clear(p.Probe)
	clear(p.Away)
	if !p.hidden {
		p.menuBar(s, o)
		p.time.under = ""
		p.inspect(s, o)
		p.bottom(s)
		p.study(s, o)
		p.rangeWindow(s, o)
		p.drawer("Field", &p.field.drawer, func() { p.fieldPage(s, o) })
		p.drawer("Plots", &p.plots.drawer, func() { p.plotsPage(s, o) })
		p.drawer("Presets", &p.presets.drawer, func() { p.presetsPage(s, o) })
		p.drawer("Timings", &p.timings, func() { p.timingsPage(s) })
		p.guideWindow(o)
		p.drawer("Shortcuts", &p.keys.drawer, func() { p.shortcutsPage(o) })
	}
	p.handle(s, o)
	p.legend.note(imgui.Time(), s.Leaders, o.Controls.Show.Plain)
	p.showLegend(s)
	p.messages()
	p.showWrong(s)
	p.gallery(s, o)
	p.search(s, o)
	p.toast.show(s.Picture)
	p.ask(o)
	p.catchUp(s, o) // what menus chose
	if o.Controls.Look != s.Controls.Look && o.Edit == studio.Dragging && !imgui.IsAnyItemActive() {
		o.Edit = studio.Done // a choice outside of a row
	}
}

// catchUp does what keys have asked of the panel.
func (p *Panel) catchUp(s *State, o *Outcome) {
	for k := 0; k < len(o.later); k++ { // one may ask for another
		do := o.later[k]
		do(p, s, o)
	}
	o.later = nil
}

// flocks chooses the flock that the panel is about, where there are several.
func (p *Panel) flocks(s *State, o *Outcome) {
	if len(s.Species) < 2 {
		return
	}
	var names []string
	for k, name := range s.Species {
		from, to := s.Snapshot.Range(k)
		names = append(names, fmt.Sprintf("%s (%d)", name, to-from))
	}
	p.choose("Flock", "flock", "Whose numbers, bird and parameters these are. Keys Shift K.", names, p.flock, func(i int) { o.Controls.Flock = i })
}

// numbers are the figures of the flock, of so many boids.
func (p *Panel) numbers(s *State, boids int) {
	n := p.plot.now
	write(fmt.Sprintf("%d boids   %d leading   %s", boids, n.leaders, plural(n.clusters, "cluster")))
	order := "–" // nobody flies
	if p := float64(n.polarization); !math.IsNaN(p) {
		order = fmt.Sprintf("%.3f", p)
	}
	write(fmt.Sprintf("polarization %s   escapes %d", order, s.Ledger.Escapes))
	if imgui.IsItemHovered() {
		tip(fmt.Sprintf("%d escapes since the start: %d taken back, %d abandoned the flock",
			s.Ledger.Escapes, s.Ledger.Reabsorbed, s.Ledger.Abandoned))
	}
	if l := s.Ledger; l.Attacks+l.Splits > 0 {
		write(hunted(&l))
	}
	p.plot.show()
}

// hunted returns what a flock did that hunts, or of one that is hunted how often it fell apart.
func hunted(l *studio.Ledger) string {
	if l.Attacks == 0 {
		return "fell apart " + plural(l.Splits, "time")
	}
	return fmt.Sprintf("%s   %d struck   %d near", plural(l.Attacks, "attack"), l.Strikes, l.NearMisses)
}

// rate returns how many frames a second there are when one takes so long.
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
	return fmt.Sprintf("%d %ss", n, word)
}

// origin returns what flies follows from.
func (s *State) origin() string {
	if s.Tape != nil && s.Tape.Tracks {
		return "tracks, no seed"
	}
	return fmt.Sprintf("seed %d", s.Seed)
}

// selected names a boid, where there are several flocks with its species.
func (s *State) selected(i int) string {
	name := fmt.Sprintf("boid %d", i)
	k, there := s.Snapshot.Index(i)
	if !there {
		return name + ": away"
	}
	if len(s.Species) > 1 {
		name += ", " + s.Species[s.Snapshot.FlockOf(k)]
	}
	return name
}

// bird chooses the model that is drawn.
func (p *Panel) bird(s *State, o *Outcome) {
	names, now := s.Birds, max(slices.Index(s.Birds, s.Bird), 0)
	const doc = "The model that the flock is drawn with. Drop a .glb or .gltf file on the window to fly another."
	p.choose("Bird", "bird", doc, names, now, func(i int) { o.Bird = names[i] })
}

// recordPage saves what is set as a scenario, and what flies as a recording.
func (p *Panel) recordPage(s *State, o *Outcome) {
	if s.Tape == nil || !s.Tape.Tracks {
		p.saving(o)
	}
	p.button("Open", "open", func() { o.Browse = BrowseAny })
	hint("Another scene, a recording, or a model as bird. Key Ctrl O; or drop it on the window.")
	imgui.SameLine()
	faint(s.origin())
	imgui.SameLine()
	p.button("Keys (F1)", "keys", p.Help)
	if s.Tape != nil && !s.Tape.Branched {
		imgui.SameLine()
		p.button("Export...", "export", func() { p.askRange(true)(s, o) })
		hint("It, or the range of it that is set, for another program.")
		return
	}
	imgui.SameLine()
	if s.Recording == "" {
		p.button("Record (F9)", "record", func() { o.Actions = append(o.Actions, Record) })
		return
	}
	p.button("Stop (F9)", "record", func() { o.Actions = append(o.Actions, Record) })
	imgui.SameLine()
	imgui.TextColored(lampColour(), s.Recording)
}

// saving is where the scene is to be saved.
func (p *Panel) saving(o *Outcome) {
	imgui.SetNextItemWidth(-9.6 * imgui.FontSize())
	if p.goal.key == "file" && !p.goal.seen {
		imgui.SetKeyboardFocusHere()
	}
	save := func() { o.Save = p.file }
	if entered("##file", "scene.toml", &p.file) {
		save()
	}
	p.mark("file")
	p.light("file")
	p.browsing("scene", BrowseScene, o)
	imgui.SameLine()
	p.button("Save scene", "save", save)
}

func helpLine(text, key string) {
	imgui.TableNextRow()
	for _, one := range []string{text, key} {
		imgui.TableNextColumn()
		imgui.PushTextWrapPos()
		write(one)
		imgui.PopTextWrapPos()
	}
}
