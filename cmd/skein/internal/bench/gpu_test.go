//go:build cgo

package bench

import (
	"strings"
	"testing"

	"skein/engine/render"
)

func TestPrintGPU(t *testing.T) {
	var out strings.Builder
	rows := []gpuRow{{1000, "good", "640x360", 4, "a card", "4.6", []render.Timing{{Pass: "view: sky", MS: 0.25, Draws: 1, Bytes: 500}, {Pass: "view: birds", MS: 1.5, Draws: 12, Bytes: 48000}}}}
	if err := printGPU(&out, rows); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 6 || lines[0] != "a card, OpenGL 4.6" || !strings.HasSuffix(lines[4], "view: birds  1.500     12  48.0") || !strings.HasSuffix(lines[5], "all passes  1.750     13  48.5") {
		t.Errorf("the table is\n%s", out.String())
	}
}
