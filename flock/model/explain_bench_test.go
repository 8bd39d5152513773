package model_test

import (
	"testing"

	"skein/flock/scenario/testscene"
)

func BenchmarkExplain(b *testing.B) {
	def := testscene.Def("murmuration")
	limitCounts(&def, 250)
	w := newWorld(b, def)
	for b.Loop() {
		w.Explain(7)
	}
}

func BenchmarkShares(b *testing.B) {
	def := testscene.Def("murmuration")
	limitCounts(&def, 250)
	w := newWorld(b, def)
	for b.Loop() {
		w.Shares()
	}
}
