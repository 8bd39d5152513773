//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
)

// Preset is a set of parameters with a name.
type Preset struct {
	Name string
	Own  bool   // else of a built-in scene
	Line string // what it is
}

// PresetDeed is what is to become of a preset.
type PresetDeed int

// What can be done.
const (
	NoPreset    PresetDeed = iota
	ApplyPreset            // to the chosen flock
	KeepPreset             // what the chosen flock has, under the name
	DropPreset             // delete it
)

// PresetDo is something to be done with a preset.
type PresetDo struct {
	Deed PresetDeed
	Preset
}

// presetsPage is the page of presets, and of A and B.
type presetsPage struct {
	drawer
	name string // to keep under
	drop string // that was asked to be deleted once
}

// togglePresets opens or closes it.
func (p *Panel) togglePresets(*State, *Outcome) {
	p.flip(&p.presets.drawer)
}

// presetsPage lists presets: a click puts one on the chosen flock.
func (p *Panel) presetsPage(s *State, o *Outcome) {
	p.flocks(s, o)
	if s.Tape != nil && s.Tape.Tracks {
		faint("These were tracked: there is no model that had parameters.")
		return
	}
	p.sides(s, o)
	imgui.SeparatorText("Presets")
	v := &p.presets
	imgui.SetNextItemWidth(-4.5 * imgui.FontSize())
	enter := entered("##preset", "a name for what is set now", &v.name)
	p.mark("presets.name")
	imgui.SameLine()
	keep := func() { o.Preset = PresetDo{Deed: KeepPreset, Preset: Preset{Name: v.name}} }
	p.button("Save", "presets.save", keep)
	hint("Keep the parameters of this flock, but for the number of boids, as a scenario file in the presets folder of your settings.")
	if enter {
		keep()
	}
	own := slices.ContainsFunc(s.Presets, func(p Preset) bool { return p.Own })
	if !own {
		faint("None of your own yet, for this model.")
	}
	head := false
	for i := range s.Presets {
		one := &s.Presets[i]
		if !one.Own && !head {
			head = true
			faint("As in the built-in scenes of this model:")
		}
		p.presetLine(one, s, o)
	}
}

// presetLine is a preset; one's own can be deleted.
func (p *Panel) presetLine(one *Preset, s *State, o *Outcome) {
	v := &p.presets
	key := "presets." + map[bool]string{true: "own", false: "scene"}[one.Own] + "." + one.Name
	wide := imgui.ContentRegionAvail().X
	if one.Own {
		wide -= 4.4 * imgui.FontSize()
	}
	imgui.AlignTextToFramePadding()
	if imgui.SelectableBoolV(one.Name+"##"+key, false, 0, imgui.Vec2{X: wide}) {
		o.Preset = PresetDo{Deed: ApplyPreset, Preset: *one}
	}
	p.mark(key)
	hint(one.Line)
	if !one.Own {
		return
	}
	imgui.SameLine()
	label := "Delete"
	if v.drop == one.Name {
		label = "Sure?"
	}
	imgui.PushIDStr(key)
	p.button(label, key+".delete", func() {
		if v.drop != one.Name {
			v.drop = one.Name
			return
		}
		v.drop = ""
		o.Preset = PresetDo{Deed: DropPreset, Preset: *one}
	})
	imgui.PopID()
}

// presetMenu returns the presets as a menu.
func (p *Panel) presetMenu(s *State) (all []item) {
	for _, one := range s.Presets {
		label := one.Name
		if !one.Own {
			label += " (scene)"
		}
		all = append(all, item{label: label, doc: one.Line, do: func(_ *State, o *Outcome) { o.Preset = PresetDo{Deed: ApplyPreset, Preset: one} }})
	}
	return append(all, item{}, item{label: "Save as preset…", do: func(*State, *Outcome) {
		p.hidden = false
		p.presets.bring()
	}})
}

// sides are the two settings A and B: which of them one is on, and a way to the other.
func (p *Panel) sides(s *State, o *Outcome) {
	imgui.SeparatorText("A and B")
	if p.ab[0] == nil && p.ab[1] == nil {
		p.button("Compare from here", "ab.begin", func() { p.switchAB(s, o) })
		hint("What is set now is kept as A, and from here on you edit B. Key Ctrl B.")
		return
	}
	for k := range p.ab {
		if k > 0 {
			imgui.SameLine()
		}
		p.sideButton(k, "ab."+abName(k), s, o)
	}
	imgui.SameLine()
	faint("you edit " + abName(p.abNow) + ": Ctrl B switches")
}

// sideButton goes to A or B; that which one is on is lit.
func (p *Panel) sideButton(k int, key string, s *State, o *Outcome) {
	on := k == p.abNow
	if on {
		imgui.PushStyleColorVec4(imgui.ColButton, imgui.CurrentStyle().Colors()[imgui.ColPlotLines])
		imgui.PushStyleColorVec4(imgui.ColText, imgui.Vec4{X: 0.05, Y: 0.05, Z: 0.08, W: 1})
	}
	imgui.PushIDStr(key)
	p.button(abName(k), key, func() {
		if !on {
			p.switchAB(s, o)
		}
	})
	imgui.PopID()
	if on {
		imgui.PopStyleColorV(2)
	}
	hint("Settings A and B: you edit " + abName(p.abNow) + ". Key Ctrl B.")
}

// Side returns which of the two settings is edited, A or B; empty while none is kept.
func (p *Panel) Side() string {
	if p.ab[0] == nil && p.ab[1] == nil {
		return ""
	}
	return abName(p.abNow)
}
