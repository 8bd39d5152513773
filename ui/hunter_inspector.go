//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/explanation"
	"skein/flock/metrics"
)

type attackTally struct {
	attacks, strikes, nearMisses int
	began                        *metrics.Entry
	end                          *metrics.Entry // strike or near miss that ended the attack; nil if it missed or continues
}

func tallyAttacks(entries []metrics.Entry, boid int) (t attackTally) {
	for i := range entries {
		e := &entries[i]
		if e.Boid != boid {
			continue
		}
		switch e.Kind {
		case metrics.Attacks:
			t.attacks++
			t.began, t.end = e, nil
		case metrics.Strikes:
			t.strikes++
			t.end = e
		case metrics.NearMiss:
			t.nearMisses++
			t.end = e
		}
	}
	return t
}

func (t *attackTally) outcome(attacking bool) string {
	switch {
	case t.began == nil && t.end == nil:
		return "none yet"
	case t.end != nil && t.end.Kind == metrics.Strikes:
		return fmt.Sprintf("strike, boid %d, at %.2f s", t.end.Prey, t.end.Time)
	case t.end != nil:
		return fmt.Sprintf("near miss, boid %d, %.2f m away, at %.2f s", t.end.Prey, t.end.Distance, t.end.Time)
	case attacking:
		return fmt.Sprintf("began at %.2f s", t.began.Time)
	}
	return fmt.Sprintf("miss, boid %d, began at %.2f s", t.began.Prey, t.began.Time)
}

func hunterLines(h *explanation.Pursuit, t *attackTally) [][2]string {
	lines := [][2]string{{"phase", phaseText(h)}}
	if h.Prey >= 0 {
		motion := fmt.Sprintf("closing at %.1f m/s", h.Closing)
		if h.Closing < 0 {
			motion = fmt.Sprintf("falling behind by %.1f m/s", -h.Closing)
		}
		lines = append(lines, [2]string{"distance", fmt.Sprintf("%.1f m, %s", h.Distance, motion)})
	}
	if h.Nearest > 0 {
		lines = append(lines, [2]string{"nearest", fmt.Sprintf("%.2f m in this attack", h.Nearest)})
	}
	if h.Phase == explanation.Chases { // while the hunter chases, it makes no attacks that could be counted
		return lines
	}
	return append(lines, [2]string{"last attack", t.outcome(h.Phase == explanation.Attacks)},
		[2]string{"attacks", fmt.Sprintf("%d: %s, %s", t.attacks, plural(t.strikes, "strike"), plural(t.nearMisses, "near miss"))})
}

// phaseText returns what a hunter does, and for how long.
func phaseText(h *explanation.Pursuit) string {
	switch h.Phase {
	case explanation.Attacks:
		return fmt.Sprintf("attacks, gives up in %.1f s", h.Left)
	case explanation.Rests:
		return fmt.Sprintf("rests for another %.1f s", h.Left)
	case explanation.Prepares:
		return "prepares an attack"
	}
	return string(h.Phase)
}

func (p *Panel) hunts(s *State, e *explanation.Step, o *Outcome) {
	write("What is this bird doing?")
	imgui.PushStyleColorVec4(imgui.ColText, present().accent)
	writeWrapped(e.Answer())
	imgui.PopStyleColor()
	p.mark("inspector.why")
	tally := tallyAttacks(s.Study.Entries, e.Boid)
	if imgui.BeginTableV("hunter", 2, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		imgui.TableSetupColumn("")
		imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthStretch, 0, 0)
		p.targetLine(s, e.Hunt, o)
		for _, line := range hunterLines(e.Hunt, &tally) {
			imgui.TableNextRow()
			imgui.TableNextColumn()
			write(line[0])
			imgui.TableNextColumn()
			writeWrapped(line[1])
		}
		imgui.EndTable()
		p.mark("inspector.hunter")
	}
	p.airspeed(s, e)
}

func (p *Panel) targetLine(s *State, h *explanation.Pursuit, o *Outcome) {
	imgui.TableNextRow()
	imgui.TableNextColumn()
	write("target")
	imgui.TableNextColumn()
	if h.Prey < 0 {
		writeGrey("none")
		return
	}
	imgui.PushStyleColorVec4(imgui.ColText, imgui.CurrentStyle().Colors()[imgui.ColTextLink])
	if imgui.SelectableBool(s.boidName(h.Prey) + "##target") {
		o.later = append(o.later, func(p *Panel, s *State, o *Outcome) {
			o.Controls.Selected = h.Prey
			if index, ok := s.Snapshot.Index(h.Prey); ok {
				o.Controls.Flock = s.Snapshot.FlockOf(index)
			}
			p.Picked(&o.Controls)
		})
	}
	imgui.PopStyleColor()
	p.mark("inspector.target")
	hint("Selects the target.")
}
