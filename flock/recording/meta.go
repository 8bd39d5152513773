package recording

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"skein/flock"
	"skein/flock/model"
)

// Meta describes a recording.
type Meta struct {
	Version  string // version of skein that recorded the flight
	Scenario string // name of the scene
	TOML     []byte // the scene as a scenario file
	Seed     uint64
	TickRate int  // ticks per second
	FPS      int  // frames per Period; must divide TickRate
	Period   int  // time in which FPS frames are recorded, s; 0 means 1; values above 1 require FPS = 1
	Planned  int  // planned number of frames, or 0
	Live     bool // whether the recording began during a live flight, so that its first frame is not the start of the scene

	// Imported is the name of the file with the imported tracks, or "" for a simulated flock. Imported tracks
	// have no World. Their birds may appear and disappear, so each frame has its own ids.
	Imported string

	Flock          // the first flock
	Others []Flock // other flocks, in the order of their ids
}

// Flock describes a flock of a recording.
type Flock struct {
	Species string `json:"species,omitempty"` // if empty, the model's name
	Model   string `json:"model"`             // if empty, "hartman"
	Rules   string `json:"rules,omitempty"`   // formulas; see [model.RulesText]
	Count   int    `json:"count"`             // number of boids at the start; for imported tracks, the highest id plus 1
	Bird    string `json:"bird,omitempty"`    // name of the bird model in the scene

	MoreBirds []string `json:"more_birds,omitempty"` // names of further bird models
}

// Name returns the name of the flock's species.
func (f *Flock) Name() string { return cmp.Or(f.Species, f.Model, defaultModel) }

// Birds returns the names of all bird models. There is at least one.
func (f *Flock) Birds() []string { return append([]string{f.Bird}, f.MoreBirds...) }

// Labels returns the display names of the flocks' species; see [flock.SpeciesLabels].
func (m *Meta) Labels() []string {
	var species, models []string
	for _, f := range m.Flocks() {
		species, models = append(species, f.Species), append(models, f.Name())
	}
	return flock.SpeciesLabels(species, models)
}

// Flocks returns all flocks, the first one first.
func (m *Meta) Flocks() []Flock { return append([]Flock{m.Flock}, m.Others...) }

func (m *Meta) boids() (n int) {
	for _, f := range m.Flocks() {
		n += f.Count
	}
	return n
}

// MetaOf returns the description of a recording of d. The caller may fill in the empty fields.
func MetaOf(d flock.Def, fps int) Meta {
	m := Meta{Seed: d.Seed, TickRate: d.TickRate, FPS: fps, Flock: flockOf(&d.Flock)}
	for k := range d.Others {
		m.Others = append(m.Others, flockOf(&d.Others[k]))
	}
	return m
}

func flockOf(d *flock.Flock) Flock {
	f := Flock{Species: d.Species, Count: d.Params.Count()}
	if m := d.Params.Model(); m != nil {
		f.Model, f.Rules = m.Name(), model.RulesText(m)
	}
	return f
}

// File is a file inside a recording, such as a bird model.
type File struct {
	Name      string // path with slashes in BirdFolder, CameraFolder or ObstacleFolder
	MediaType string
	Data      []byte
}

// Folders inside a recording for the first flock's bird model and for the camera's path. The scene refers to
// files in these folders.
const (
	BirdFolder   = "bird/"
	CameraFolder = "camera/"
)

// ObstacleFolder contains a folder for each obstacle, which is named after the digest of the obstacle's mesh.
// The first file in it is the obstacle's file; the other files belong to it.
const ObstacleFolder = "obstacle/"

// BirdFolderOf returns the folder of a bird model in a recording, given the indices of the flock and the
// model. The first models of the flocks are in "bird/", "bird2/", "bird3/" and so on. Further models of the
// second flock are in "bird2.2/", "bird2.3/" and so on.
func BirdFolderOf(flock, model int) string {
	name := strings.TrimSuffix(BirdFolder, "/")
	if flock > 0 {
		name += strconv.Itoa(flock + 1)
	}
	if model > 0 {
		name += fmt.Sprintf(".%d", model+1)
	}
	return name + "/"
}

// defaultModel is the model of old recordings that do not name a model.
const defaultModel = "hartman"

// Format 3 stores the values that an edit sets, and how the schedule changes values. Format 2 stores all
// parameters, or all things, after each edit and each tick of a scheduled change. Format 4 is format 3 with
// less than one frame per second.
const (
	format         = 3
	sparseFormat   = 4
	oldestFormat   = 2
	metaName       = "skein"
	attachmentName = "scenario.toml"
	sumKey         = "crc32"
)

const checkpointSeconds = 10

func (m *Meta) check() error {
	if m.TickRate < 1 || m.TickRate > 1e6 {
		return fmt.Errorf("tick rate %d: must be 1 to 1000000", m.TickRate)
	}
	if m.FPS < 1 || m.TickRate%m.FPS != 0 {
		return fmt.Errorf("%d frames per second do not divide %d ticks per second", m.FPS, m.TickRate)
	}
	if m.Period < 0 || m.Period > flock.MaxFrameSeconds || m.Period > 1 && m.FPS != 1 {
		return fmt.Errorf("%d frames in %d seconds: must be a whole number of frames per second, or one frame in at most %d seconds", m.FPS, m.Period, flock.MaxFrameSeconds)
	}
	if len(m.Others) >= flock.MaxFlocks {
		return fmt.Errorf("%d flocks: at most %d are allowed", 1+len(m.Others), flock.MaxFlocks)
	}
	for _, f := range m.Flocks() {
		if m.Planned < 0 || f.Count < 0 || f.Count > flock.MaxCount {
			return fmt.Errorf("%d boids in %d frames: there must be 0 to %d boids and at least 0 frames", f.Count, m.Planned, flock.MaxCount)
		}
	}
	if n := m.boids(); n > flock.MaxCount {
		return fmt.Errorf("%d boids of all flocks: at most %d are allowed", n, flock.MaxCount)
	}
	return nil
}

