//go:build cgo && !nowindow

package fly

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"os"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
	"skein/flock/metrics/field"
	"skein/flock/metrics/live"
	"skein/flock/snapshots"
	"skein/ui"
)

type frameLog struct {
	file    *os.File
	out     *bufio.Writer
	enc     *json.Encoder
	widgets map[string]image.Rectangle
}

// LogLine describes a drawn frame. Matrices are in column-major order. Rectangles are x, y, width and height.
// The picture's rectangle is in pixels. The rectangles of widgets are in screen units, and are written only
// if one of them has changed. Durations are averaged over about half a second, as in the panel.
type LogLine struct {
	Frame      int                  `json:"frame"`
	Tick       int64                `json:"tick"`
	Hash       string               `json:"hash"`
	Shown      float64              `json:"shown"` // simulated time in the picture, s
	Mode       string               `json:"mode"`
	Eye        mgl32.Vec3           `json:"eye"`
	View       mgl32.Mat4           `json:"view"`
	Projection mgl32.Mat4           `json:"projection"`
	Picture    [4]int               `json:"picture"`
	Boids      int                  `json:"boids"` // number of boids in all flocks
	Selected   int                  `json:"selected"`
	Boid       *mgl32.Vec3          `json:"boid,omitempty"`    // position of the selected boid, m
	Thing      string               `json:"thing,omitempty"`   // name of the selected object
	Hunters    []mgl32.Vec3         `json:"hunters,omitempty"` // at the last tick, m
	Attacks    int                  `json:"attacks,omitempty"` // number of attacks by all flocks
	Flock      int                  `json:"flock"`             // index of the chosen flock, which Bird, Params and the inspector describe
	Bird       string               `json:"bird"`
	Said       string               `json:"said,omitempty"`  // message in the picture
	Wrong      string               `json:"wrong,omitempty"` // error in the open file
	Side       string               `json:"side,omitempty"`  // A or B: the settings that are being edited; empty if none are saved
	Paused     bool                 `json:"paused"`
	Speed      float64              `json:"speed"`
	Leaders    int                  `json:"leaders"`
	Escapes    int                  `json:"escapes"`
	Why        string               `json:"why,omitempty"`     // first sentence of the inspector
	Left       string               `json:"left,omitempty"`    // why the selected boid took the lead, as in the inspector
	Colours    string               `json:"colours,omitempty"` // quantity that the birds' colours show
	Lines      int                  `json:"lines"`             // number of lines in the ledger
	Field      *fieldLog            `json:"field,omitempty"`   // scorecard in the panel
	Past       bool                 `json:"past,omitempty"`    // the past of a live flock is shown
	Keys       map[string][]float64 `json:"keys,omitempty"`    // times of the keys in each row of the timeline, s
	Span       [2]float64           `json:"span"`              // in and out points, s; equal if there are none
	Plan       *ui.Range            `json:"plan,omitempty"`    // range in the open dialog
	Estimate   ui.Estimate          `json:"estimate"`          // time and size for this range
	Params     map[string]any       `json:"params"`
	Look       map[string]any       `json:"look"` // by section and key, such as "light.haze"
	Tier       string               `json:"tier"` // quality tier of the picture
	FrameMS    float64              `json:"frame_ms"`
	DrawMS     float64              `json:"draw_ms"`
	TickMS     float64              `json:"tick_ms"`
	RSS        int64                `json:"rss_kb,omitempty"` // resident memory; only on Linux
	Widgets    map[string][4]int    `json:"widgets,omitempty"`
	Away       map[string]string    `json:"away,omitempty"` // pages of the widgets that are partly hidden; written together with Widgets
}

// fieldLog is a scorecard: the simulated seconds that it covers, and its known values by row key and number,
// such as "turn.1".
type fieldLog struct {
	From    float64            `json:"from"`
	To      float64            `json:"to"`
	Behind  float64            `json:"behind,omitempty"` // time not measured yet, s
	Passed  int                `json:"passed"`
	Figures map[string]float64 `json:"figures"`
}

func fieldLogOf(n *live.News) *fieldLog {
	if n.Lines == nil {
		return nil
	}
	f := &fieldLog{From: n.From, To: n.To, Behind: n.Behind, Figures: map[string]float64{}}
	f.Passed, _ = field.Score(n.Lines)
	for i := range n.Lines {
		for k, figure := range n.Lines[i].All() {
			if figure.Value != nil {
				f.Figures[fmt.Sprintf("%s.%d", n.Lines[i].Key, k)] = *figure.Value
			}
		}
	}
	return f
}

