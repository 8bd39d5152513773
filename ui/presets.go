//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
)

// Preset is a named set of parameters.
type Preset struct {
	Name string
	Own  bool   // the user saved it; false for a built-in scene
	Line string // description of the preset
}

// PresetCommand is an action on a preset.
type PresetCommand int

// The actions on presets.
const (
	NoPreset    PresetCommand = iota
	ApplyPreset               // apply the preset to the selected flock
	SavePreset                // save the selected flock's parameters under the name
	DropPreset                // delete the preset
)

// PresetAction is a command and the preset to which it applies.
type PresetAction struct {
	Command PresetCommand
	Preset
}

type presetsPage struct {
	name string
	drop string
}

func (p *Panel) presetsPage(s *State, o *Outcome) {
	p.flockName(s)
	if s.Tape != nil && s.Tape.Tracks {
		writeGrey("Imported tracks have no parameters.")
		return
	}
	p.sides(s, o)
	imgui.SeparatorText("Presets")
	v := &p.presets
	imgui.SetNextItemWidth(-4.5 * imgui.FontSize())
	enter := textField("##preset", "name for the current settings", &v.name)
	p.mark("presets.name")
	imgui.SameLine()
	keep := func() { o.Preset = PresetAction{Command: SavePreset, Preset: Preset{Name: v.name}} }
	p.button("Save", "presets.save", keep)
	hint("Saves the parameters of this flock, except the number of boids, as a scenario file in the presets folder of your settings.")
	if enter {
		keep()
	}
	own := slices.ContainsFunc(s.Presets, func(p Preset) bool { return p.Own })
	if !own {
		writeGrey("No presets of your own for this model yet.")
	}
	head := false
	for i := range s.Presets {
		preset := &s.Presets[i]
		if !preset.Own && !head {
			head = true
			writeGrey("From the built-in scenes of this model:")
		}
		p.presetLine(preset, s, o)
	}
}

func (p *Panel) presetLine(preset *Preset, s *State, o *Outcome) {
	v := &p.presets
	key := "presets." + map[bool]string{true: "own", false: "scene"}[preset.Own] + "." + preset.Name
	wide := imgui.ContentRegionAvail().X
	if preset.Own {
		wide -= 4.4 * imgui.FontSize()
	}
	imgui.AlignTextToFramePadding()
	if imgui.SelectableBoolV(preset.Name+"##"+key, false, 0, imgui.Vec2{X: wide}) {
		o.Preset = PresetAction{Command: ApplyPreset, Preset: *preset}
	}
	p.mark(key)
	hint(preset.Line)
	if !preset.Own {
		return
	}
	imgui.SameLine()
	label := "Delete"
	if v.drop == preset.Name {
		label = "Sure?"
	}
	imgui.PushIDStr(key)
	p.button(label, key+".delete", func() {
		if v.drop != preset.Name {
			v.drop = preset.Name
			return
		}
		v.drop = ""
		o.Preset = PresetAction{Command: DropPreset, Preset: *preset}
	})
	imgui.PopID()
}

func (p *Panel) presetMenu(s *State) (all []item) {
	for _, preset := range s.Presets {
		label := preset.Name
		if !preset.Own {
			label += " (scene)"
		}
		all = append(all, item{label: label, doc: preset.Line, do: func(_ *State, o *Outcome) { o.Preset = PresetAction{Command: ApplyPreset, Preset: preset} }})
	}
	return append(all, item{}, item{label: "Save as preset…", do: func(*State, *Outcome) {
		p.hidden = false
		p.window("Presets").raise()
	}})
}

func (p *Panel) sides(s *State, o *Outcome) {
	imgui.SeparatorText("A and B")
	if p.ab[0] == nil && p.ab[1] == nil {
		p.button("Compare from here", "ab.begin", func() { p.switchAB(s, o) })
		hint("Saves the current settings as A. Later changes belong to B (Ctrl B).")
		return
	}
	for k := range p.ab {
		if k > 0 {
			imgui.SameLine()
		}
		p.sideButton(k, "ab."+abName(k), s, o)
	}
	imgui.SameLine()
	writeGrey("editing " + abName(p.abNow) + "; press Ctrl B to switch")
}

func (p *Panel) sideButton(k int, key string, s *State, o *Outcome) {
	on := k == p.abNow
	if on {
		imgui.PushStyleColorVec4(imgui.ColButton, present().primary)
		imgui.PushStyleColorVec4(imgui.ColText, present().onAccent)
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
	hint("Switches between the settings A and B; you are editing " + abName(p.abNow) + " (Ctrl B).")
}

// Side returns the name of the settings that are being edited, A or B. It returns "" if no settings are
// saved.
func (p *Panel) Side() string {
	if p.ab[0] == nil && p.ab[1] == nil {
		return ""
	}
	return abName(p.abNow)
}
