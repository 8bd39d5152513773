package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skein/cmd/skein/internal/input"
	"skein/flock/recording"
	"skein/flock/scenario"
)

func (c *options) checkExisting(r sweptRun) error {
	job, err := c.sweptJob(r)
	if err != nil {
		return err
	}
	existing, err := input.Open(r.path)
	if err == nil {
		defer existing.Close()
		err = r.matches(existing, job)
		switch {
		case err != nil:
		case existing.Frames() < job.Frames:
			err = fmt.Errorf("contains only %d of %d frames", existing.Frames(), job.Frames)
		case !existing.Complete():
			err = errors.New("is not finished")
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", r.path, err)
		}
	}
	if err != nil {
		return fmt.Errorf("%w; use --force without --resume to make the recording again", err)
	}
	return nil
}

func (r *sweptRun) matches(existing *recording.Reader, job Job) error {
	meta, want := existing.Meta(), MetaOf(r.scene, job.FPS)
	switch {
	case meta.Live:
		return errors.New("was recorded in the window, not by this sweep")
	case meta.Seed != want.Seed:
		return fmt.Errorf("has seed %d, not %d", meta.Seed, want.Seed)
	case meta.FPS != want.FPS:
		return fmt.Errorf("has %d frames per second, not %d", meta.FPS, want.FPS)
	case existing.Frames() > job.Frames:
		return fmt.Errorf("contains %d frames, more than the requested %d", existing.Frames(), job.Frames)
	}
	scenes := [2]*scenario.Scenario{}
	for k, text := range [][]byte{meta.TOML, want.TOML} {
		var err error
		if scenes[k], err = scenario.ParseRecorded("the scene in it", text); err != nil {
			return err
		}
		birds := []*scenario.Bird{&scenes[k].Bird}
		for n := range scenes[k].Others {
			birds = append(birds, &scenes[k].Others[n].Bird)
		}
		for _, bird := range birds {
			bird.RenameFiles(func(string) string { return "of a model" }) // the recording contains the model, so its path does not matter
		}
	}
	if key, got, wants := scenario.Difference(scenes[0], scenes[1]); key != "" {
		return fmt.Errorf("has %s = %s, not %s", key, got, wants)
	}
	return r.sameFiles(existing)
}

func (r *sweptRun) sameFiles(existing *recording.Reader) error {
	files, err := input.SceneFiles(r.scene)
	if err != nil {
		return err
	}
	present := slices.DeleteFunc(existing.Files(), func(name string) bool { return !strings.Contains(name, "/") })
	for _, f := range files {
		if !slices.Contains(present, f.Name) {
			return fmt.Errorf("lacks %s", f.Name)
		}
		data, err := existing.File(f.Name)
		if err != nil {
			return err
		}
		if !bytes.Equal(data, f.Data) {
			return fmt.Errorf("contains another version of %s", f.Name)
		}
	}
	unused := slices.DeleteFunc(present, func(name string) bool {
		return slices.ContainsFunc(files, func(f recording.File) bool { return f.Name == name })
	})
	if len(unused) > 0 {
		return fmt.Errorf("contains files that the scene does not use: %s", strings.Join(unused, ", "))
	}
	return nil
}
