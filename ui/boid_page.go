//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
)

func (p *Panel) boidPage(s *State, o *Outcome) {
	if h := s.hunter(o); h != nil {
		p.objectButtons(o)
		imgui.BeginDisabledV(s.Tape != nil && !s.Tape.Branched)
		p.hunterProperties(h, s, o)
		imgui.EndDisabled()
		return
	}
	p.boidButtons(s, o)
	index, ok := s.Snapshot.Index(o.Controls.Selected)
	if !ok {
		writeGrey("This boid is absent now.")
		return
	}
	for _, line := range boidLines(s, index) {
		row(line[0])
		writeWrapped(line[1])
		endRow(boidDocs[line[0]])
	}
	p.mark("boid.facts")
}

func (p *Panel) boidButtons(s *State, o *Outcome) {
	p.button("<##boid", "boid.previous", func() { o.Commands = append(o.Commands, studio.PreviousBoid) })
	hint("Selects the previous boid (Shift N).")
	imgui.SameLine()
	p.button(">##boid", "boid.next", func() { o.Commands = append(o.Commands, studio.NextBoid) })
	hint("Selects the next boid (N).")
	for _, m := range []look.Mode{look.Follow, look.Eye} {
		imgui.SameLine()
		name := map[look.Mode]string{look.Follow: "Follow", look.Eye: "Eye"}[m]
		p.button(name, "boid."+m.String(), func() { setMode(m)(s, o) })
		does := map[look.Mode]string{look.Follow: "Follows the boid with the camera", look.Eye: "Shows what the boid sees"}[m]
		hint(fmt.Sprintf("%s (key %s).", does, p.PresentKey(fmt.Sprint(int(m)+1))))
	}
	imgui.SameLine()
	p.button("Why?", "boid.why", func() { p.studies.inspector.raise() })
	hint("Opens the inspector: why the boid leads or does not lead (Y).")
}

var boidDocs = map[string]string{
	"Eccentricity":         "Distance from the boid to the middle of the boids in its vision sphere, divided by the vision radius. This is the current value. The inspector shows the value of one step ago, when the boid decided.",
	"Within vision radius": "Number of boids in the vision sphere, including those in the blind angle. The inspector shows how many of these affect the boid's steering.",
}

func boidLines(s *State, slot int) [][2]string {
	k := s.Snapshot.FlockOf(slot)
	from, _ := s.Snapshot.Range(k)
	own, params := s.Snapshot.OneFlock(k), &s.Controls.Params
	leads := s.Snapshot.Flags[slot]&flock.Leading != 0
	lines := [][2]string{{"Leads", map[bool]string{true: "yes", false: "no"}[leads]}}
	for i := range s.Escapes {
		if e := &s.Escapes[i]; e.Boid == s.Controls.Selected {
			lines[0][1] = leadsText(e, leads, s.playsRecording())
		}
	}
	if k == s.Controls.Flock {
		g := params.View().Summary(&own, slot-from)
		unit, factor := s.speedUnit()
		lines = append(lines, [2]string{"Speed", fmt.Sprintf("%.1f %s", float64(g.Speed)*factor, unit)}, [2]string{"Eccentricity", fmt.Sprintf("%.3f", g.Eccentricity)},
			[2]string{"Within vision radius", fmt.Sprint(g.Visible)})
	}
	position := own.Pos[slot-from]
	return append(lines, [2]string{"Position", fmt.Sprintf("%s, %s, %s m", tenths(position[0]), tenths(position[1]), tenths(position[2]))})
}

// tenths formats a number with one decimal, and without a sign before 0.0.
func tenths(x float32) string {
	if text := fmt.Sprintf("%.1f", x); text != "-0.0" {
		return text
	}
	return "0.0"
}

func leadsText(e *flock.OpenEscape, leads, recorded bool) string {
	answer := "no longer"
	if leads {
		answer = "yes"
	}
	return answer + ", " + countedFollowers(e, recorded)
}

func countedFollowers(e *flock.OpenEscape, recorded bool) string {
	if recorded {
		return birdsText(e.Followers) + " followed in total"
	}
	return birdsText(e.Followers) + " followed so far"
}

func birdsText(n int) string {
	if n == 1 {
		return "1 bird"
	}
	return WithCommas(n) + " birds"
}
