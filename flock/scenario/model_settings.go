package scenario

import (
	"fmt"
	"slices"
	"strings"
)

type perModel func(*ModelSettings) any

func settingAt(setting perModel) func(*Scenario) any { return func(*Scenario) any { return setting } }

// of returns the field for a setting of the model with index k.
func (f field) of(setting perModel, k int) field {
	f.pointer = func(s *Scenario) any { return setting(s.Bird.Settings(k)) }
	return f
}

// readPerModel reads one value for all models, or a list of values. [decoder.checkModelSettings] checks the
// length of the list. readPerModel returns the reason why the value is invalid, or "".
func (f field) readPerModel(setting perModel, s *Scenario, v any) string {
	list, ok := v.([]any)
	if !ok {
		list = slices.Repeat([]any{v}, MaxModels)
	}
	if len(list) > MaxModels {
		return fmt.Sprintf("= %s has too many values: at most %d are allowed", literal(v), MaxModels)
	}
	for k, one := range list {
		why := f.of(setting, k).store(s, one)
		switch {
		case why != "" && ok:
			return fmt.Sprintf("number %d %s", k+1, why)
		case why != "":
			return why
		}
	}
	return ""
}

// formatPerModel formats a single value if it is the same for all models. Otherwise, it formats a list.
func (f field) formatPerModel(setting perModel, s *Scenario) string {
	var all []string
	for k := range s.Bird.Files() {
		all = append(all, f.of(setting, k).format(s))
	}
	if len(slices.Compact(slices.Clone(all))) == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// checkModelSettings stores the settings again, because the number of models is known only now. entries has
// the keys of the table bird.
func (d *decoder) checkModelSettings(entries map[string]entry) error {
	b := &d.s.Bird
	for key, e := range entries {
		f, ok := d.fields[fieldKey{"bird", key}]
		if !ok {
			continue
		}
		if _, is := f.pointer(d.s).(perModel); !is {
			continue
		}
		v := d.value(e)
		f.store(d.s, v)
		if list, ok := v.([]any); ok && len(list) != len(b.Files()) {
			return d.errorAt(e, "bird.%s must be one value for all models, or a list with an entry for each (entries: %d, models: %d)", key, len(list), len(b.Files()))
		}
	}
	b.clearUnused()
	return nil
}
