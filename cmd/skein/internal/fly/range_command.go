//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// rangeArgs returns the arguments of the skein that renders or exports a range. For a living
// flock it also returns the name of the take, which must be recorded first.
func (s *session) rangeArgs(r ui.Range) (args []string, take string, err error) {
	if !(r.In < r.Out) {
		return nil, "", fmt.Errorf("range from %g to %g s: the end must be after the start", r.In, r.Out)
	}
	if s.living() {
		take = takeName(r.File)
		args, err = s.drawArgs(r, take, true, "")
		return args, take, err
	}
	f := s.Studio.Flight()
	list, err := rangeFrames(r, f.Start, f.FPS, float64(f.Frames()-1)/f.FPS)
	if err != nil {
		return nil, "", err
	}
	args, err = s.drawArgs(r, s.cmd.Scene, false, list)
	return args, "", err
}

// rangeFrames returns a range as frame numbers for --frames. The recording starts at the time start
// and lasts for last, both in s, with fps frames a second.
func rangeFrames(r ui.Range, start, fps, last float64) (string, error) {
	if r.FPS == "" {
		return framesBetween(r.In-start, r.Out-start, fps, last), nil
	}
	rate, err := export.ParseRate(r.FPS)
	if err != nil {
		return "", fmt.Errorf("rate %s: %w", r.FPS, err)
	}
	if !r.Export {
		fps = rate.Float()
	}
	return framesBetween(r.In-start, r.Out-start, fps, last), nil
}

// drawArgs returns the arguments that render or export the frames in list of the recording input;
// all frames if list is empty. If take is true, the input is a take, which already contains the
// window's birds and camera.
func (s *session) drawArgs(r ui.Range, input string, take bool, list string) ([]string, error) {
	if r.FPS != "" {
		if _, err := export.ParseRate(r.FPS); err != nil {
			return nil, fmt.Errorf("rate %s: %w", r.FPS, err)
		}
	}
	args := []string{"render", input, "-o", r.File}
	if r.Export {
		args[0] = "export"
	}
	if list != "" {
		args = append(args, "--frames", list)
	}
	if r.FPS != "" {
		args = append(args, "--fps", r.FPS)
	}
	if r.Replace {
		args = append(args, "--force")
	}
	if s.cmd.rec != nil && !take {
		args = append(args, s.otherBirds()...)
	}
	if r.Export {
		_, err := export.FormatOf("", r.File)
		return args, err
	}
	if _, err := kinds.OutputOf(r.File); err != nil {
		return nil, err
	}
	var size usage.Size
	if err := size.UnmarshalText([]byte(r.Size)); err != nil {
		return nil, fmt.Errorf("size %s: %w", r.Size, err)
	}
	args = append(args, "--size", fmt.Sprintf("%dx%d", image.Point(size).X, image.Point(size).Y))
	if r.Samples > 1 {
		args = append(args, "--samples", strconv.Itoa(r.Samples))
	}
	return append(args, s.rangeCamera(r.Camera, take)...), nil
}

// otherBirds returns --bird flags for the flocks that are drawn with another bird than the
// recording's own.
func (s *session) otherBirds() (args []string) {
	meta := s.cmd.rec.Meta()
	for k, own := range meta.Flocks() {
		f := s.scene.Flocks()[k]
		if inRecording(s.cmd.rec, &f.Bird) || birdName(f.Bird.File) == birdName(own.Bird) {
			continue
		}
		bird := birdName(f.Bird.File)
		if scenario.IsModelFile(f.Bird.File) {
			bird = f.Bird.File
		}
		if k > 0 {
			bird = f.Name() + "=" + bird
		}
		args = append(args, "--bird", bird)
	}
	return args
}

// rangeCamera returns the camera flags: for the camera named in the dialog, or else the window's.
// A take already contains the window's camera, except for a path.
func (s *session) rangeCamera(named string, take bool) (args []string) {
	c := &s.Studio.Controls
	mode := named
	switch {
	case named == ui.CameraKeys && len(s.camera.keys) > 0:
		return []string{"--camera", cmp.Or(s.camera.sourceFile, s.camera.file)}
	case named != "" && named != ui.CameraKeys:
	case s.Studio.Path != nil && !input.InRecording(s.cmd.rec, s.scene):
		return []string{"--camera", s.camera.file}
	case s.Studio.Path != nil || take:
		return nil
	default:
		mode = c.Camera.Mode.String()
	}
	args = []string{"--camera", mode}
	if m, ok := look.ModeNamed(mode); ok && c.Selected >= 0 && m.IsTied() && !m.FollowsLeaders() {
		args = append(args, "--boid", strconv.Itoa(c.Selected))
	}
	return args
}

// framesBetween returns the numbers of the frames between two times, in s after the first frame, in
// a recording of fps frames a second that lasts for last seconds.
func framesBetween(from, to, fps, last float64) string {
	const hair = 1e-6
	first := int(math.Ceil(max(from, 0)*fps-hair)) + 1
	end := int(math.Floor(min(to, last)*fps+hair)) + 1
	if end <= first {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, end)
}

// fromScene returns a command line that records a living flock's range from its scene file and
// renders it. It returns ok = false if the flock was edited, since the scene file would then give
// another flight.
func (s *session) fromScene(r ui.Range, take string) (line string, ok bool) {
	if s.cmd.rec != nil || s.isFlightChanged() || s.cmd.Choice.Given() {
		return "", false
	}
	long := math.Ceil(1000*(r.Out+1.0/liveFPS)) / 1000 // includes the frame at the end
	record := []string{"record", s.cmd.Scene, "--seconds", strconv.FormatFloat(long, 'f', -1, 64), "-o", take}
	if seed := s.Studio.Seed(); seed != s.scene.Seed || s.cmd.Seed != nil {
		record = append(record, "--seed", strconv.FormatUint(seed, 10))
	}
	if s.cmd.Count != nil {
		record = append(record, "--count", strconv.Itoa(*s.cmd.Count))
	}
	for _, at := range s.cmd.At {
		record = append(record, "--at", at)
	}
	list, err := rangeFrames(r, 0, liveFPS, r.Out)
	if err != nil {
		return "", false
	}
	args, err := s.drawArgs(r, take, false, list)
	return commandLine(record) + " && " + commandLine(args), err == nil
}

// isFlightChanged reports whether the user changed the flight, or its light and look.
func (s *session) isFlightChanged() bool {
	if s.Studio.Edits() == 0 {
		return false
	}
	from, _ := s.Studio.KnownRange()
	return from > 0 || s.edited() || slices.ContainsFunc(s.Studio.LiveEvents(), func(e flock.Event) bool {
		return e.IsEdit() && !e.Scheduled
	})
}

// takeName returns a free file name for the take of a living flock, beside the range's own file.
func takeName(file string) string {
	stem := strings.Trim(regexp.MustCompile(`[#%].*|\.[^./\\]*$`).ReplaceAllString(file, ""), "/\\._-")
	if stem == "" {
		stem = "take"
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-take.mcap", stem)
		if n > 1 {
			name = fmt.Sprintf("%s-take-%d.mcap", stem, n)
		}
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// commandLine returns the command as one would type it.
func commandLine(args []string) string {
	list := []string{"skein"}
	for _, a := range args {
		list = append(list, words.Quote(a))
	}
	return strings.Join(list, " ")
}