// Pace returns the number of recorded seconds per second of playback. Usually it is 1. With less than one
// frame per second, a frame takes one second of playback.
func (m *Meta) Pace() int { return max(m.Period, 1) }

// Rate returns the number of frames per second.
func (m *Meta) Rate() float64 { return float64(m.FPS) / float64(m.Pace()) }

func (m *Meta) ticksPerFrame() int64 { return int64(m.TickRate/m.FPS) * int64(m.Pace()) }

func (m *Meta) nanos(tick int64) uint64 {
	rate := int64(m.TickRate)
	return uint64(tick/rate*1e9 + tick%rate*1e9/rate)
}

func (m *Meta) pairs(attachments int) map[string]string {
	all := map[string]string{
		"format":      strconv.Itoa(format),
		"version":     m.Version,
		"scenario":    m.Scenario,
		"model":       cmp.Or(m.Model, defaultModel),
		"seed":        strconv.FormatUint(m.Seed, 10),
		"tick_rate":   strconv.Itoa(m.TickRate),
		"fps":         strconv.Itoa(m.FPS),
		"count":       strconv.Itoa(m.Count),
		"planned":     strconv.Itoa(m.Planned),
		"bird":        m.Bird,
		"live":        strconv.FormatBool(m.Live),
		"attachments": strconv.Itoa(attachments),
	}
	if m.Species != "" {
		all["species"] = m.Species
	}
	if m.Imported != "" {
		all["imported"] = m.Imported
	}
	if m.Rules != "" {
		all["rules"] = m.Rules
	}
	if len(m.MoreBirds) > 0 {
		moreBirds, _ := json.Marshal(m.MoreBirds) // cannot fail for strings
		all["more_birds"] = string(moreBirds)
	}
	if len(m.Others) > 0 {
		others, _ := json.Marshal(m.Others) // cannot fail for strings and numbers
		all["others"] = string(others)
	}
	if m.Pace() > 1 {
		all["format"], all["period"] = strconv.Itoa(sparseFormat), strconv.Itoa(m.Period)
	}
	all[sumKey] = sumOf(all)
	return all
}

// sumOf returns the checksum of the sorted lines key=value.
func sumOf(pairs map[string]string) string {
	var lines []string
	for key, value := range pairs {
		if key != sumKey {
			lines = append(lines, key+"="+value+"\n")
		}
	}
	slices.Sort(lines)
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(strings.Join(lines, ""))))
}

func parseMeta(pairs map[string]string) (m Meta, attachments int, err error) {
	if f, err := strconv.Atoi(pairs["format"]); err != nil || f < oldestFormat || f > sparseFormat {
		return m, 0, fmt.Errorf("recorded in format %.20q; this version reads formats %d to %d", pairs["format"], oldestFormat, sparseFormat)
	}
	if pairs[sumKey] != sumOf(pairs) {
		return m, 0, errMeta
	}
	m = Meta{Version: pairs["version"], Scenario: pairs["scenario"], Imported: pairs["imported"]}
	m.Flock = Flock{Species: pairs["species"], Model: cmp.Or(pairs["model"], defaultModel), Rules: pairs["rules"], Bird: pairs["bird"]}
	if moreBirds := pairs["more_birds"]; moreBirds != "" {
		if err := json.Unmarshal([]byte(moreBirds), &m.MoreBirds); err != nil {
			return m, 0, fmt.Errorf(`damaged: the metadata entry "more_birds" has the value %.40q`, moreBirds)
		}
	}
	if others := pairs["others"]; others != "" {
		if err := json.Unmarshal([]byte(others), &m.Others); err != nil {
			return m, 0, fmt.Errorf(`damaged: the metadata entry "others" has the value %.40q`, others)
		}
		for k := range m.Others {
			m.Others[k].Model = cmp.Or(m.Others[k].Model, defaultModel)
		}
	}
	if m.Seed, err = strconv.ParseUint(pairs["seed"], 10, 64); err != nil {
		return m, 0, fmt.Errorf(`damaged: the metadata entry "seed" has the value %.40q`, pairs["seed"])
	}
	if m.Live, err = strconv.ParseBool(pairs["live"]); err != nil {
		return m, 0, fmt.Errorf(`damaged: the metadata entry "live" has the value %.40q`, pairs["live"])
	}
	if period, ok := pairs["period"]; ok {
		if m.Period, err = strconv.Atoi(period); err != nil {
			return m, 0, fmt.Errorf(`damaged: the metadata entry "period" has the value %.40q`, period)
		}
	}
	for key, to := range map[string]*int{
		"tick_rate": &m.TickRate, "fps": &m.FPS, "count": &m.Count, "planned": &m.Planned, "attachments": &attachments,
	} {
		if *to, err = strconv.Atoi(pairs[key]); err != nil {
			return m, 0, fmt.Errorf("damaged: the metadata entry %q has the value %.40q", key, pairs[key])
		}
	}
	return m, attachments, m.check()
}
