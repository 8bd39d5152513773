package recording

import (
	"fmt"
	"strconv"
)

// Meta says what a recording is of.
type Meta struct {
	Version  string // of the skein that recorded it
	Scenario string // name of the scene
	TOML     []byte // the scene itself, as a scenario file
	Seed     uint64
	TickRate int // ticks a second
	FPS      int // frames a second, divides TickRate
	Count    int // boids at the start
	Bird     string
}

const (
	format         = 1
	metaName       = "skein"
	attachmentName = "scenario.toml"
)

func (m *Meta) check() error {
	if m.TickRate < 1 || m.TickRate > 1e6 {
		return fmt.Errorf("tick rate %d: want 1 to 1000000", m.TickRate)
	}
	if m.FPS < 1 || m.TickRate%m.FPS != 0 {
		return fmt.Errorf("%d frames a second do not divide %d ticks a second", m.FPS, m.TickRate)
	}
	return nil
}

// ticksPerFrame is how far frames lie apart.
func (m *Meta) ticksPerFrame() int64 { return int64(m.TickRate / m.FPS) }

// nanos is the log time of a tick.
func (m *Meta) nanos(tick int64) uint64 {
	rate := int64(m.TickRate)
	return uint64(tick/rate*1e9 + tick%rate*1e9/rate)
}

func (m *Meta) pairs() map[string]string {
	return map[string]string{
		"format":    strconv.Itoa(format),
		"version":   m.Version,
		"scenario":  m.Scenario,
		"seed":      strconv.FormatUint(m.Seed, 10),
		"tick_rate": strconv.Itoa(m.TickRate),
		"fps":       strconv.Itoa(m.FPS),
		"count":     strconv.Itoa(m.Count),
		"bird":      m.Bird,
	}
}

// parseMeta reads what pairs wrote.
func parseMeta(pairs map[string]string) (Meta, error) {
	if f := pairs["format"]; f != strconv.Itoa(format) {
		return Meta{}, fmt.Errorf("recorded in format %q, this skein reads format %d", f, format)
	}
	m := Meta{Version: pairs["version"], Scenario: pairs["scenario"], Bird: pairs["bird"]}
	var err error
	if m.Seed, err = strconv.ParseUint(pairs["seed"], 10, 64); err != nil {
		return m, fmt.Errorf("metadata seed is %q", pairs["seed"])
	}
	for key, to := range map[string]*int{"tick_rate": &m.TickRate, "fps": &m.FPS, "count": &m.Count} {
		if *to, err = strconv.Atoi(pairs[key]); err != nil {
			return m, fmt.Errorf("metadata %s is %q", key, pairs[key])
		}
	}
	return m, m.check()
}
