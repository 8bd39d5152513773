//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/rendering"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// rangeArgs returns the arguments of the command that renders or exports a range. For a live flock, the
// command reads a recording of the range, and take is the name of that recording.
func (s *session) rangeArgs(r ui.Range) (args []string, take string, err error) {
	if r = withLength(r); !(r.In < r.Out) {
		return nil, "", fmt.Errorf("range from %g to %g s: the end must be after the start", r.In, r.Out)
	}
	from, to := s.Studio.KnownRange()
	if s.living() {
		if r.In < from {
			return nil, "", beforePast(r, from)
		}
		take = takeName(r.File)
		args, err = s.takeArgs(r, take)
		return args, take, err
	}
	if r.Out < from || r.In > to {
		return nil, "", fmt.Errorf("range from %g to %g s: contains no frames; the recording runs from %.2f s to %.2f s", r.In, r.Out, from, to)
	}
	f := s.Studio.Flight()
	list, err := rangeFrames(r, f.Start, f.FPS, max(f.Pace, 1), float64(f.Frames()-1)/f.FPS)
	if err != nil {
		return nil, "", err
	}
	args, err = s.drawArgs(r, s.cmd.Scene, false, list)
	return args, "", err
}

func (s *session) takeArgs(r ui.Range, take string) ([]string, error) {
	list := ""
	if isStill(r) {
		list = "1"
	}
	return s.drawArgs(r, take, true, list)
}

func isStill(r ui.Range) bool {
	kind, err := kinds.OutputOf(r.File)
	return !r.Export && err == nil && kind == kinds.OnePicture
}

func withLength(r ui.Range) ui.Range {
	if isStill(r) {
		r.Out = r.In + 2.0/liveFPS
	}
	return r
}

// rangeFrames returns the value of --frames for a range of times. fps is pictures per second, and pace is
// simulated seconds per second of film. start and last are those of the recording, in s.
func rangeFrames(r ui.Range, start, fps, pace, last float64) (string, error) {
	if isStill(r) {
		r.Out = r.In
	}
	if r.FPS == "" {
		return framesBetween(r.In-start, r.Out-start, fps, last), nil
	}
	rate, err := export.ParseRate(r.FPS)
	if err != nil {
		return "", fmt.Errorf("rate %s: %w", r.FPS, err)
	}
	if !r.Export {
		fps = rate.Float() / pace
	}
	return framesBetween(r.In-start, r.Out-start, fps, last), nil
}

// drawArgs returns the arguments of the command that renders or exports a recording: the frames in list, or
// all if it is empty. A take (see rangeArgs) already contains the birds and the camera of the window.
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
		return s.exportArgs(args, r, input, take)
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
	if r.Transparent {
		args = append(args, "--transparent")
	}
	if r.Vision {
		args = append(args, "--vision")
	}
	if r.Traces != "" {
		args = append(args, "--traces", r.Traces)
	}
	if r.Codec != "" {
		args = append(args, "--codec", r.Codec)
	}
	args = append(args, layerArgs(r)...)
	return append(args, s.rangeCamera(r.Camera, input, take)...), nil
}

func layerArgs(r ui.Range) (args []string) {
	if !kinds.IsEXR(r.File) {
		return nil
	}
	if r.Matte {
		args = append(args, "--cryptomatte")
	}
	if layers := (rendering.Layers{Normal: r.Normals, Motion: r.Motion}).String(); layers != "" {
		args = append(args, "--layers", layers)
	}
	return args
}

func (s *session) exportArgs(args []string, r ui.Range, input string, take bool) ([]string, error) {
	f, err := export.FormatOf("", r.File)
	if err != nil {
		return args, err
	}
	if f.Axes && r.Up != "" {
		args = append(args, "--up", r.Up)
	}
	if f.Axes && r.Unit != "" {
		args = append(args, "--unit", r.Unit)
	}
	if !f.HasCamera() || r.Camera == ui.NoCamera {
		return args, nil
	}
	camera := s.rangeCamera(r.Camera, input, take)
	if len(camera) == 0 {
		camera = []string{"--camera", "scene"}
	}
	return append(args, camera...), nil
}

