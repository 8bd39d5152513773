//go:build cgo

package inspect

import (
	"context"
	"fmt"
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"golang.org/x/image/draw"
	"golang.org/x/image/font"

	"skein/engine/capture"
	"skein/engine/frame"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/models"
	"skein/models/lod"
)

// A contact sheet shows the open wings from several sides in its first row, and poses of the wingbeat below.
const (
	sheetColumns = 6
	cellWidth    = 320  // pixels
	cellHeight   = 240  // pixels
	cellSpans    = 1.12 // visible height in a cell, wingspans
)

type sheetPainter struct {
	gl   *headless.Context
	r    *render.Renderer
	face font.Face
}

func newSheetPainter() (p *sheetPainter, err error) {
	p = &sheetPainter{}
	if p.face, err = labelFace(); err != nil {
		return nil, err
	}
	if p.gl, err = headless.New(); err != nil {
		return nil, err
	}
	if p.r, err = render.New(render.Options{Samples: 4, Proc: p.gl.Proc}); err != nil {
		p.gl.Close()
		return nil, err
	}
	return p, nil
}

func (p *sheetPainter) close() {
	p.r.Close()
	p.gl.Close()
}

func (p *sheetPainter) draw(b *models.Baked, poses int) (*image.NRGBA, error) {
	if err := p.r.SetBirds(b); err != nil {
		return nil, err
	}
	if err := p.r.Draw(sheet(b, poses)); err != nil {
		return nil, err
	}
	img := p.r.Image(nil)
	drawDirections(img)
	return img, nil
}

func drawSheet(ctx context.Context, b *models.Baked, path string) error {
	p, err := newSheetPainter()
	if err != nil {
		return err
	}
	defer p.close()
	if err := ctx.Err(); err != nil {
		return err
	}
	img, err := p.draw(b, b.Poses)
	if err != nil {
		return err
	}
	drawKey(img, p.face, image.Pt(6, 15))
	return capture.WritePNG(ctx, path, img)
}

type folderSheet struct {
	painter *sheetPainter
	rows    []sheetRow
}

type sheetRow struct {
	name, fault string
	pictures    *image.NRGBA // nil if the model cannot be used
}

func newFolderSheet() (*folderSheet, error) {
	p, err := newSheetPainter()
	return &folderSheet{painter: p}, err
}

func (s *folderSheet) close() { s.painter.close() }

func (s *folderSheet) add(name string, b *models.Baked) error {
	img, err := s.painter.draw(b, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.rows = append(s.rows, sheetRow{name: name, pictures: half(img)})
	return nil
}

func (s *folderSheet) addFailed(name, fault string) {
	s.rows = append(s.rows, sheetRow{name: name, fault: fault})
}

func half(img *image.NRGBA) *image.NRGBA {
	small := image.NewNRGBA(image.Rect(0, 0, img.Rect.Dx()/2, img.Rect.Dy()/2))
	draw.CatmullRom.Scale(small, small.Rect, img, img.Rect, draw.Src, nil)
	return small
}

const lineHeight = 18

func (r *sheetRow) height() int {
	if r.pictures == nil {
		return lineHeight
	}
	return lineHeight + r.pictures.Rect.Dy()
}

// write draws the rows below a line of titles, writes the sheet to a file, and removes the rows from s.
func (s *folderSheet) write(ctx context.Context, path string) error {
	const wide, cell = sheetColumns * cellWidth / 2, cellWidth / 2
	high := lineHeight
	for k := range s.rows {
		high += s.rows[k].height()
	}
	all := image.NewNRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(all, all.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	for k, title := range sideTitles() {
		label(all, s.painter.face, image.Pt(k*cell+6, 13), cell-12, ink, title)
	}
	top := lineHeight
	for k := range s.rows {
		s.rows[k].draw(all, s.painter.face, top)
		top += s.rows[k].height()
	}
	s.rows = nil
	return capture.WritePNG(ctx, path, all)
}

func (r *sheetRow) draw(all *image.NRGBA, face font.Face, top int) {
	wide := all.Rect.Dx()
	if r.pictures == nil {
		label(all, face, image.Pt(6, top+13), wide/2-12, ink, r.name)
		label(all, face, image.Pt(wide/2, top+13), wide/2-6, forwardColor, r.fault)
		return
	}
	label(all, face, image.Pt(6, top+13), wide-keyWidth-20, ink, r.name)
	drawKey(all, face, image.Pt(wide-keyWidth, top+13))
	draw.Draw(all, image.Rect(0, top+lineHeight, wide, top+r.height()), r.pictures, image.Point{}, draw.Src)
}

func sheet(b *models.Baked, poses int) *frame.Frame {
	span := fittingSpan(&b.Mesh)
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
	const distance = 60 // m; far away, so that the perspective is the same in all cells
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

// fittingSpan returns the wingspan at which a bird fits into its cell in all poses and from all sides. It is
// at most 1.
func fittingSpan(m *lod.Mesh) float32 {
	const wide = cellSpans / 2 * 0.95
	const high = wide * cellHeight / cellWidth
	span := float32(1)
	for _, turn := range sides() {
		rotation := turn.Mat4().Mat3()
		for k := range m.Parts {
			for _, p := range m.Parts[k].Positions {
				p = rotation.Mul3x1(p)
				span = min(span, wide/mgl32.Abs(p.X()), high/mgl32.Abs(p.Y()))
			}
		}
	}
	return span
}

func sideTitles() []string {
	return []string{"front left", "front", "left", "back", "top", "bottom"}
}

// sides returns rotations that show a bird from the front left and above, the front, the left, behind, above
// and below.
func sides() []mgl32.Quat {
	turn := func(degrees float64, axis mgl32.Vec3) mgl32.Quat {
		return mgl32.QuatRotate(float32(degrees*math.Pi/180), axis)
	}
	x, y := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	return []mgl32.Quat{
		turn(25, x).Mul(turn(-40, y)), turn(0, y), turn(-90, y), turn(180, y), turn(90, x), turn(-90, x),
	}
}
