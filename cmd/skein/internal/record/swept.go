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

// made refuses a recording that is there if it is not what the sweep would make.
func (c *options) made(r sweptRun) error {
	job, err := c.sweptJob(r)
	if err != nil {
		return err
	}
	there, err := input.Open(r.path)
	if err == nil {
		defer there.Close()
		err = r.begun(there, job)
		switch {
		case err != nil:
		case there.Frames() < job.Frames:
			err = fmt.Errorf("holds %d of the %d frames asked for", there.Frames(), job.Frames)
		case !there.Complete():
			err = errors.New("was not finished")
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", r.path, err)
		}
	}
	if err != nil {
		return fmt.Errorf("%w: --force without --resume makes it anew", err)
	}
	return nil
}

// begun returns why a recording is not the beginning of what a run would make,
// whichever skein made it.
func (r *sweptRun) begun(there *recording.Reader, job Job) error {
	was, want := there.Meta(), MetaOf(r.scene, job.FPS)
	switch {
	case was.Live:
		return errors.New("was flown in the window")
	case was.Seed != want.Seed:
		return fmt.Errorf("has seed %d, not %d", was.Seed, want.Seed)
	case was.FPS != want.FPS:
		return fmt.Errorf("has %d frames a second, not %d", was.FPS, want.FPS)
	case there.Frames() > job.Frames:
		return fmt.Errorf("holds %d frames, more than the %d asked for", there.Frames(), job.Frames)
	}
	scenes := [2]*scenario.Scenario{}
	for k, text := range [][]byte{was.TOML, want.TOML} {
		var err error
		if scenes[k], err = scenario.Parse("the scene in it", text); err != nil {
			return err
		}
		birds := []*scenario.Bird{&scenes[k].Bird}
		for n := range scenes[k].Others {
			birds = append(birds, &scenes[k].Others[n].Bird)
		}
		for _, bird := range birds {
			if scenario.IsModelFile(bird.File) {
				bird.File = "of a model" // which lies in the recording, wherever it came from
			}
		}
	}
	if key, had, wants := scenario.Difference(scenes[0], scenes[1]); key != "" {
		return fmt.Errorf("has %s = %s, not %s", key, had, wants)
	}
	return r.sameFiles(there)
}

// sameFiles refuses a recording that another bird or another camera's way lies in.
func (r *sweptRun) sameFiles(there *recording.Reader) error {
	files, err := input.SceneFiles(r.scene)
	if err != nil {
		return err
	}
	has := slices.DeleteFunc(there.Files(), func(name string) bool { return !strings.Contains(name, "/") })
	for _, f := range files {
		if !slices.Contains(has, f.Name) {
			return fmt.Errorf("lacks %s", f.Name)
		}
		data, err := there.File(f.Name)
		if err != nil {
			return err
		}
		if !bytes.Equal(data, f.Data) {
			return fmt.Errorf("holds another %s", f.Name)
		}
	}
	if len(has) > len(files) {
		return fmt.Errorf("holds files that the scene has not: %s", strings.Join(has, ", "))
	}
	return nil
}