func (s *session) otherBirds() (args []string) {
	recorded, err := export.Scene(s.cmd.rec.Meta())
	if err != nil {
		return nil // the recording is open, so its scene was read before
	}
	for k, old := range recorded.Flocks() {
		f := s.scene.Flocks()[k]
		if birdNames(&f.Bird) == birdNames(&old.Bird) && slices.Equal(f.Bird.AllShares(), old.Bird.AllShares()) {
			continue
		}
		species := ""
		if k > 0 {
			species = f.Name() + "="
		}
		for _, file := range f.Bird.Files() {
			if !scenario.IsModelFile(file) {
				file = birdName(file)
			}
			args = append(args, "--bird", species+file)
		}
		if shares := f.Bird.AllShares(); len(shares) > 1 {
			args = append(args, "--bird-shares", species+strings.Trim(strings.ReplaceAll(fmt.Sprint(shares), " ", ","), "[]"))
		}
	}
	return args
}

// rangeCamera returns the flags for the camera chosen in the dialog or, if none was chosen, for the window's
// camera. A take (see rangeArgs) already contains the window's camera, unless it follows a path.
func (s *session) rangeCamera(named, recorded string, take bool) (args []string) {
	c := &s.Studio.Controls
	mode := named
	switch {
	case named == ui.CameraKeys && len(s.camera.keys) > 0:
		return []string{"--camera", s.keysFile(recorded)}
	case named != "" && named != ui.CameraKeys:
	case s.onPath() && !input.InRecording(s.cmd.rec, s.scene):
		return []string{"--camera", s.keysFile(recorded)}
	case s.onPath() || take:
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

func (s *session) keysFile(recorded string) string {
	if s.camera.isEdited() {
		return stem(recorded) + "-camera.toml"
	}
	return cmp.Or(s.camera.sourceFile, s.camera.file)
}

// framesBetween returns the frames between two times, such as "1-30". Times are in s after the first frame;
// the recording lasts last seconds.
func framesBetween(from, to, fps, last float64) string {
	const hair = 1e-6
	first := int(math.Ceil(max(from, 0)*fps-hair)) + 1
	end := int(math.Floor(min(to, last)*fps+hair)) + 1
	if end <= first {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, end)
}

// fromScene returns a command line that records the range from the scene file and draws it. ok is false if
// the flock was edited, because the file would then produce another flight.
func (s *session) fromScene(r ui.Range, take string) (line string, ok bool) {
	r = withLength(r)
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
	list, err := rangeFrames(r, 0, liveFPS, 1, r.Out)
	if err != nil {
		return "", false
	}
	args, err := s.drawArgs(r, take, false, list)
	return commandLine(record) + " && " + commandLine(args), err == nil
}

func (s *session) isFlightChanged() bool {
	if s.Studio.Edits() == 0 {
		return false
	}
	from, _ := s.Studio.KnownRange()
	return from > 0 || s.edited() || slices.ContainsFunc(s.Studio.LiveEvents(), func(e flock.Event) bool {
		return e.IsEdit() && !e.Scheduled
	})
}

// takeName returns a new name for the take of a file (see rangeArgs), beside this file or, if the names of
// its pictures are only numbers, beside their folder.
func takeName(file string) string {
	stem := takeStem(file)
	for n := 1; ; n++ {
		name := stem + "-take.mcap"
		if n > 1 {
			name = fmt.Sprintf("%s-take-%d.mcap", stem, n)
		}
		if !exists(name) && !exists(takeCameraFile(name)) {
			return name
		}
	}
}

// takeStem returns the path of a file without its number and its extension. If no name remains, it returns
// the path of the folder, or a name in the folder.
func takeStem(file string) string {
	folder, base := filepath.Split(file)
	base = regexp.MustCompile(`[#%].*|\.[^.]*$`).ReplaceAllString(base, "")
	if name := strings.TrimRight(base, "._-"); name != "" {
		return folder + name
	}
	if whole := filepath.Clean(folder); base == "" && strings.Trim(filepath.Base(whole), "/\\.") != "" {
		return whole
	}
	return filepath.Join(folder, "take")
}

// takeCameraFile returns the name of the file with the camera keys of a take.
func takeCameraFile(take string) string { return stem(take) + "-camera.toml" }

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func commandLine(args []string) string {
	list := []string{"skein"}
	for _, a := range args {
		list = append(list, words.Quote(a))
	}
	return strings.Join(list, " ")
}
