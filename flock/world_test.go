package flock

import (
	"strconv"
	"testing"
)

func BenchmarkStep(b *testing.B) {
	for _, n := range []int{250, 1000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			d := DefaultDef()
			d.Params.Count = n
			d.Workers = 1
			w, err := NewWorld(d)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				w.Step()
			}
		})
	}
}
