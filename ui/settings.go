//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock/look"
)

// widgetOf returns the name of a setting's widget: the key of the setting, unless a parameter has the same
// name.
func widgetOf(s *look.Setting) string {
	switch s.Section + "." + s.Key {
	case "camera.mode":
		return "camera"
	case "show.vision":
		return "vision_sphere"
	}
	return s.Key
}

func (p *Panel) settings(section string, st *State, o *Outcome) {
	p.settingsTime = st.Now
	for i := range p.look {
		if s := &p.look[i]; s.Section == section && !s.InFile && s.Key != "speed" {
			p.setting(s, o)
			switch s.Key {
			case "hours":
				p.clock(st, o)
			case "haze":
				p.visibility(st, o)
			}
		}
	}
}

func (p *Panel) settingOf(section, key string, o *Outcome) {
	for i := range p.look {
		if s := &p.look[i]; s.Section == section && s.Key == key {
			p.setting(s, o)
		}
	}
}

func (p *Panel) setting(s *look.Setting, o *Outcome) {
	l := &o.Controls.Look
	name := widgetOf(s)
	imgui.BeginDisabledV(s.Idle != nil && s.Idle(l))
	defer imgui.EndDisabled()
	p.settingRow(s.Label, p.isSettingChanged(s))
	chosen := p.settingWidget(name, s, l)
	if chosen || imgui.IsItemDeactivatedAfterEdit() {
		o.Edit = studio.Done
	}
	p.mark(name)
	endRow(p.withPresentKey(docOf(s)))
	if reset() {
		s.Copy(l, &p.saved.Look)
		o.Edit = studio.Done
	}
	p.highlight(name)
	p.resetMenu(name, func() { s.Copy(l, &p.saved.Look) }, o)
}

func docOf(s *look.Setting) string {
	doc := strings.ToUpper(s.Doc[:1]) + s.Doc[1:] + "."
	if s.Keys != "" {
		doc += " Keys: " + s.Keys + "."
	}
	return doc
}

func (p *Panel) settingWidget(name string, s *look.Setting, l *look.Look) (chosen bool) {
	id := "##" + name
	switch v := s.At(l).(type) {
	case *float32:
		if numberField(id, v, settingRange(s)) {
			*v = min(max(*v, float32(s.Min)), float32(s.Max))
		}
	case *int:
		n := int32(*v)
		if wholeField(id, &n, settingRange(s)) {
			*v = min(max(int(n), int(s.Min)), int(s.Max))
		}
	case *bool:
		return checkBox(id, v)
	case *mgl32.Vec3:
		c := [3]float32(*v)
		if imgui.ColorEdit3V(id, &c, imgui.ColorEditFlagsHDR|imgui.ColorEditFlagsFloat) {
			for i := range c {
				v[i] = min(max(c[i], float32(s.Min)), float32(s.Max))
			}
		}
	case look.Choice:
		if s.Section == "light" && s.Key == "weather" {
			v = weatherNow(&l.Light, p.settingsTime)
		}
		return p.combo(name, s.Options, v.Get(), v.Set)
	}
	return false
}

// weatherNow returns a choice that reads and sets the weather at a time, in s. Depending on the time, this is
// the setting of the first weather or of the next one.
func weatherNow(l *look.Light, seconds float64) look.Choice {
	return look.Choice{
		Get: func() int { return int(l.WeatherAt(seconds)) },
		Set: func(k int) { l.ChooseAt(seconds, look.Weather(k)) },
	}
}

func settingRange(s *look.Setting) numberRange {
	return numberRange{low: s.Min, high: cmp.Or(s.Soft, s.Max), unit: s.Unit, log: s.Log}
}
