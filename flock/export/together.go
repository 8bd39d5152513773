package export

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skein/flock/recording"
)

// Target is a file or folder to write.
type Target struct {
	Format  *Format
	Path    string
	Options Options
}

// WriteAll exports a recording to several files or folders, and reads the frames only once for all of them if
// possible. The targets must select the same frames and boids, with the same axes. Each file or folder
// appears complete or not at all.
func WriteAll(ctx context.Context, r *recording.Reader, targets []Target) error {
	var sources []*Source
	for _, t := range targets {
		if err := t.Format.MayWrite(t.Path, t.Options.Force); err != nil {
			return err
		}
		s, err := t.Format.Source(r, t.Options)
		if err != nil {
			return err
		}
		if t.Format.Bird {
			if err := s.checkBirds(); err != nil {
				return err
			}
		}
		sources = append(sources, s)
		if !s.sameFrames(sources[0]) {
			return optionErrorf("%s and %s have different frames, boids or axes; export them separately", targets[0].Path, t.Path)
		}
	}
	if err := checkPaths(targets, sources); err != nil {
		return err
	}
	return newTogether(targets, sources).run(ctx)
}

func checkPaths(targets []Target, sources []*Source) error {
	usedNames := map[string]bool{}
	for k := range targets {
		for _, path := range targets[k].paths(sources[k]) {
			full, err := filepath.Abs(path)
			if err != nil {
				return err
			}
			if usedNames[full] {
				return optionErrorf("two outputs write to %s; choose other names", path)
			}
			usedNames[full] = true
		}
	}
	return nil
}

func (t *Target) paths(s *Source) []string {
	all := []string{t.Path}
	if strings.Contains(filepath.Base(t.Path), "#") {
		all = s.numberedNames(t.Path)
	}
	if t.Format.cameraTable && t.Options.Stage != nil {
		all = append(all, cameraTablePath(t.Path))
	}
	return all
}

func (s *Source) sameFrames(o *Source) bool {
	return slices.Equal(s.plan, o.plan) && slices.Equal(s.chosen, o.chosen) &&
		s.o.ZUp == o.o.ZUp && s.o.scale() == o.o.scale() && s.Rate() == o.Rate() && s.pace == o.pace && s.o.start() == o.o.start()
}

// together runs several exports of a recording, one at a time. An export that needs the frames waits until
// each of the others has ended or needs them, too. Then they share one pass.
type together struct {
	targets []Target
	sources []*Source

	turn    sync.Mutex // held by the export that is running
	running int
	waiting []*request
	ids     [][]int // result of IDs, or nil if not yet known
}

// request is a call of forEachFrame that waits for the shared pass.
type request struct {
	source   *Source
	contents parts
	do       func(*Frame) error
	err      error
	done     chan struct{}
}

func newTogether(targets []Target, sources []*Source) *together {
	t := &together{targets: targets, sources: sources, running: len(targets)}
	for _, s := range sources {
		s.together = t
	}
	return t
}

func (t *together) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	var first error
	for k := range t.targets {
		all.Go(func() {
			t.turn.Lock()
			defer t.turn.Unlock()
			if err := t.targets[k].Format.write(ctx, t.targets[k].Path, t.sources[k]); err != nil {
				first = cmp.Or(first, err)
				cancel()
			}
			t.running--
			t.serve(ctx)
		})
	}
	all.Wait()
	return first
}

func (t *together) frames(ctx context.Context, s *Source, contents parts, do func(*Frame) error) error {
	r := &request{source: s, contents: contents, do: do, done: make(chan struct{})}
	t.waiting = append(t.waiting, r)
	t.serve(ctx)
	t.turn.Unlock()
	<-r.done
	t.turn.Lock()
	return r.err
}

// serve reads all frames for the exports once each of them is waiting or has ended.
func (t *together) serve(ctx context.Context) {
	if len(t.waiting) == 0 || len(t.waiting) < t.running {
		return
	}
	all := t.waiting
	t.waiting = nil
	contents := noParts
	for _, r := range all {
		contents |= r.contents
	}
	err := all[0].source.eachFrame(ctx, contents, func(f *Frame, done, total int64) error {
		for _, r := range all {
			if err := r.do(f); err != nil {
				return err
			}
			r.source.reportProgress(done, total)
		}
		return nil
	})
	for _, r := range all {
		r.err = err
		close(r.done)
	}
}
