//go:build cgo

package render

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/models"
)

func TestScratchSheet(t *testing.T) {
	if os.Getenv("B") == "sphere" {
		b := sphere()
		b.Simplify()
		sheet(t, b)
		return
	}
	m, err := models.Builtin(os.Getenv("B"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := m.Bake(models.BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sheet(t, b)
}

func sheet(t *testing.T, b *models.Baked) {
	r := renderer(t, 4)
	for i, l := range newLevels(b.Levels) {
		fmt.Println(i, l.triangles, l.bothSides, l.below, b.Levels[i].Error, b.Levels[i].Typical)
	}
	const cell = 100
	all := image.NewNRGBA(image.Rect(0, 0, cell*len(b.Levels), cell*4))
	for k := range b.Levels {
		r.only(t, b, k)
		for row := range 4 {
			f := frame()
			f.Size = image.Pt(cell, cell)
			f.View.FovY = 0.6
			q := mgl32.AnglesToQuat([]float32{0.5, 2.5, -0.4, 0.9}[row], []float32{1.3, 0.2, 0, -1.2}[row], 0.3, mgl32.YXZ)
			f.Birds = []engine.Instance{{Pos: mgl32.Vec3{0, 10, -4}, Rotation: q, Span: 2, Phase: float32(row) * 0.3}}
			shot := shoot(t, r, f)
			draw.Draw(all, image.Rect(k*cell, row*cell, (k+1)*cell, (row+1)*cell), shot, image.Point{}, draw.Src)
		}
	}
	w, _ := os.Create("/tmp/dr/sheet-" + os.Getenv("B") + ".png")
	png.Encode(w, all)
	w.Close()
}
