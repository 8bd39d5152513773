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

// The default prim of a layer is /Flock, an Xform, with materials in /Flock/Materials. Usually, /Flock/Birds
// is a PointInstancer of all boids. Its prototypes bird_00, bird_01 and so on are the poses of a wingbeat.
// Each boid has a prototype index for each frame, so that it beats its wings with its own phase. A time code
// is a frame number.
//
// If there are several flocks, each one has an Xform of this structure below /Flock, which is named after its
// species. If a flock has several models, it has one Xform for each model.
//
// USD interpolates positions linearly between samples. A frame in which a bird jumped has an extra sample,
// jumpGap time codes earlier, at the position that the bird would have without the jump.
const jumpGap = 0.001

type usdLayer struct {
	s        *Source
	flocks   []*usdFlock
	camera   []cameraFrame
	textures *usdTextures
	scratch  string
}

type usdFlock struct {
	s        *Source
	number   int
	kind     int
	species  string
	root     string
	name     string
	ids      []int
	model    *models.Baked
	span     float32
	reach    float32 // largest distance of a bird's surface from its origin, in units
	textures *usdTextures
	scratch  string
	sizes    []float32  // sizes of the birds in all frames, for Prims
	wings    *wingbeats // nil if WingBlur is false
}

func newUSDLayer(ctx context.Context, s *Source, path, textures string) (*usdLayer, error) {
	ids, err := s.IDs(ctx)
	if err != nil {
		return nil, err
	}
	l := &usdLayer{s: s, scratch: filepath.Dir(path), textures: &usdTextures{folder: textures}}
	kinds := s.kinds(ids, stageNames()...)
	for _, kind := range kinds {
		if len(kind.ids) == 0 {
			continue
		}
		f := &usdFlock{
			s: s, number: kind.flock, kind: kind.model, species: kind.species, root: "/Flock", ids: kind.ids, model: kind.bird,
			span: s.Wingspan(kind.flock), textures: l.textures, scratch: l.scratch,
		}
		if f.reach = reach(f.model) * f.span; len(kinds) > 1 {
			f.name, f.root = kind.name, "/Flock/"+kind.name
		}
		if s.o.WingBlur {
			f.wings = new(wingbeats)
		}
		l.textures.add(f.model, kind.name)
		l.flocks = append(l.flocks, f)
	}
	return l, nil
}

func writeUSDA(ctx context.Context, path string, s *Source) error {
	return writeUSD(ctx, path, s, func(file *os.File) usdWriter {
		return newUSDText(whole.WriterUntil(ctx, file), filepath.Dir(path))
	})
}

func writeUSDC(ctx context.Context, path string, s *Source) error {
	return writeUSD(ctx, path, s, func(file *os.File) usdWriter { return newUSDBinary(file) })
}

func writeUSD(ctx context.Context, path string, s *Source, writerTo func(*os.File) usdWriter) error {
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
	err = whole.Write(path, s.o.Force, func(file *os.File) error {
		if err := l.write(ctx, writerTo(file)); err != nil || len(l.textures.files) == 0 {
			return err
		}
		err := whole.Folder(folder, s.o.Force, l.textures.write)
		made = err == nil && missing != nil
		return err
	})
	if err != nil && made {
		_ = os.RemoveAll(folder) // only the failed export needs the textures
	}
	return err
}

func (l *usdLayer) write(ctx context.Context, out usdWriter) (err error) {
	if l.camera, err = l.s.camera(ctx); err != nil {
		return err
	}
	body := l.instancer
	if l.s.o.Prims {
		body = l.prims
	}
	if err := body(ctx, out); err != nil {
		return err
	}
	return out.close()
}

func (l *usdLayer) begin(out usdWriter) {
	s, numbers := l.s, l.s.Numbers()
	up := "Y"
	if s.o.ZUp {
		up = "Z"
	}
	rate := s.Rate().String()
	if s.Rate().Den > 1 {
		rate = "(" + rate + ")"
	}
	custom := []usdString{
		{"scenario", s.meta.Scenario}, {"seed", strconv.FormatUint(s.meta.Seed, 10)}, {"skein", s.meta.Version},
	}
	if len(l.camera) > 0 { // a reader of the camera's path needs the time of the first frame
		custom = append(custom, usdString{"startSeconds", strconv.FormatFloat(l.camera[0].seconds, 'g', -1, 64)})
	}
	out.begin(&usdHead{
		custom:        custom,
		defaultPrim:   "Flock",
		documentation: fmt.Sprintf("A flock exported by skein. Time code n is (n - %d) / %s seconds after the start.", s.o.start(), rate),
		first:         numbers[0], last: numbers[len(numbers)-1], fps: s.FPS(), metersPerUnit: 1 / s.o.scale(), up: up,
	})
	out.prim(usdPrim{kind: "Xform", name: "Flock", component: true})
}

func (f *usdFlock) begin(out usdWriter) {
	if f.name != "" {
		out.prim(usdPrim{kind: "Xform", name: f.name})
		out.attribute("custom string skein:species", f.species)
	}
	f.materials(out)
}

func (f *usdFlock) end(out usdWriter) {
	if f.name != "" {
		out.end()
	}
}

func (f *usdFlock) prototypePaths(scope string) []string {
	paths := f.prototypeNames()
	for k, name := range paths {
		paths[k] = scope + "/" + name
	}
	return paths
}

func poseOf(phase float32, poses int) int {
	return int(float64(phase)*float64(poses)+0.5) % poses
}

// scratch is a temporary file for data that come later in the output.
type scratch struct {
	*bufio.Writer
	file *os.File
}

func newScratch(dir string) (*scratch, error) {
	f, err := whole.Scratch(dir)
	if err != nil {
		return nil, err
	}
	return &scratch{bufio.NewWriterSize(f, 1<<18), f}, nil
}

func (s *scratch) rewind() error {
	if err := s.Flush(); err != nil {
		return err
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return err
}

type countingWriter struct {
	to       io.Writer
	progress func(bytes int64)
}

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
