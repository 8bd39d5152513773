package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"skein/flock/whole"
	"skein/models"
)

// The USD layer has the default prim /Flock, an Xform, with the bird's materials in
// /Flock/Materials. Usually /Flock/Birds is a PointInstancer of all boids. Its prototypes bird_00,
// bird_01 and so on are the poses of a wingbeat. The prototype of each boid is sampled, so that
// each bird beats its wings in its own phase in every program that reads PointInstancers. A time
// code is a frame's number. With several flocks, each has all of this in an Xform below /Flock that
// is named after its species.
//
// USD interpolates positions linearly between samples. Before each frame in which a bird jumped
// there is an extra sample, jumpGap time codes earlier, at the place that the bird would have
// reached.
const jumpGap = 0.001

// usdLayer is the state of one layer that is written.
type usdLayer struct {
	s        *Source
	flocks   []*usdFlock // flocks with exported boids
	textures *usdTextures
	scratch  string // folder for temporary files
}

// usdFlock is the state of one flock of a layer.
type usdFlock struct {
	s        *Source
	number   int    // counted from 0
	root     string // path of the flock's prim
	name     string // name of that prim; empty: /Flock itself
	ids      []int
	model    *models.Baked // model of the flock's bird
	span     float32       // wingspan of its birds, units
	reach    float32       // greatest distance of a bird's surface from its origin, units
	textures *usdTextures
	scratch  string
	sizes    []float32 // sizes of the birds in all frames, for option Prims
}

func newUSDLayer(ctx context.Context, s *Source, path, textures string) (*usdLayer, error) {
	ids, err := s.IDs(ctx)
	if err != nil {
		return nil, err
	}
	l := &usdLayer{s: s, scratch: filepath.Dir(path), textures: &usdTextures{folder: textures}}
	for k, name := range s.names() {
		if len(ids[k]) == 0 {
			continue
		}
		f := &usdFlock{
			s: s, number: k, root: "/Flock", ids: ids[k], model: s.o.Birds[k], span: s.Wingspan(k),
			textures: l.textures, scratch: l.scratch,
		}
		if f.reach = reach(f.model) * f.span; s.Flocks() > 1 {
			f.name, f.root = name, "/Flock/"+name
		}
		l.textures.add(f.model, name)
		l.flocks = append(l.flocks, f)
	}
	return l, nil
}

// writeUSDA writes a layer as text, and the bird's textures to a folder beside it.
func writeUSDA(ctx context.Context, path string, s *Source) error {
	folder := strings.TrimSuffix(path, filepath.Ext(path)) + "_textures"
	l, err := newUSDLayer(ctx, s, path, "./"+filepath.Base(folder))
	if err != nil {
		return err
	}
	if len(l.textures.files) > 0 {
		if err := whole.MayFill(folder, s.o.Force); err != nil {
			return err
		}
	}
	_, missing := os.Lstat(folder)
	made := false
	err = whole.Stream(path, s.o.Force, func(w io.Writer) error {
		if err := l.write(ctx, w); err != nil || len(l.textures.files) == 0 {
			return err
		}
		err := whole.Folder(folder, s.o.Force, l.textures.write)
		made = err == nil && missing != nil
		return err
	})
	if err != nil && made {
		_ = os.RemoveAll(folder) // textures without their layer are useless
	}
	return err
}

// write writes the layer.
func (l *usdLayer) write(ctx context.Context, w io.Writer) error {
	body := l.instancer
	if l.s.o.Prims {
		body = l.prims
	}
	out := bufio.NewWriterSize(whole.WriterUntil(ctx, w), 1<<18)
	if err := body(ctx, out); err != nil {
		return err
	}
	return out.Flush()
}

// head writes the start of the layer and of its default prim.
func (l *usdLayer) head(out *bufio.Writer) {
	s, numbers := l.s, l.s.Numbers()
	up := "Y"
	if s.o.ZUp {
		up = "Z"
	}
	fps, rate := strconv.FormatFloat(s.FPS(), 'g', -1, 64), s.Rate().String()
	if s.Rate().Den > 1 {
		rate = "(" + rate + ")"
	}
	fmt.Fprintf(out, "#usda 1.0\n(\n    customLayerData = {\n")
	for _, pair := range [][2]string{
		{"scenario", s.meta.Scenario}, {"seed", strconv.FormatUint(s.meta.Seed, 10)}, {"skein", s.meta.Version},
	} {
		fmt.Fprintf(out, "        string %s = %s\n", pair[0], usdString(pair[1]))
	}
	fmt.Fprintf(out, "    }\n    defaultPrim = \"Flock\"\n    doc = %s\n",
		usdString(fmt.Sprintf("A flock by skein. Time code n is (n - 1) / %s seconds after the start.", rate)))
	fmt.Fprintf(out, "    endTimeCode = %d\n    framesPerSecond = %s\n    metersPerUnit = %s\n",
		numbers[len(numbers)-1], fps, strconv.FormatFloat(1/s.o.scale(), 'g', -1, 64))
	fmt.Fprintf(out, "    startTimeCode = %d\n    timeCodesPerSecond = %s\n    upAxis = \"%s\"\n)\n\n", numbers[0], fps, up)
	fmt.Fprintf(out, "def Xform \"Flock\" (\n    kind = \"component\"\n)\n{\n")
}

// begin writes the start of a flock and its materials.
func (f *usdFlock) begin(out *bufio.Writer) {
	if f.name != "" {
		fmt.Fprintf(out, "    def Xform \"%s\"\n    {\n        custom string skein:species = %s\n\n", f.name, usdString(f.s.Species(f.number)))
	}
	f.materials(out)
}

func (f *usdFlock) end(out *bufio.Writer) error {
	text := "    }\n"
	if f.name != "" {
		text += text
	}
	_, err := out.WriteString(text)
	return err
}

func usdString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

// prototypePaths returns the paths of the poses below a scope.
func (f *usdFlock) prototypePaths(scope string) string {
	paths := make([]string, f.model.Poses)
	for k := range paths {
		paths[k] = fmt.Sprintf("<%s/%s>", scope, poseName(k))
	}
	return "[" + strings.Join(paths, ", ") + "]"
}

func poseName(k int) string { return fmt.Sprintf("bird_%02d", k) }

func poseOf(phase float32, poses int) int {
	return int(float64(phase)*float64(poses)+0.5) % poses
}

// scratch is a temporary file for data that comes later in the output.
type scratch struct {
	*bufio.Writer
	file  *os.File
	bytes int64 // number of bytes written
}

func newScratch(dir string) (*scratch, error) {
	f, err := whole.Scratch(dir)
	if err != nil {
		return nil, err
	}
	s := &scratch{file: f}
	s.Writer = bufio.NewWriterSize(&countingWriter{f, func(n int64) { s.bytes += n }}, 1<<18)
	return s, nil
}

// copyTo copies the flushed data to out, and calls progress for each piece.
func (s *scratch) copyTo(out io.Writer, progress func(bytes int64)) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(&countingWriter{out, progress}, s.file)
	return err
}

// countingWriter is a writer that calls progress with the number of bytes written.
type countingWriter struct {
	to       io.Writer
	progress func(bytes int64)
}

// Write writes b and calls progress.
func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.progress(int64(n))
	return n, err
}

func (s *scratch) close() {
	s.file.Close()
	if !whole.MovesOpen {
		_ = os.Remove(s.file.Name())
	}
}
