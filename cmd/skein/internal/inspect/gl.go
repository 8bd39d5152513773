//go:build cgo

package inspect

import (
	"context"
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/capture"
	"skein/engine/frame"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/models"
)

// A contact sheet shows the open wings from several sides in its first row, and the poses of the wingbeat in
// the rows below.
const (
	sheetColumns = 6
	cellWidth    = 320  // width of a cell, pixels
	cellHeight   = 240  // height of a cell, pixels
	cellSpans    = 1.12 // height of the scene that a cell shows, wingspans
)

// drawSheet draws a contact sheet without a window and writes it to a file.
func drawSheet(ctx context.Context, b *models.Baked, path string) error {
	gl, err := headless.New()
	if err != nil {
		return err
	}
	defer gl.Close()
	r, err := render.New(render.Options{Samples: 4, Proc: gl.Proc})
	if err != nil {
		return err
	}
	defer r.Close()
	if err := r.SetBirds(b); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.Draw(sheet(b)); err != nil {
		return err
	}
	return capture.WritePNG(ctx, path, r.Image(nil))
}

// sheet returns a frame that shows the cells of the contact sheet in front of a clear sky.
func sheet(b *models.Baked) *frame.Frame {
	poses, span := b.Poses, float32(1)
	if b.Analysis.SpanIsLength {
		span = 0.8 // the bird's length must fit when it is seen from above
	}
	rows := 1 + (poses+sheetColumns-1)/sheetColumns
	f := &frame.Frame{
		Size: image.Pt(sheetColumns*cellWidth, rows*cellHeight),
		View: frame.View{
			Eye:      mgl32.Vec3{0, 300, 0},
			Rotation: mgl32.QuatRotate(0.6, mgl32.Vec3{1, 0, 0}),
			Near:     1, Far: 1000, Hide: -1,
		},
		Light: frame.Dusk(),
	}
	const distance = 60 // distance of the camera, m; so far that the perspective is the same in all cells
	height := cellSpans * cellHeight / cellWidth * float32(rows)
	f.View.FovY = 2 * float32(math.Atan(float64(height/2/distance)))
	f.Light.SunDirection = frame.SunDirection(40, 30)
	f.Light.Painted = true
	f.Light.Sun, f.Light.Haze = mgl32.Vec3{5, 4.6, 4}, 0
	f.Light.Zenith, f.Light.Horizon, f.Light.Glow = mgl32.Vec3{0.16, 0.28, 0.5}, mgl32.Vec3{0.4, 0.5, 0.62}, mgl32.Vec3{}
	put := func(cell int, turn mgl32.Quat, phase float32) {
		x := (float32(cell%sheetColumns) - (sheetColumns-1)/2.0) * cellSpans
		y := height/2 - (float32(cell/sheetColumns)+0.5)*cellSpans*cellHeight/cellWidth
		f.Birds = append(f.Birds, frame.Bird{
			Pos:      f.View.Eye.Add(f.View.Rotation.Rotate(mgl32.Vec3{x, y, -distance})),
			Rotation: f.View.Rotation.Mul(turn),
			Phase:    phase, Span: span,
		})
	}
	for cell, turn := range sides() {
		put(cell, turn, 0)
	}
	for i := range poses {
		put(sheetColumns+i, sides()[0], float32(i)/float32(poses))
	}
	return f
}

// sides returns rotations that show a bird from several sides: from the front left and above, from the front,
// from the left, from behind, from above and from below.
func sides() []mgl32.Quat {
	turn := func(degrees float64, axis mgl32.Vec3) mgl32.Quat {
		return mgl32.QuatRotate(float32(degrees*math.Pi/180), axis)
	}
	x, y := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	return []mgl32.Quat{
		turn(25, x).Mul(turn(-40, y)), turn(0, y), turn(-90, y), turn(180, y), turn(90, x), turn(-90, x),
	}
}
