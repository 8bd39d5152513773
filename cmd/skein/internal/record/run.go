package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// Job describes a recording to make.
type Job struct {
	Path        string
	Frames, FPS int
	Force       bool
	keep        bool
}

// Summary is the output of --json for a recording.
type Summary struct {
	File     string  `json:"file"`
	Scenario string  `json:"scenario"`
	Seed     uint64  `json:"seed"`
	Boids    int     `json:"boids"` // number of boids in all flocks at the end
	Frames   int     `json:"frames"`
	FPS      int     `json:"fps"`
	Ticks    int64   `json:"ticks"` // tick of the last frame
	TickRate int     `json:"tick_rate"`
	Seconds  float64 `json:"seconds"`
	Hash     string  `json:"hash"` // hash of the state in the last frame

	Flocks []FlockCount `json:"flocks,omitempty"` // only if there are several

	Bytes    int64   `json:"bytes"`
	PerBoid  float64 `json:"bytes_per_boid_and_frame"`
	RealTime float64 `json:"times_real_time"` // simulated seconds per second, without the warm-up
}

// FlockCount is a species and the number of its boids.
type FlockCount struct {
	Species string `json:"species"`
	Boids   int    `json:"boids"`
}

func countsOf(m *recording.Meta, world *flock.World) (all []FlockCount) {
	for k, f := range m.Flocks() {
		p := world.ParamsOf(k)
		all = append(all, FlockCount{f.Name(), p.Count()})
	}
	if len(all) == 1 {
		return nil
	}
	return all
}

