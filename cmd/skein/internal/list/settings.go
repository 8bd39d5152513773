package list

import (
	"fmt"
	"io"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/flock/look"
)

type listSettings struct{}

type settingRow struct {
	Section string   `json:"section"`
	Key     string   `json:"key"`
	Default any      `json:"default"`
	Unit    string   `json:"unit,omitempty"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	Options []string `json:"options,omitempty"`
	Keys    string   `json:"keys,omitempty"` // shortcut in the window
	Doc     string   `json:"doc"`
}

// Run prints the settings.
func (listSettings) Run(g *console.Console) error {
	var rows []settingRow
	l := look.Default()
	for _, s := range look.Settings() {
		row := settingRow{s.Section, s.Key, s.Value(&l), s.Unit, nil, nil, s.Options, s.Keys, s.Doc}
		if s.Min < s.Max {
			row.Min, row.Max = &s.Min, &s.Max
		}
		rows = append(rows, row)
	}
	if g.JSON {
		return g.Document(rows)
	}
	return printSettings(g.Stdout, rows)
}

func printSettings(to io.Writer, rows []settingRow) error {
	var b strings.Builder
	section := ""
	for _, r := range rows {
		if r.Section != section {
			fmt.Fprintf(&b, "[%s]\n", r.Section)
			section = r.Section
		}
		what := r.Doc
		if r.Options != nil {
			what += ": " + strings.Join(r.Options, ", ")
		}
		if r.Min != nil {
			what += fmt.Sprintf("; %g to %s", *r.Min, strings.TrimSpace(fmt.Sprintf("%g %s", *r.Max, r.Unit)))
		}
		fmt.Fprintf(&b, "  %-14s %-22s %s\n", r.Key, SettingText(r.Default), what)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// SettingText returns a value in the syntax of a scenario file.
func SettingText(v any) string {
	switch v := v.(type) {
	case nil:
		return `"flock"`
	case string:
		return fmt.Sprintf("%q", v)
	case [3]float32:
		return fmt.Sprintf("[%g, %g, %g]", v[0], v[1], v[2])
	}
	return fmt.Sprint(v)
}
