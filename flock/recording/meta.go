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
)

// Meta says what a recording is of.
type Meta struct {
	Version  string // of the skein that recorded it
	Scenario string // name of the scene
	TOML     []byte // the scene itself, as a scenario file
	Seed     uint64
	TickRate int  // ticks a second
	FPS      int  // frames a second, divides TickRate
	Planned  int  // frames that it was to have; 0: as many as there will be
	Live     bool // of a flock that flew before, not of the scene from its start

	// Imported is the name of the file whose tracks these are; empty: they were simulated.
	// Of imported ones there is no World, and birds come and go: frames say who is there.
	Imported string

	Flock          // the first
	Others []Flock // those of other species, in the order of their ids
}

// Flock says what a flock of a recording is of.
type Flock struct {
	Species string `json:"species,omitempty"` // empty: the model's name
	Model   string `json:"model"`             // name of its model; empty: hartman
	Count   int    `json:"count"`             // boids at the start; of those imported all there ever are, or as many as their ids need
	Bird    string `json:"bird,omitempty"`    // as the scene names it
}

// Name is that of the flock's species.
func (f *Flock) Name() string { return cmp.Or(f.Species, f.Model, defaultModel) }

// Flocks returns all of them, the first one first.
func (m *Meta) Flocks() []Flock { return append([]Flock{m.Flock}, m.Others...) }

// boids returns those of all flocks at the start.
func (m *Meta) boids() (n int) {
	for _, f := range m.Flocks() {
		n += f.Count
	}
	return n
}

// MetaOf returns the facts about a recording of d at so many frames a second; what else
// is to be known of it may be added.
func MetaOf(d flock.Def, fps int) Meta {
	m := Meta{Seed: d.Seed, TickRate: d.TickRate, FPS: fps, Flock: flockOf(&d.Flock)}
	for k := range d.Others {
		m.Others = append(m.Others, flockOf(&d.Others[k]))
	}
	return m
}

func flockOf(d *flock.Flock) Flock {
	f := Flock{Species: d.Species, Count: d.Params.Count()}
	if of := d.Params.Model(); of != nil {
		f.Model = of.Name()
	}
	return f
}

// File is a file that lies in a recording, such as the bird's model.
type File struct {
	Name      string // a path with slashes, in BirdFolder, CameraFolder or ObstacleFolder
	MediaType string
	Data      []byte
}

// Where in a recording the files of the first flock's bird lie, and that of its camera's
// way, which the scene names likewise.
const (
	BirdFolder   = "bird/"
	CameraFolder = "camera/"
)

// ObstacleFolder is where the files of obstacles lie, of each in a folder by the digest of
// its mesh: its own file is the first there.
const ObstacleFolder = "obstacle/"

// BirdFolderOf returns where the files of the bird of a flock lie, counted from 0: "bird/",
// then "bird2/", "bird3/" and so on.
func BirdFolderOf(flock int) string {
	if flock == 0 {
		return BirdFolder
	}
	return fmt.Sprintf("bird%d/", flock+1)
}

// defaultModel is what recordings are of that name none: there was no other.
const defaultModel = "hartman"

// Format 3 stores what an edit sets, and how the schedule moves values. Format 2 stores all
// parameters, or all things, after each edit and after each tick of a scheduled change.
const (
	format         = 3
	oldestFormat   = 2
	metaName       = "skein"
	attachmentName = "scenario.toml"
	sumKey         = "crc32"
)

// checkpointSeconds is how far checkpoints lie apart.
const checkpointSeconds = 10

func (m *Meta) check() error {
	if m.TickRate < 1 || m.TickRate > 1e6 {
		return fmt.Errorf("tick rate %d: want 1 to 1000000", m.TickRate)
	}
	if m.FPS < 1 || m.TickRate%m.FPS != 0 {
		return fmt.Errorf("%d frames a second do not divide %d ticks a second", m.FPS, m.TickRate)
	}
	if len(m.Others) >= flock.MaxFlocks {
		return fmt.Errorf("%d flocks: want %d at most", 1+len(m.Others), flock.MaxFlocks)
	}
	for _, f := range m.Flocks() {
		if m.Planned < 0 || f.Count < 0 || f.Count > flock.MaxCount {
			return fmt.Errorf("%d boids in %d frames", f.Count, m.Planned)
		}
	}
	if n := m.boids(); n > flock.MaxCount {
		return fmt.Errorf("%d boids of all flocks: want %d at most", n, flock.MaxCount)
	}
	return nil
}

// ticksPerFrame returns how far frames lie apart.
func (m *Meta) ticksPerFrame() int64 { return int64(m.TickRate / m.FPS) }

// nanos returns the log time of a tick.
func (m *Meta) nanos(tick int64) uint64 {
	rate := int64(m.TickRate)
	return uint64(tick/rate*1e9 + tick%rate*1e9/rate)
}

// pairs returns the metadata of a recording with so many attachments.
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
	if len(m.Others) > 0 {
		others, _ := json.Marshal(m.Others) // texts and numbers
		all["others"] = string(others)
	}
	all[sumKey] = sumOf(all)
	return all
}

// sumOf returns the checksum of metadata: of lines key=value in order of the keys.
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

// parseMeta reads what pairs wrote.
func parseMeta(pairs map[string]string) (m Meta, attachments int, err error) {
	if f, err := strconv.Atoi(pairs["format"]); err != nil || f < oldestFormat || f > format {
		return m, 0, fmt.Errorf("recorded in format %.20q, this skein reads formats %d to %d", pairs["format"], oldestFormat, format)
	}
	if pairs[sumKey] != sumOf(pairs) {
		return m, 0, errMeta
	}
	m = Meta{Version: pairs["version"], Scenario: pairs["scenario"], Imported: pairs["imported"]}
	m.Flock = Flock{Species: pairs["species"], Model: cmp.Or(pairs["model"], defaultModel), Bird: pairs["bird"]}
	if others := pairs["others"]; others != "" {
		if err := json.Unmarshal([]byte(others), &m.Others); err != nil {
			return m, 0, fmt.Errorf("metadata others is %.40q", others)
		}
		for k := range m.Others {
			m.Others[k].Model = cmp.Or(m.Others[k].Model, defaultModel)
		}
	}
	if m.Seed, err = strconv.ParseUint(pairs["seed"], 10, 64); err != nil {
		return m, 0, fmt.Errorf("metadata seed is %.40q", pairs["seed"])
	}
	if m.Live, err = strconv.ParseBool(pairs["live"]); err != nil {
		return m, 0, fmt.Errorf("metadata live is %.40q", pairs["live"])
	}
	for key, to := range map[string]*int{
		"tick_rate": &m.TickRate, "fps": &m.FPS, "count": &m.Count, "planned": &m.Planned, "attachments": &attachments,
	} {
		if *to, err = strconv.Atoi(pairs[key]); err != nil {
			return m, 0, fmt.Errorf("metadata %s is %.40q", key, pairs[key])
		}
	}
	return m, attachments, m.check()
}