func speciesList(flocks []FlockCount) string {
	var list []string
	for _, f := range flocks {
		list = append(list, fmt.Sprintf("%d %s", f.Boids, f.Species))
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

func (s *Summary) print(g *console.Console) error {
	if g.JSON {
		return g.Document(s)
	}
	g.Say("%s: %d frames, %g s of %d boids%s, hash of the last state %s", s.File, s.Frames, s.Seconds, s.Boids, speciesList(s.Flocks), s.Hash)
	each := ""
	if s.Boids > 0 {
		each = fmt.Sprintf(", %.1f bytes per boid and frame", s.PerBoid)
	}
	g.Say("%.4g MB%s; recorded at %s × real time", float64(s.Bytes)/1e6, each, words.Number(s.RealTime))
	return nil
}

// WorkersWhileRecording returns the number of workers for a simulation that is being recorded. By default,
// one core stays free to compress and write frames, because a tick waits for its slowest worker.
func WorkersWhileRecording(workers int) int {
	if workers == 0 {
		return -1
	}
	return workers
}

// Scene simulates a scenario and writes it to a new recording.
func Scene(ctx context.Context, g *console.Console, s *scenario.Scenario, def flock.Def, job Job) (*Summary, error) {
	files, err := input.SceneFiles(s)
	if err = cmp.Or(err, ctx.Err()); err != nil { // ctx may have been cancelled while a model was read
		return nil, err
	}
	meta := MetaOf(s, job.FPS)
	meta.Planned = job.Frames
	out, err := recording.Create(job.Path, meta, recording.Options{Force: job.Force, Files: files})
	if err != nil {
		return nil, hintResume(err)
	}
	if long := 50_000; float64(def.WarmUp)*float64(totalBoids(&def)) > float64(long) {
		g.Say("simulating %g s of warm-up before the first frame (set by warm_up in the scenario)", def.WarmUp)
	}
	def.Workers, def.Surroundings = WorkersWhileRecording(def.Workers), input.InFolder(def.Surroundings)
	world, err := input.NewWorld(ctx, def)
	if err != nil {
		_ = out.Abort() // the earlier error is returned
		return nil, err
	}
	return Run(ctx, g, world, out, job)
}

func totalBoids(def *flock.Def) (n int) {
	for _, f := range def.Flocks() {
		n += f.Params.Count()
	}
	return n
}

func MetaOf(sc *scenario.Scenario, fps int) recording.Meta {
	s := *sc
	s.Camera.Path = input.CameraName(sc.CameraPath())
	s.Surroundings = input.InFolder(sc.Surroundings)
	m := recording.MetaOf(s.Def(), fps)
	m.Version, m.Scenario, m.TOML = build.Version, nameOf(&s), s.TOML()
	setBirds(&m.Flock, &s, 0)
	for k := range m.Others {
		setBirds(&m.Others[k], &s, k+1)
	}
	return m
}

// nameOf returns the name of a scene, or of its file if it has none.
func nameOf(sc *scenario.Scenario) string {
	if sc.Name != "" || sc.File == "" {
		return sc.Name
	}
	return strings.TrimSuffix(filepath.Base(sc.File), filepath.Ext(sc.File))
}

func setBirds(f *recording.Flock, sc *scenario.Scenario, flockIndex int) {
	paths := bird.Paths(scenario.WithFlock(sc, flockIndex))
	if f.Bird = paths[0]; len(paths) > 1 {
		f.MoreBirds = paths[1:]
	}
}

func hintResume(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) && errors.Is(err, fs.ErrExist) && strings.HasSuffix(pathErr.Path, recording.Part("")) {
		return fmt.Errorf("%w; use --resume to continue the recording, --finish to finish it as it is, or --force to replace it", err)
	}
	return usage.HintForce(err)
}

// Run simulates the recording's world until it has as many frames as job asks for, and closes the recording.
func Run(ctx context.Context, g *console.Console, world *flock.World, out *recording.Writer, job Job) (*Summary, error) {
	started, before := time.Now(), out.Frames()
	rec := recording.NewRecorder(out)
	if err := simulate(ctx, g, world, rec, job); err != nil {
		return nil, giveUp(g, rec, job, err)
	}
	if frames, err := rec.Close(); err != nil {
		return nil, usage.HintForce(WithFrameCount(err, job.Path, frames))
	}
	seconds, m := time.Since(started).Seconds(), out.Meta()
	sum := &Summary{
		File: job.Path, Scenario: m.Scenario, Seed: m.Seed, Boids: world.Len(), Flocks: countsOf(&m, world),
		Frames: job.Frames, FPS: m.FPS, Ticks: out.Tick(), TickRate: m.TickRate,
		Seconds: float64(job.Frames) / float64(m.FPS), Hash: fmt.Sprintf("%016x", world.Hash()),
		RealTime: float64(job.Frames-before) / float64(m.FPS) / seconds,
	}
	if info, err := os.Stat(job.Path); err == nil {
		sum.Bytes = info.Size()
	}
	if sum.Boids > 0 {
		sum.PerBoid = float64(sum.Bytes) / float64(sum.Frames*sum.Boids)
	}
	return sum, nil
}

func giveUp(g *console.Console, rec *recording.Recorder, job Job, err error) error {
	if !job.keep {
		_ = rec.Abort() // the earlier error is returned
		return err
	}
	frames, _ := rec.Keep() // the earlier error is returned
	if !errors.Is(err, context.Canceled) {
		return WithFrameCount(err, job.Path, frames)
	}
	if frames > 0 {
		part := recording.Part(job.Path)
		g.Say("%s contains %d of %d frames; to continue the recording: skein record --resume %s; to finish it as it is: skein record --finish %[1]s", words.Quote(part), frames, job.Frames, words.Quote(job.Path))
	}
	return err
}

// WithFrameCount adds the number of frames in the .part file to an error.
func WithFrameCount(err error, path string, frames int) error {
	if frames == 0 {
		return err
	}
	return fmt.Errorf("%w; %s contains %d frames: %s", err, recording.Part(path), frames, input.RepairHint(path))
}

func simulate(ctx context.Context, g *console.Console, world *flock.World, rec *recording.Recorder, job Job) error {
	bar := console.NewProgress(g, "recording "+job.Path, job.Frames)
	defer bar.End()
	if rec.Frames() == 0 {
		if err := rec.Tick(world, nil); err != nil {
			return err
		}
	}
	var events []flock.Event
	for rec.Frames() < job.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		world.Step()
		events = world.TakeEvents(events[:0])
		if err := rec.Tick(world, events); err != nil {
			return err
		}
		bar.Update(rec.Frames())
	}
	return nil
}
