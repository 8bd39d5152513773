package figure

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"skein/engine/frame"
	"skein/flock/look"
)

func TestSameBytes(t *testing.T) {
	panel := testPanel()
	panel.Hull, panel.Legend = true, &frame.Legend{Title: "speed", Low: "0 m/s", High: "12 m/s", Map: look.Viridis}
	for f, ext := range Extensions() {
		first := writeFigure(t, Format(f), []*Panel{panel, panel}, Options{View: Top, Width: 85})
		for range 3 {
			if second := writeFigure(t, Format(f), []*Panel{panel, panel}, Options{View: Top, Width: 85}); !bytes.Equal(first, second) {
				t.Errorf("%s: the same panels give different bytes", ext)
			}
		}
		if year := []byte("D:20000101000000"); f == int(PDF) && bytes.Count(first, []byte("(D:")) != bytes.Count(first, year) {
			t.Error("the PDF contains the present time, want the fixed one")
		}
	}
}

// A PNG has 300 pixels per inch. The test reads this from its size in pixels and from the resolution in
// the file.
func TestResolutionOfPNG(t *testing.T) {
	data := writeFigure(t, PNG, []*Panel{testPanel()}, Options{View: Top, Width: 85})
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if want := 85 / 25.4 * 300; math.Abs(float64(img.Bounds().Dx())-want) > 0.5 {
		t.Errorf("the picture is %d pixels wide, want %.1f", img.Bounds().Dx(), want)
	}
	index := bytes.Index(data, []byte("pHYs"))
	if index < 0 || index > bytes.Index(data, []byte("IDAT")) {
		t.Fatal("no pHYs before the pixels")
	}
	x, y, unit := binary.BigEndian.Uint32(data[index+4:]), binary.BigEndian.Uint32(data[index+8:]), data[index+12]
	if dpi := float64(x) * 0.0254; math.Abs(dpi-300) > 0.01 || x != y || unit != 1 {
		t.Errorf("the PNG has %d by %d pixels per unit %d, want 300 dpi in metres", x, y, unit)
	}
	if r, g, b, _ := img.At(2, 2).RGBA(); r&g&b != 0xffff {
		t.Error("the corner is not white")
	}
}

func TestOtherProgramsReadFigures(t *testing.T) {
	panel := testPanel()
	panel.Keys = []Key{{ink, "60° – half", LineMark}}
	dir := t.TempDir()
	name := func(ext string) string { return filepath.Join(dir, "f"+ext) }
	for f, ext := range Extensions() {
		if err := os.WriteFile(name(ext), writeFigure(t, Format(f), []*Panel{panel}, Options{View: Side, Width: 85}), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	output := func(program string, args ...string) string {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
		out, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", program, err, out)
		}
		return string(out)
	}
	if info := output("pdfinfo", name(".pdf")); !strings.Contains(info, "240.94 x ") { // 85 mm in points
		t.Error(info)
	}
	text := output("pdftotext", "-layout", name(".pdf"), "-")
	for _, want := range []string{"x (m)", "t = 1.25 s", "60° – half"} {
		if !strings.Contains(text, want) {
			t.Errorf("the PDF lacks %q:\n%s", want, text)
		}
	}
	output("pdftoppm", "-r", "300", "-png", "-singlefile", name(".pdf"), name("-pdf"))
	comparePictures(t, name(".png"), name("-pdf.png"), 0)
	output("rsvg-convert", "-d", "300", "-p", "300", "-b", "white", name(".svg"), "-o", name("-svg.png"))
	comparePictures(t, name(".png"), name("-svg.png"), 0.2) // librsvg may use other fonts than the figure
}

// comparePictures compares the mean darkness of the tiles of two pictures. It skips a border at
// each side, because renderers draw edges and letters a little differently. edge is the width of
// the border, as a fraction of the picture.
func comparePictures(t *testing.T, a, b string, edge float64) {
	t.Helper()
	x, y := tiles(t, a), tiles(t, b)
	far, least := 0, int(edge*tilesPerSide)
	for k := range x {
		column, row := k%tilesPerSide, k/tilesPerSide
		if min(column, row, tilesPerSide-1-column, tilesPerSide-1-row) >= least && math.Abs(x[k]-y[k]) > 0.06 {
			far++
		}
	}
	if far > 0 || len(x) != len(y) {
		t.Errorf("%s and %s differ in %d of %d tiles", filepath.Base(a), filepath.Base(b), far, len(x))
	}
}

const tilesPerSide = 40

func tiles(t *testing.T, file string) []float64 {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	const n = tilesPerSide
	all := make([]float64, n*n)
	size := img.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, b, _ := img.At(x, y).RGBA()
			all[y*n/size.Y*n+x*n/size.X] += float64(3*0xffff-r-g-b) / (3 * 0xffff) * n * n / float64(size.X*size.Y)
		}
	}
	return all
}

// Texts may contain any letters. An SVG escapes the special characters of XML. A PDF shows a question
// mark for each letter that is not in its encoding.
func TestAnyLetters(t *testing.T) {
	panel := testPanel()
	const odd = `<b> & "鳥" é – \(x)`
	panel.Keys = []Key{{ink, odd, LineMark}}
	f := read(t, []*Panel{panel}, Options{View: Top, Width: 85})
	f.textOf(t, odd)
	writeFigure(t, PNG, []*Panel{panel}, Options{View: Top, Width: 85})
	data := writeFigure(t, PDF, []*Panel{panel}, Options{View: Top, Width: 85})
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed")
	}
	cmd := exec.Command("pdftotext", "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(data)
	if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), `<b> & "?" é – \(x)`) {
		t.Errorf("the PDF has the text %s (error %v)", out, err)
	}
}
