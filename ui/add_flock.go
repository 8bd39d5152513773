//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
)

type flockDialog struct {
	open, fresh bool
	flock       scenario.Newcomer
	models      []string
}

const mostAdded, usuallyAdded = 3000, 40

func (p *Panel) askFlock(s *State, _ *Outcome) {
	d := &p.adding
	d.fresh = true
	p.openDialog(&d.open)
	d.flock = scenario.Newcomer{Count: usuallyAdded, Bird: s.builtinBirds()[0]}
	if s.Scene != nil {
		d.models = s.Scene.NewcomerModels()
	}
	if len(d.models) > 0 {
		d.flock.Model = d.models[0]
		if own := s.Controls.Params.Model().Name(); slices.Contains(d.models, own) {
			d.flock.Model = own
		}
		if bird := scenario.NewcomerBird(d.flock.Model); slices.Contains(s.builtinBirds(), bird) {
			d.flock.Bird = bird
		}
	}
}

func (p *Panel) flockWindow(s *State, o *Outcome) {
	d := &p.adding
	if !d.open {
		return
	}
	em, view := imgui.FontSize(), imgui.MainViewport().Size()
	if d.fresh {
		imgui.SetNextWindowFocus()
		d.fresh = false
	}
	imgui.SetNextWindowPosV(imgui.Vec2{X: view.X / 2, Y: view.Y / 2}, imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(32*em, view.X-2*em)}, imgui.CondAlways)
	imgui.BeginV("Add flock###add_flock", &d.open, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoCollapse)
	p.newcomerFields(&d.flock, d.models, s)
	imgui.Separator()
	p.primaryButton("Add", "flock.go", true, true, func() {
		chosen := d.flock
		chosen.Regards, chosen.Regarded = slices.Clone(chosen.Regards), slices.Clone(chosen.Regarded)
		o.Flock, d.open = &chosen, false
	})
	imgui.SameLine()
	p.button("Cancel", "flock.cancel", func() { d.open = false })
	writeGreyWrapped("The new flock joins now. The timeline and the recording keep the flight before this moment.")
	imgui.End()
}

func (p *Panel) newcomerFields(n *scenario.Newcomer, models []string, s *State) {
	imgui.SeparatorText("Bird: " + n.Bird)
	p.birdPictures("flock.bird", s, s.builtinBirds(), func(name string) bool { return name == n.Bird }, func(name string) { n.Bird = name })
	imgui.SeparatorText("Flock")
	row("Name")
	imgui.InputTextWithHint("##flock.name", n.Bird, &n.Species, 0, nil)
	p.mark("flock.name")
	endRow("The name of the species. If it is empty, the name of the bird is used.")
	row("Boids")
	count := int32(n.Count)
	wholeField("##flock.count", &count, numberRange{low: 1, high: mostAdded, log: true})
	n.Count = min(max(int(count), 1), mostAdded)
	p.mark("flock.count")
	endRow("The number of boids. You can change it later on the Flock page.")
	if len(models) > 0 {
		p.choose("Model", "flock.model", "The model, which contains the rules. The parameters are those of the model's built-in scene. A bird that is larger than the one in that scene sees farther and keeps larger distances.", models,
			max(slices.Index(models, n.Model), 0), func(k int) { n.Model = models[k] })
	}
	p.relationFields(n, s)
}

func (p *Panel) relationFields(n *scenario.Newcomer, s *State) {
	for _, list := range []*[]scenario.Relation{&n.Regards, &n.Regarded} {
		for len(*list) < len(s.Species) {
			*list = append(*list, scenario.Ignores)
		}
		*list = (*list)[:len(s.Species)]
	}
	all := scenario.RelationNames()
	imgui.SeparatorText("How the new flock reacts to the others")
	for k, name := range s.Species {
		p.choose(s.FlockLabel(k), "flock.regard."+name, "How the new flock reacts to this flock. If the new flock hunts this flock, this flock flees, unless you change its reaction below.", all, int(n.Regards[k]), func(r int) {
			n.SetRegard(k, scenario.Relation(r))
		})
	}
	imgui.SeparatorText("How the others react to the new flock")
	for k, name := range s.Species {
		choices := all
		if !p.flockHunts(s, k) {
			choices = all[:scenario.Hunts]
		}
		n.Regarded[k] = min(n.Regarded[k], scenario.Relation(len(choices)-1)) // the flock may have stopped hunting
		p.choose(s.FlockLabel(k), "flock.regarded."+name, "How this flock reacts to the new flock. Only a flock that already hunts can hunt the new flock.", choices, int(n.Regarded[k]), func(r int) {
			n.Regarded[k] = scenario.Relation(r)
		})
	}
}

func (p *Panel) flockHunts(s *State, k int) bool {
	if s.Scene == nil || k >= len(s.Scene.Flocks()) || k >= len(p.present.Params) {
		return false
	}
	f := s.Scene.Flocks()[k].Flock
	f.Params = p.present.Params[k]
	return f.Params.Model() != nil && f.Hunts() // imported tracks have no rules
}
