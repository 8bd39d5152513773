//go:build cgo && !nowindow && linux

package program

import (
	"encoding/json"
	"fmt"
	"math"

	"skein/flock"
)

func (p *windowDriver) reveal(key string) {
	p.Helper()
	p.showWidget(key)
}

func (p *windowDriver) points() [][2]float64 {
	p.Helper()
	text, err := json.Marshal(p.last.Params["escape_points"])
	var points [][2]float64
	if err == nil {
		err = json.Unmarshal(text, &points)
	}
	if err != nil {
		p.Fatal(err)
	}
	return points
}

// drawsCurve chooses a custom escape curve, drags its peak, and adds and removes a point. Then it undoes
// all of this (H13).
func drawsCurve(p *windowDriver) {
	p.click(p.pointOf("tab.Leadership", 0.3, 0.5))
	p.reveal("escape_points")
	p.click(p.pointOf("escape_shape", 0.5, 0.5))
	p.waitFrames(8)
	p.click(p.pointOf("escape_shape.custom", 0.5, 0.5))
	if p.last.Params["escape_shape"] != "custom" || len(p.points()) != 3 {
		p.Fatalf("the escape has the shape %v with the points %v, want custom with 3 points", p.last.Params["escape_shape"], p.points())
	}

	r := p.last.Widgets["escape_points"]
	pad := float64(r[3]) / 12 // the plot is 6 ems high, with a margin of half an em
	place := func(t, gain float64) (string, string) {
		return fmt.Sprint(math.Round(float64(r[0]) + pad + t*(float64(r[2])-2*pad))),
			fmt.Sprint(math.Round(float64(r[1]) + pad + (1-gain)*(float64(r[3])-2*pad)))
	}
	near := func(what string, want ...[2]float64) {
		p.Helper()
		got := p.points()
		ok := len(got) == len(want)
		for k := 0; ok && k < len(got); k++ {
			ok = math.Abs(got[k][0]-want[k][0]) < 0.02 && math.Abs(got[k][1]-want[k][1]) < 0.03
		}
		if !ok {
			p.Fatalf("%s: the curve has the points %v, want about %v", what, got, want)
		}
	}

	p.moveTo(place(0.2, 1))
	p.xdotool("mousedown", "1")
	p.waitFrames(2)
	p.moveTo(place(0.3, 0.8))
	p.moveTo(place(0.4, 0.7))
	p.xdotool("mouseup", "1")
	p.waitFrames(2)
	near("the peak dragged", [2]float64{0, 0}, [2]float64{0.4, 0.7}, [2]float64{1, 0})

	p.moveTo(place(0.7, 0.9))
	for tries := 0; len(p.points()) < 4 && tries < 5; tries++ { // repeated, because on a busy machine the two clicks may be too far apart for a double-click
		p.xdotool("click", "--repeat", "2", "--delay", "60", "1")
		p.waitFrames(4)
	}
	near("one added", [2]float64{0, 0}, [2]float64{0.4, 0.7}, [2]float64{0.7, 0.9}, [2]float64{1, 0})

	p.moveTo(place(0.4, 0.7))
	p.xdotool("click", "3")
	p.waitFrames(4)
	near("one taken away", [2]float64{0, 0}, [2]float64{0.7, 0.9}, [2]float64{1, 0})

	p.key("ctrl+z")
	near("undone", [2]float64{0, 0}, [2]float64{0.4, 0.7}, [2]float64{0.7, 0.9}, [2]float64{1, 0})
	p.key("ctrl+z")
	near("undone twice", [2]float64{0, 0}, [2]float64{0.4, 0.7}, [2]float64{1, 0})
	p.key("ctrl+z")
	near("undone three times: a drag is one edit", [2]float64{0, 0}, [2]float64{0.2, 1}, [2]float64{1, 0})
	p.key("ctrl+z")
	if p.last.Params["escape_shape"] != "smooth" {
		p.Errorf("the shape is %v after undoing everything, want smooth", p.last.Params["escape_shape"])
	}
}

func switchesGuest(p *windowDriver) {
	if got := p.param("wind_x"); got != 0 {
		p.Fatalf("wind_x is already %v, want 0", got)
	}
	p.reveal("group." + flock.GuestGroup)
	p.click(p.pointOf("group."+flock.GuestGroup, 0.3, 0.5))
	p.reveal("rule.wind")
	p.click(p.pointOf("rule.wind", 0.2, 0.5))
	p.reveal("wind_x")
	p.slide("wind_x", 0.5, 0.6)
	if got := p.param("wind_x"); got < 1 {
		p.Errorf("wind_x is %v after a drag of its field, want at least 1", got)
	}
	p.key("ctrl+z")
	if _, set := p.last.Params["wind_x"]; set {
		p.Errorf("wind_x is %v after undo, want it unset", p.last.Params["wind_x"])
	}
	p.click(p.pointOf("group."+flock.GuestGroup, 0.3, 0.5))
}
