package rendering

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/engine/capture"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

type pictureNotes struct {
	notes []capture.Note // notes that all pictures share
	pace  pace
	rec   *recording.Reader // nil if the scene has not been recorded yet
}

func (c *Options) pictureNotes(rec *recording.Reader, sc *scenario.Scenario, leaders bool, p pace) (*pictureNotes, error) {
	meta := recording.Meta{Version: build.Version, FPS: int(p.rate)}
	if rec != nil {
		meta = rec.Meta()
	}
	camera, err := cameraNote(rec, sc, leaders)
	if err != nil {
		return nil, err
	}
	bird, err := birdNote(rec, sc)
	if err != nil {
		return nil, err
	}
	flown := *sc
	flown.Name, flown.Description = "", ""
	notes := []capture.Note{
		{Name: "Software", Text: "skein " + build.Version},
		{Name: "skein.recording", Text: sumOf(flown.Params.Model().Name(), flown.Settings("", "start", "params"), meta.Version, meta.FPS, meta.Live)},
		{Name: "skein.fps", Text: p.FPS.String()},
		{Name: "skein.size", Text: fmt.Sprintf("%dx%d", c.Size.X, c.Size.Y)},
		{Name: "skein.camera", Text: camera},
		{Name: "skein.bird", Text: bird},
		{Name: "skein.transparent", Text: strconv.FormatBool(c.Transparent)},
		{Name: "skein.samples", Text: strconv.Itoa(c.Samples)},
		{Name: "skein.show", Text: withoutKeys(sc.Settings("show"), "speed", "tier")}, // they affect only the window
		{Name: "skein.light", Text: sc.Settings("light")},
	}
	if c.Tier != "" && c.Tier != look.TierNames()[look.TierBest] {
		notes = append(notes, capture.Note{Name: "skein.tier", Text: c.Tier})
	}
	if c.Cryptomatte {
		notes = append(notes, capture.Note{Name: "skein.cryptomatte", Text: "true"})
	}
	if c.Layers.any() {
		notes = append(notes, capture.Note{Name: "skein.layers", Text: c.Layers.String()})
	}
	if !kinds.IsEXR(c.Output) && !kinds.IsTIFF(c.Output) {
		notes = append(notes, capture.Note{Name: "skein.depth", Text: strconv.Itoa(c.Depth)})
	}
	if e := c.exposure(sc, p); e.Samples > 1 {
		notes = append(notes, capture.Note{Name: "skein.exposure", Text: fmt.Sprintf("shutter = %s s; aperture = %s m; stop = f/%s; focus = %s m",
			number64(e.Shutter), number32(e.Aperture), number32(e.FStop), number32(e.Focus))})
	}
	return &pictureNotes{notes, p, rec}, nil
}

// cameraNote describes the camera. It contains a checksum of the keys of a path instead of the file name.
func cameraNote(rec *recording.Reader, sc *scenario.Scenario, leaders bool) (string, error) {
	keys, err := input.CameraKeys(rec, sc)
	if err != nil {
		return "", err
	}
	c := *sc
	c.Camera.Path = ""
	if keys != nil {
		c.Camera.Path = sumOf(scenario.CameraTOML(keys))
	}
	exposure := []string{"shutter", "aperture", "focus"}
	return fmt.Sprintf("%s; leaders = %v", withoutKeys(c.Settings("camera"), exposure...), leaders), nil
}

func withoutKeys(settings string, keys ...string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(settings, "; "), func(pair string) bool {
		key, _, _ := strings.Cut(pair, " = ")
		return slices.Contains(keys, key)
	}), "; ")
}

func birdNote(rec *recording.Reader, sc *scenario.Scenario) (string, error) {
	files, err := bird.Files(rec, sc)
	if err != nil {
		return "", err
	}
	c := *sc
	c.Others = slices.Clone(sc.Others)
	names := clearFiles(&c.Bird)
	for k := range c.Others {
		names = append(names, clearFiles(&c.Others[k].Bird)...)
	}
	parts := []any{c.Settings("bird")}
	for _, f := range files {
		parts = append(parts, f.Data)
	}
	return strings.Join(names, ", ") + " " + sumOf(parts...), nil
}

// clearFiles returns the names of a bird's models, with "model" for each model file. It also removes the
// paths of files from b, because they differ between machines.
func clearFiles(b *scenario.Bird) (names []string) {
	for _, file := range b.Files() {
		if scenario.IsModelFile(file) {
			file = "model"
		}
		names = append(names, cmp.Or(file, models.Builtins()[0]))
	}
	if len(names) == 1 && scenario.IsModelFile(b.File) {
		b.File = ""
	} else if len(names) > 1 {
		b.RenameFiles(func(string) string { return "model" })
	}
	return names
}

func sumOf(values ...any) string {
	h := sha256.New()
	for _, v := range values {
		if data, ok := v.([]byte); ok {
			v = sha256.Sum256(data)
		}
		fmt.Fprintf(h, "%+v\n", v)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func number64(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
func number32(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }

func (m *pictureNotes) ofPicture(n int) ([]capture.Note, error) {
	if m == nil {
		return nil, nil
	}
	moment := m.pace.at(n)
	notes := append(m.notes[:len(m.notes):len(m.notes)],
		capture.Note{Name: "skein.picture", Text: strconv.Itoa(n)},
		capture.Note{Name: "skein.frame", Text: number64(moment + 1)})
	if m.rec == nil {
		return notes, nil
	}
	_, hash, err := m.rec.State(int(math.Floor(moment)))
	return append(notes, capture.Note{Name: "skein.state", Text: fmt.Sprintf("%016x", hash)}), err
}

func (m *pictureNotes) ofStrip(frames []int) []capture.Note {
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(frames), " ", ","), "[]")
	return append(m.notes[:len(m.notes):len(m.notes)], capture.Note{Name: "skein.pictures", Text: list})
}

func (m *pictureNotes) compare(path string, n int) error {
	const otherwise = "use --force without --resume to draw it again"
	present, err := capture.ReadNotes(path)
	if err != nil {
		return fmt.Errorf("--resume: %w; %s", err, otherwise)
	}
	want, err := m.ofPicture(n)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(present)) {
		what, ours := strings.CutPrefix(name, "skein.")
		if m.rec == nil && what == "state" {
			continue // the state is known only after recording
		}
		if ours && !slices.ContainsFunc(want, func(w capture.Note) bool { return w.Name == name }) {
			return fmt.Errorf("--resume: %s was drawn with %s %s, which this command does not ask for; %s", path, what, present[name], otherwise)
		}
	}
	for _, w := range want {
		text, known := present[w.Name]
		switch what := strings.TrimPrefix(w.Name, "skein."); {
		case !known:
			return fmt.Errorf("--resume: %s contains no note about its %s; %s", path, what, otherwise)
		case text != w.Text:
			key, got, wants := firstDifferent(text, w.Text)
			if key != "" {
				what += "." + key
			}
			return fmt.Errorf("--resume: %s was drawn with %s %s, not %s; %s", path, strings.ToLower(what), got, wants, otherwise)
		}
	}
	return nil
}

// firstDifferent returns the first setting that differs between two lists. If there is none, key is empty,
// and the other results are the complete lists.
func firstDifferent(old, want string) (key, got, wants string) {
	a, b := strings.Split(old, "; "), strings.Split(want, "; ")
	for k := range min(len(a), len(b)) {
		keyA, hadA, isA := strings.Cut(a[k], " = ")
		keyB, hadB, isB := strings.Cut(b[k], " = ")
		if isA && isB && keyA == keyB && hadA != hadB {
			return keyA, hadA, hadB
		}
	}
	return "", old, want
}
