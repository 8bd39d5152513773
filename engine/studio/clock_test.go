package studio

import (
	"math"
	"testing"
)

func TestClockIsIndependentOfFrameRate(t *testing.T) {
	for _, fps := range []float64{24, 30, 59.94, 60, 144, 1000} {
		c := Clock{Rate: 60, Speed: 1}
		c.Advance(100)
		ticks := 0
		for i := 1; i <= int(10*fps); i++ {
			ticks += c.Advance(100 + float64(i)/fps)
			if a := c.Alpha(); a < 0 || a > 1 {
				t.Fatalf("%v fps: alpha %v is outside [0,1]", fps, a)
			}
		}
		want := math.Floor(10*fps) / fps * 60
		if math.Abs(float64(ticks)-want) > 1 {
			t.Errorf("%v fps: there are %d ticks in 10 s, want %.1f", fps, ticks, want)
		}
	}
}

func TestClockSpeed(t *testing.T) {
	c := Clock{Rate: 60, Speed: 0.25}
	c.Advance(0)
	ticks := 0
	for i := 1; i <= 400; i++ {
		ticks += c.Advance(float64(i) / 100)
	}
	if ticks != 60 && ticks != 59 {
		t.Errorf("there are %d ticks in 4 s at a quarter of the speed, want 60", ticks)
	}
}

// If the program was paused, the flock continues from its old state instead of jumping ahead.
func TestClockCapsCatchUp(t *testing.T) {
	c := Clock{Rate: 60, Speed: 1}
	c.Advance(0)
	if n := c.Advance(30); n > 6 {
		t.Errorf("there are %d ticks after a stall of 30 s, want at most 6", n)
	}
	if n := c.Advance(29); n != 0 {
		t.Errorf("time that runs backwards gave %d ticks", n)
	}
}

func TestClockPaused(t *testing.T) {
	c := Clock{Rate: 60, Speed: 1}
	c.Advance(0)
	c.Advance(0.025)
	before := c.Alpha()
	c.Paused = true
	if n := c.Advance(5); n != 0 || c.Alpha() != before {
		t.Errorf("while paused, there are %d ticks and alpha is %v, want 0 and %v", n, c.Alpha(), before)
	}
	c.Paused = false
	if n := c.Advance(5.02); n > 2 {
		t.Errorf("there are %d ticks right after a pause, want at most 2", n)
	}
}
