//go:build cgo

package render

import (
	"encoding/gob"
	"fmt"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"skein/engine"
)

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return float64(u.Utime.Sec+u.Stime.Sec)*1e3 + float64(u.Utime.Usec+u.Stime.Usec)/1e3
}

func TestScratchDraw(t *testing.T) {
	reps := 15
	if s := os.Getenv("R"); s != "" {
		fmt.Sscan(s, &reps)
	}
	for _, n := range counts() {
		for _, samples := range multi() {
			var f engine.Frame
			k := n
			if n == 0 {
				k = 250
			}
			w, err := os.Open(fmt.Sprintf("/tmp/dr/frame-%d.gob", k))
			if err != nil {
				t.Fatal(err)
			}
			if err := gob.NewDecoder(w).Decode(&f); err != nil {
				t.Fatal(err)
			}
			w.Close()
			if n == 0 {
				f.Birds = nil
			}
			f.Shadows = samples > 1
			r := renderer(t, samples)
			if err := r.SetBird(builtin(t)); err != nil {
				t.Fatal(err)
			}
			shoot(t, r, &f)
			var took []float64
			c := cpu()
			for range reps {
				a := time.Now()
				if err := r.Draw(&f); err != nil {
					t.Fatal(err)
				}
				r.Finish()
				took = append(took, time.Since(a).Seconds()*1e3)
			}
			c = (cpu() - c) / float64(reps)
			slices.Sort(took)
			fmt.Printf("%6d x%d: wall min %.1f median %.1f ms; cpu %.1f ms;", n, samples, took[0], took[reps/2], c)
			s := newScene(&f)
			s.look(f.View, whole(&f))
			m := r.boid(f.Style)
			r.crowd.sort(f.Birds, m, f.View, &s)
			tri := 0
			for band := range r.crowd.bands() {
				if g := len(r.crowd.gather(band)); g > 0 {
					fmt.Printf(" L%d(%d)%v:%d", band/2, m.levels[band/2].triangles, band%2 == 0, g)
					tri += g * m.levels[band/2].triangles
				}
			}
			fmt.Println(" tris", tri)
			r.Close()
		}
	}
}

func counts() []int {
	if s := os.Getenv("N"); s != "" {
		var n int
		fmt.Sscan(s, &n)
		return []int{n}
	}
	return []int{0, 250, 1000, 10000}
}

func multi() []int {
	if s := os.Getenv("S"); s != "" {
		var n int
		fmt.Sscan(s, &n)
		return []int{n}
	}
	return []int{1, 4}
}
