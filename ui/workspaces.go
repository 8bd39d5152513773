//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

type workspace struct {
	name, doc string
	page      string
	timeline  float32 // height of the timeline, in screen units at scale 1
	open      []string
}

func workspaces() []workspace {
	return []workspace{
		{name: "Fly", page: "Flock", timeline: 160, doc: "Shows the flock and its rules."},
		{name: "Direct", page: "Camera", timeline: 300, doc: "Shows the camera's settings, and a tall timeline for camera keys and parameter keys."},
		{name: "Study", page: "Flock", timeline: 150, open: []string{"Inspector", "Plots", "Ledger", "Overlay", "Scorecard"}, doc: "Shows the inspector, overlay, scorecard, plots and ledger, which explain the flock."},
		{name: "Light", page: "Light", timeline: 160, doc: "Shows the settings of the sun, the weather and the land."},
	}
}

// Workspaces returns the names of the workspaces, in order.
func Workspaces() (names []string) {
	for _, w := range workspaces() {
		names = append(names, w.name)
	}
	return names
}

func workspaceNamed(name string) workspace {
	all := workspaces()
	return all[max(slices.IndexFunc(all, func(w workspace) bool { return w.name == name }), 0)]
}

func nextWorkspace(name string, places int) string {
	all := workspaces()
	k := max(slices.IndexFunc(all, func(w workspace) bool { return w.name == name }), 0)
	return all[(k+places+len(all))%len(all)].name
}

// Arrangement contains the user's changes of a workspace, without the sizes and places of the windows.
type Arrangement struct {
	Open []string `toml:"open"` // names of the open windows
	Page string   `toml:"page"` // front page of Properties
}

// Arrangement returns the current arrangement.
func (p *Panel) Arrangement() Arrangement {
	return Arrangement{Open: p.OpenWindows(), Page: p.selection.page()}
}

// Arrange opens the windows of an arrangement and selects its page; nil means the workspace's default.
func (p *Panel) Arrange(name string, a *Arrangement) {
	w := workspaceNamed(name)
	fresh := a == nil
	if fresh {
		a = &Arrangement{Open: w.open, Page: w.page}
	}
	p.OpenOnly(a.Open)
	page := a.Page
	if to, ok := objectOf(page); !ok || to.kind == thingObject || to.kind == boidObject {
		page = w.page // the thing or boid may no longer exist
	}
	p.goal = goal{page: page, fresh: true}
	if fresh {
		p.raiseFirst(w.open)
	}
}

// raiseFirst brings the first of the named windows in each region to the front. In a low window, the regions
// share one place, so only one window can be in front.
func (p *Panel) raiseFirst(names []string) {
	seen := map[side]bool{}
	for _, name := range names {
		k := slices.IndexFunc(p.windows, func(w subwindow) bool { return w.name == name })
		if to := p.windows[k].side; !seen[to] {
			d := p.window(name)
			if d.raise(); len(seen) == 0 {
				d.fresh *= 2
			}
			seen[to] = true
		}
	}
}

func (p *Panel) workspaceTabs(s *State, o *Outcome) {
	em, style := imgui.FontSize(), imgui.CurrentStyle()
	wide := float32(0)
	for _, w := range workspaces() {
		wide += imgui.CalcTextSize(w.name).X + 1.2*em
	}
	imgui.SetCursorPosX(max((imgui.WindowWidth()-wide)/2, imgui.CursorPosX()+0.5*em))
	for _, w := range workspaces() {
		colour := imgui.ColTextDisabled
		front := w.name == s.Workspace
		if front {
			colour = imgui.ColText
		}
		imgui.PushStyleColorVec4(imgui.ColText, style.Colors()[colour])
		size := imgui.Vec2{X: imgui.CalcTextSize(w.name).X + 1.2*em}
		imgui.PushStyleVarVec2(imgui.StyleVarSelectableTextAlign, imgui.Vec2{X: 0.5})
		if selectable(w.name, front, 0, size) && !front {
			o.Workspace = w.name
		}
		imgui.PopStyleVar()
		imgui.PopStyleColor()
		p.mark("workspace." + strings.ToLower(w.name))
		hint(w.doc + " " + p.PresentKey("Ctrl Tab") + " goes to the next workspace.")
	}
}

func workspaceItems(s *State) (all []item) {
	for _, w := range workspaces() {
		all = append(all, item{label: w.name, on: w.name == s.Workspace, doc: w.doc, do: toWorkspace(w.name)})
	}
	return append(all, item{}, item{label: "Reset workspace", do: action(ResetWorkspace), doc: "Restores the default arrangement of this workspace."})
}

func toWorkspace(name string) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Workspace = name }
}

func turnWorkspace(places int) func(*State, *Outcome) {
	return func(s *State, o *Outcome) { o.Workspace = nextWorkspace(s.Workspace, places) }
}
