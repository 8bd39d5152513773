package tracks

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// If rows are far apart, each row gets a frame, even if it is some seconds late, as with real loggers.
// There are no frames in between. Each bird flies along a known curve.
func TestSparseRows(t *testing.T) {
	const birds, rows = 3, 200
	for _, interval := range []float64{5, 60, 3600, 86_400} {
		fastest := 500 / interval // m/s; a row less than nearSeconds late is used unchanged
		curve := func(bird int, at float64) float64 {
			return 5000*math.Sin(at/interval/10) + 100*float64(bird)
		}
		var b strings.Builder
		b.WriteString("id,t,x,y,z\n")
		for bird := range birds {
			for k := range rows {
				at := (float64(k) + 0.004*float64((7*k+3*bird)%5)) * interval
				fmt.Fprintf(&b, "%d,%.6f,%.4f,%d,100\n", bird, at, curve(bird, at), bird)
			}
		}
		tracks, frames := all(t, save(t, "a.csv", b.String()), Options{})
		if tracks.FPS != 1 || float64(tracks.Period) != interval || tracks.TickRate < 10 || len(frames) != rows {
			t.Errorf("rows %v s apart give %d frames at %s per second, want %d at 1/%v", interval, len(frames), tracks.RateText(), rows, interval)
			continue
		}
		start := 0.0 // bird 0 begins at time 0
		for k := range frames {
			s := &frames[k]
			if s.Seconds() != float64(k)*interval || s.Len() != birds {
				t.Fatalf("frame %d has %d birds at %v s, want %d at %v s", k+1, s.Len(), s.Seconds(), birds, float64(k)*interval)
			}
			for bird := range birds {
				want := curve(bird, start+float64(k)*interval)
				if got := float64(positionOf(t, s, bird)[0]); math.Abs(got-want) > 3+nearSeconds*fastest {
					t.Errorf("rows %v s apart: bird %d is at %v m in frame %d, want %v m", interval, bird, got, k+1, want)
				}
			}
		}
	}
}

// A frame rate below 1 can be given, for tables with and without times.
func TestGivenSparseRate(t *testing.T) {
	for name, text := range map[string]string{
		"times":  "id,t,x,y,z\n1,0,0,0,9\n1,10,10,0,9\n1,20,20,0,9\n1,30,30,0,9\n1,40,40,0,9\n",
		"frames": "id,frame,x,y,z\n1,0,0,0,9\n1,1,20,0,9\n1,2,40,0,9\n",
	} {
		tracks, frames := all(t, save(t, "a.csv", text), Options{FPS: 1, Period: 20})
		if tracks.RateText() != "1/20" || len(frames) != 3 {
			t.Errorf("%s: there are %d frames at %s per second, want 3 at 1/20", name, len(frames), tracks.RateText())
			continue
		}
		for k := range frames {
			if x := positionOf(t, &frames[k], 1)[0]; x != float32(20*k) || frames[k].Seconds() != float64(20*k) {
				t.Errorf("%s: frame %d is at %v m and %v s, want %d and %d", name, k+1, x, frames[k].Seconds(), 20*k, 20*k)
			}
		}
	}
}