func newFrameLog(path string) (*frameLog, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("--log: %w", err)
	}
	out := bufio.NewWriter(f)
	return &frameLog{file: f, out: out, enc: json.NewEncoder(out)}, nil
}

func (s *session) line(n int) *LogLine {
	if s.log == nil {
		return nil
	}
	snap, c := s.Studio.Snapshot(), &s.Studio.Controls
	f := s.Studio.Shown()
	line := &LogLine{
		Frame: n, Tick: snap.Tick, Hash: fmt.Sprintf("%016x", snap.Hash), Shown: f.Seconds,
		Mode: c.Camera.Mode.String(), Eye: f.View.Eye, View: f.View.Matrix(),
		Projection: f.View.Projection(s.aspect()),
		Picture:    corners(s.region),
		Selected:   c.Selected, Bird: s.bird(), Flock: c.Flock, Thing: c.Thing, Paused: c.Paused, Speed: float64(c.Show.Speed),
		Leaders: snapshots.Leaders(snap), Escapes: s.Studio.Ledger().Escapes, Params: map[string]any{}, Look: map[string]any{},
		Tier:    s.Renderer.Tier().String(),
		FrameMS: s.times.frame.MS(), DrawMS: s.times.draw.MS(), TickMS: s.times.tick.MS(),
		Past: s.Studio.InPast(), Keys: s.keyTimes(), Boids: s.Studio.Snapshot().Len(), Plan: s.plan, Estimate: s.shownEstimate,
		RSS: residentKB(), Lines: len(s.lines.all.All),
	}
	if s.gauges.scored {
		line.Field = fieldLogOf(s.gauges.news)
	}
	if e, _ := s.Studio.Explanation(); e != nil {
		line.Why = e.Why()[0]
	}
	if e := s.Studio.Decision(); e != nil {
		line.Left = e.Answer()
	}
	line.Span[0], line.Span[1], _ = s.panel.Span()
	if f.Legend != nil {
		line.Colours = f.Legend.Title
	}
	if at := s.Studio.Selected(); at != nil {
		line.Boid = &at.Pos
	}
	for _, h := range s.Studio.Hunters() {
		line.Hunters = append(line.Hunters, h.Spot.At.Array())
	}
	line.Attacks = s.Studio.Attacks()
	for _, spec := range c.Params.Specs() {
		if !spec.Untouched(&c.Params.Values) {
			line.Params[spec.Key] = spec.Value(&c.Params.Values)
		}
	}
	for _, row := range look.Settings() {
		line.Look[row.Section+"."+row.Key] = row.Value(&c.Look)
	}
	return line
}

func (l *frameLog) write(line *LogLine, p *ui.Panel) error {
	if l == nil {
		return nil
	}
	line.Said, line.Wrong, line.Side = p.Message(), p.FileError(), p.Side()
	if line.Widgets = l.moved(p.Probe); line.Widgets != nil {
		line.Away = p.Away
	}
	if err := l.enc.Encode(line); err != nil {
		return fmt.Errorf("--log: %w", err)
	}
	if err := l.out.Flush(); err != nil {
		return fmt.Errorf("--log: %w", err)
	}
	return nil
}

func (s *session) keyTimes() map[string][]float64 {
	all := map[string][]float64{}
	for _, k := range s.camera.keys {
		all["camera"] = append(all["camera"], k.Time)
	}
	for _, r := range s.scene.Rows() {
		for _, k := range r.Keys {
			all[r.Key] = append(all[r.Key], k.Seconds)
		}
	}
	return all
}

func residentKB() int64 {
	var total, resident int64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		_, _ = fmt.Sscan(string(text), &total, &resident)
	}
	return resident * int64(os.Getpagesize()) / 1024
}

// moved returns the rectangles of all widgets, or nil if none has changed since the last line.
func (l *frameLog) moved(now map[string]image.Rectangle) map[string][4]int {
	if maps.Equal(now, l.widgets) {
		return nil
	}
	l.widgets = maps.Clone(now)
	all := make(map[string][4]int, len(now))
	for key, r := range now {
		all[key] = corners(r)
	}
	return all
}

func corners(r image.Rectangle) [4]int { return [4]int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }

func (l *frameLog) close() { l.file.Close() }
