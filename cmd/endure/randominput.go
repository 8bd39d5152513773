package main

import (
	"math/rand"
	"strconv"
	"strings"
)

// keys are pressed at random. None of them quits, opens a dialog of the desktop or switches to full screen.
var keys = strings.Fields(`space period comma Right Left Up Down Prior Next shift+Right Home End j k bracketleft bracketright
	backslash Return minus equal r shift+r ctrl+z ctrl+z ctrl+y 1 2 3 4 5 6 c shift+c f n shift+n l Escape Escape Escape w e
	ctrl+d x Delete v i t b g y u o shift+o m shift+k p h F9 F12 F1 shift+f shift+s shift+p ctrl+b ctrl+p Tab ctrl+shift+o
	ctrl+shift+1 ctrl+1`)

type randomInput struct {
	rng        *rand.Rand
	wide, high int // size of the window, pixels
}

func (h *randomInput) action() (kind string, args []string) {
	rng := h.rng
	move := []string{"mousemove", strconv.Itoa(rng.Intn(h.wide)), strconv.Itoa(rng.Intn(h.high))}
	switch n := rng.Intn(30); {
	case n < 11:
		return "keys", []string{"key", keys[rng.Intn(len(keys))]}
	case n < 17:
		return "clicks", append(move, "click", "1")
	case n < 25: // a drag, usually along a slider
		along, across := strconv.Itoa(rng.Intn(200)-100), strconv.Itoa(rng.Intn(13)-6)
		if rng.Intn(4) == 0 {
			across = strconv.Itoa(rng.Intn(200) - 100)
		}
		return "drags", append(move, "mousedown", "1", "mousemove_relative", "--", along, across, "mouseup", "1")
	case n < 26:
		return "wheel", append(move, "click", "--repeat", strconv.Itoa(1+rng.Intn(5)), strconv.Itoa(4+rng.Intn(2)))
	case n < 27:
		return "right clicks", append(move, "click", "3")
	case n < 29:
		return "typing", []string{"type", strconv.Itoa(rng.Intn(500))}
	}
	h.wide, h.high = 400+rng.Intn(screenWide-400), 300+rng.Intn(screenHigh-300)
	return "resizing", []string{"search", "--onlyvisible", "--class", "skein", "windowsize", strconv.Itoa(h.wide), strconv.Itoa(h.high)}
}
