//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/explanation"
	"skein/flock/vec"
)

func (p *Panel) labValues(s *State, o *Outcome) {
	l, e := &p.lab, s.Study.Why
	switch {
	case o.Controls.Selected < 0:
		writeGreyWrapped("Click a boid in the picture to see its values.")
		return
	case l.rule == "":
		writeGreyWrapped("The flock does not use this rule yet. Press Ctrl Enter to use it.")
		return
	case s.Study.WhyErr != nil:
		writeWrapped(s.Study.WhyErr.Error())
		return
	case e == nil:
		writeGrey("Computing…")
		return
	}
	k := slices.IndexFunc(e.Traces, func(t explanation.Trace) bool { return t.Rule == l.rule })
	if k < 0 {
		writeGreyWrapped("The rule is switched off, or the boid belongs to another flock.")
		return
	}
	head := fmt.Sprintf("boid %d at tick %d", e.Boid, e.Tick)
	if l.isChanged() {
		head += ", with the rule that the flock uses"
	}
	writeGrey(head)
	p.valueTable(e.Traces[k].Terms)
}

func (p *Panel) valueTable(terms []explanation.Term) {
	const flags = imgui.TableFlagsSizingFixedFit | imgui.TableFlagsRowBg | imgui.TableFlagsScrollY | imgui.TableFlagsResizable | imgui.TableFlagsBordersInnerV
	if !imgui.BeginTableV("values", 3, flags, imgui.Vec2{}, 0) {
		return
	}
	defer imgui.EndTable()
	imgui.TableSetupScrollFreeze(0, 1)
	imgui.TableSetupColumnV("Part", imgui.TableColumnFlagsWidthStretch, 1.2, 0)
	imgui.TableSetupColumnV("Value", imgui.TableColumnFlagsWidthStretch, 1, 0)
	imgui.TableSetupColumnV("Nearest", imgui.TableColumnFlagsWidthStretch, 0.7, 0)
	imgui.TableHeadersRow()
	p.mark("lab.values")
	for k := range terms {
		valueRow(&terms[k])
	}
}

func valueRow(t *explanation.Term) {
	text, value, nearest := t.Text, termText(t, t.Value), ""
	switch {
	case t.Name != "":
		text = t.Name + " = " + text
	case t.Depth == 0:
		text = "result: " + text
	}
	doc := text + "\n" + value
	if neighbours := t.OfNeighbours; neighbours != nil {
		value, nearest = neighbourTexts(t)
		doc = text + "\n" + fmt.Sprintf("%s: %s", plural(neighbours.Count, "neighbour"), value)
		if nearest != "" {
			doc += fmt.Sprintf("\nfor the nearest, boid %d: %s", neighbours.ID, nearest)
		}
	}
	imgui.TableNextRow()
	imgui.TableNextColumn()
	imgui.SetCursorPosX(imgui.CursorPosX() + 0.8*imgui.FontSize()*float32(t.Depth))
	for k, cell := range []string{text, value, nearest} {
		if k > 0 {
			imgui.TableNextColumn()
		}
		shown := shorten(cell, imgui.ContentRegionAvail().X)
		if k == 0 && t.Depth > 0 {
			writeGrey(shown)
		} else {
			write(shown)
		}
		hint(doc)
	}
}

// neighbourTexts returns two texts about a part of the formula. all is the mean of its value over the
// neighbours; for a condition, it is the number of neighbours for which the condition is true. nearest is the
// value for the nearest neighbour.
func neighbourTexts(t *explanation.Term) (all, nearest string) {
	neighbours := t.OfNeighbours
	switch {
	case neighbours.Count == 0:
		return "no neighbours", ""
	case t.Kind == "condition":
		return fmt.Sprintf("true for %.0f of %d", neighbours.Sum.X, neighbours.Count), termText(t, neighbours.Nearest)
	}
	return fmt.Sprintf("mean %s of %d", termText(t, neighbours.Mean), neighbours.Count), termText(t, neighbours.Nearest)
}

func termText(t *explanation.Term, v vec.Vec) string {
	text := ""
	switch t.Kind {
	case "condition":
		return map[bool]string{true: "true", false: "false"}[v.X != 0]
	case "vector":
		text = fmt.Sprintf("(%.3g, %.3g, %.3g)", v.X, v.Y, v.Z)
	default:
		text = fmt.Sprintf("%.4g", v.X)
	}
	if t.Unit != "" {
		text += " " + t.Unit
	}
	return text
}
