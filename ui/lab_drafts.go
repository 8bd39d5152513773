//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/formula"
)

type keptDraft struct {
	rule  string // rule of the flock that the draft changes; empty means a new rule
	draft formula.Definition
}

func (d *keptDraft) isFor(rule, name string) bool {
	return d.rule == rule && (rule != "" || d.draft.Name == name)
}

func (l *lab) keep() {
	if !l.isChanged() {
		return
	}
	l.kept = slices.DeleteFunc(l.kept, func(d keptDraft) bool { return d.isFor(l.rule, l.draft.Name) })
	l.kept = append(l.kept, keptDraft{l.rule, l.draft})
}

func (l *lab) openRule(k int) {
	if l.rule == l.written[k].Name {
		return
	}
	l.keep()
	if index := slices.IndexFunc(l.kept, func(d keptDraft) bool { return d.isFor(l.written[k].Name, "") }); index >= 0 {
		l.openDraft(index)
		return
	}
	l.edit("", formula.Definition{})
	l.load(k)
}

func (l *lab) openDraft(index int) {
	d := l.kept[index]
	l.kept = slices.Delete(l.kept, index, index+1)
	rule := d.rule
	k := slices.IndexFunc(l.written, func(w formula.Definition) bool { return w.Name == rule })
	if k < 0 {
		rule = ""
	}
	l.edit(rule, d.draft)
	if k >= 0 {
		l.seen = l.written[k].Text()
	}
}

func (l *lab) drafts() (names []string) {
	if l.isChanged() {
		names = append(names, l.draft.Name)
	}
	for k := range l.kept {
		names = append(names, l.kept[k].draft.Name)
	}
	return names
}

// HasDrafts reports whether the Lab has drafts that the flock does not use. A saved scene does not contain
// them.
func (p *Panel) HasDrafts() bool { return len(p.lab.drafts()) > 0 }

func (l *lab) forget() {
	l.edit("", formula.Definition{})
	l.kept, l.model, l.wanted = nil, nil, ""
}

func (p *Panel) keptDrafts() {
	l := &p.lab
	for index := range l.kept {
		d := l.kept[index]
		if slices.ContainsFunc(l.written, func(w formula.Definition) bool { return w.Name == d.rule }) {
			continue
		}
		if imgui.SelectableBool(fmt.Sprintf("%s (draft)##draft%d", escapeFormat(d.draft.Name), index)) {
			l.keep()
			l.openDraft(slices.IndexFunc(l.kept, func(o keptDraft) bool { return o.isFor(d.rule, d.draft.Name) }))
			return
		}
	}
}
