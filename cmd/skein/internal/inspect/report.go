package inspect

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"skein/cmd/skein/internal/words"
	"skein/flock/message"
	"skein/models"
	"skein/models/gltf"
)

// Report describes a model and what skein has detected in it.
type Report struct {
	Name       string        `json:"name"`
	Flies      bool          `json:"flies"` // the wings move
	Triangles  int           `json:"triangles"`
	Vertices   int           `json:"vertices"`
	Primitives int           `json:"primitives"`
	Materials  []matReport   `json:"materials"`
	Extensions []string      `json:"extensions"`
	Skins      int           `json:"skins"`
	Joints     int           `json:"joints"`
	Targets    int           `json:"morph_targets"`
	Clips      []clipReport  `json:"clips"`
	Clip       int           `json:"clip"` // clip that shows the flight, or -1
	Forward    axisReport    `json:"forward"`
	Up         axisReport    `json:"up"`
	Wingspan   float32       `json:"wingspan"` // in units of the file
	Scale      float32       `json:"scale"`    // factor to a wingspan of 1 m
	Long       bool          `json:"scaled_by_length"`
	Open       float64       `json:"open"` // time in the clip with open wings, s
	From       float64       `json:"from"`
	To         float64       `json:"to"`
	Beats      int           `json:"beats"`
	FlapRate   float64       `json:"flap_rate"`     // wingbeats per second in the clip
	Rig        string        `json:"rig,omitempty"` // rig of a model without animation
	Poses      int           `json:"poses"`
	PoseError  float32       `json:"pose_error"` // largest error of blending between poses, in wingspans
	Levels     []levelReport `json:"levels"`
	Species    *species      `json:"species,omitempty"` // for a built-in bird only
	Warnings   []string      `json:"warnings"`
}

type species struct {
	Latin    string  `json:"latin"`
	Wingspan float64 `json:"wingspan"`  // m
	FlapRate float64 `json:"flap_rate"` // wingbeats per second
}

func speciesOf(name string) *species {
	for _, s := range models.BuiltinSpecies() {
		if s.Name == name {
			return &species{s.Latin, s.Span, s.FlapsPerSecond}
		}
	}
	return nil
}

type matReport struct {
	Name        string  `json:"name"` // empty for glTF's default material
	DoubleSided bool    `json:"double_sided"`
	Alpha       string  `json:"alpha"` // opaque, mask or blend
	Cutoff      float32 `json:"cutoff,omitempty"`
	Unlit       bool    `json:"unlit"`
	Texture     [2]int  `json:"texture,omitzero"` // width and height in pixels, as drawn
}

type clipReport struct {
	Name     string   `json:"name"`
	Start    float64  `json:"start"`
	End      float64  `json:"end"`
	Channels int      `json:"channels"`
	Keys     int      `json:"keys"`
	Moves    []string `json:"moves"`
}

type axisReport struct {
	Axis              string       `json:"axis"`
	Evidence          string       `json:"evidence"` // the evidence that counted most, or "given" if a flag sets the direction
	Guess             bool         `json:"guess"`
	Why               string       `json:"why"`
	Probability       float64      `json:"probability"`
	Second            string       `json:"second"` // second most probable axis; empty if none
	SecondProbability float64      `json:"second_probability"`
	Flag              string       `json:"flag"` // command-line flag that chooses the second axis; empty if the direction is already set
	Votes             []voteReport `json:"votes"`
}

type voteReport struct {
	Source  string  `json:"source"`
	Favours string  `json:"favours"`
	Factor  float64 `json:"factor"` // factor of the odds of the axis
	Why     string  `json:"why"`
}

func reportAxis(flag string, d *models.Direction) axisReport {
	r := axisReport{Axis: models.AxisName(d.Axis), Evidence: d.Evidence, Guess: d.Guess(), Why: d.Why, Probability: d.Probability, Votes: []voteReport{}}
	if d.Evidence != models.Given && d.SecondProbability > 0 {
		r.Second, r.SecondProbability = models.AxisName(d.Second), d.SecondProbability
		r.Flag = flag + " " + r.Second
	}
	for _, v := range d.Votes {
		r.Votes = append(r.Votes, voteReport{v.Source.String(), models.AxisName(v.Favours), v.Factor, v.Why})
	}
	return r
}

// String describes the direction and the evidence for it. For a guess, it adds the flag that corrects it.
func (r *axisReport) String() string {
	switch {
	case r.Flag == "":
		return fmt.Sprintf("%s (%s)", r.Axis, r.Why)
	case !r.Guess:
		return fmt.Sprintf("%s, sure: probability %s (%s)", r.Axis, percent(r.Probability), r.Why)
	}
	return fmt.Sprintf("%s, a guess: probability %s (%s); second choice: %s, %s; to correct a wrong guess, use %s",
		r.Axis, percent(r.Probability), r.Why, r.Second, percent(r.SecondProbability), r.Flag)
}

func percent(p float64) string {
	switch {
	case p > 0.995:
		return "over 99 %"
	case p < 0.01:
		return "under 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// String says how much more or less likely this evidence makes the axis than the axis second.
func (v *voteReport) String(axis, second string) string {
	return fmt.Sprintf("%s: %s, so %s is %s", v.Source, v.Why, axis, times(v.Factor, second))
}

func times(factor float64, second string) string {
	if factor < 1 {
		return fmt.Sprintf("%.2g times less likely than %s", 1/factor, second)
	}
	return fmt.Sprintf("%.2g times as likely as %s", factor, second)
}

type levelReport struct {
	Triangles int     `json:"triangles"`
	Error     float32 `json:"error"` // wingspans
}

func reportBird(m *gltf.Model, b *models.Baked) *Report {
	s := &b.Analysis
	r := &Report{
		Name: m.Name, Flies: !s.Static, Triangles: m.Triangles, Vertices: m.Vertices, Primitives: m.Primitives,
		Materials: reportMaterials(b), Extensions: orEmpty(m.Extensions), Skins: m.Skins, Joints: m.Joints, Targets: m.Targets,
		Clips: []clipReport{}, Clip: s.Clip,
		Forward:  reportAxis("--forward", &s.Forward),
		Up:       reportAxis("--up", &s.Up),
		Wingspan: s.Span, Scale: 1 / s.Span, Long: s.SpanIsLength, Open: s.OpenTime, From: s.Start, To: s.End, Beats: s.Beats, Rig: string(s.Rig),
		Poses: b.Poses, PoseError: s.Error, Warnings: append(orEmpty(b.ModelWarnings()), s.Warnings...),
	}
	r.Species = speciesOf(m.Name)
	if s.End > s.Start {
		r.FlapRate = float64(max(s.Beats, 1)) / (s.End - s.Start)
	}
	for _, l := range b.Levels {
		r.Levels = append(r.Levels, levelReport{l.Triangles, l.Error})
	}
	for _, c := range m.Clips {
		r.Clips = append(r.Clips, clipReport{c.Name, c.Start, c.End, c.Channels, c.Keys, movedParts(&c)})
	}
	return r
}

func orEmpty(s []string) []string { return append([]string{}, s...) }

func movedParts(c *gltf.Clip) []string {
	out := []string{}
	for _, k := range []struct {
		moves bool
		what  string
	}{{c.Joints, "joints"}, {c.Morphs, "morph targets"}, {c.Nodes, "nodes"}} {
		if k.moves {
			out = append(out, k.what)
		}
	}
	return out
}

func reportMaterials(b *models.Baked) []matReport {
	out := []matReport{}
	for i := range b.Parts {
		m := &b.Parts[i].Material
		r := matReport{Name: m.Name, DoubleSided: m.DoubleSided, Alpha: "opaque", Cutoff: m.AlphaCutoff, Unlit: m.Unlit}
		switch {
		case m.Blend:
			r.Alpha = "blend"
		case m.AlphaCutoff > 0:
			r.Alpha = "mask"
		}
		if m.Texture != nil {
			size := m.Texture.Image.Rect.Size()
			r.Texture = [2]int{size.X, size.Y}
		}
		out = append(out, r)
	}
	return out
}

// String says how the material is drawn.
func (m *matReport) String() string {
	out := []string{"single-sided"}
	if m.DoubleSided {
		out[0] = "double-sided"
	}
	switch m.Alpha {
	case "mask":
		out = append(out, fmt.Sprintf("cut out where the opacity is below %.3g", m.Cutoff))
	case "blend":
		out = append(out, "blended")
	}
	if m.Unlit {
		out = append(out, "unlit")
	}
	if m.Texture != [2]int{} {
		out = append(out, fmt.Sprintf("texture of %d × %d pixels", m.Texture[0], m.Texture[1]))
	}
	return strings.Join(out, ", ")
}

func (r *Report) print(out io.Writer) error {
	fmt.Fprintln(out, message.Line(r.Name))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(what, format string, args ...any) {
		fmt.Fprintf(w, "  %s\t%s\n", what, message.Line(fmt.Sprintf(format, args...)))
	}
	r.printContents(line)
	r.printDetected(line)
	r.printBaked(line)
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range r.Warnings {
		fmt.Fprintf(out, "  warning: %s\n", message.Line(s))
	}
	verdict := "It can fly"
	switch {
	case !r.Flies:
		verdict += ", but with stiff wings, because the model has no animation; --beat bird, insect or fish adds a motion"
	case r.Rig != "":
		verdict += ", moved by a simple rig; --beat none keeps it stiff"
	}
	verdict += "."
	if r.Forward.Guess {
		verdict += fmt.Sprintf(" Its forward direction is a guess: check it with --picture FILE.png, and correct it with %s.", r.Forward.Flag)
	}
	_, err := fmt.Fprintln(out, verdict)
	return err
}

func (r *Report) printContents(line func(what, format string, args ...any)) {
	line("mesh", "%s, %s, %s", words.Count(r.Triangles, "triangle", "triangles"), words.Count(r.Vertices, "vertex", "vertices"),
		words.Count(r.Primitives, "primitive", "primitives"))
	const most = 12
	for i, m := range r.Materials[:min(most, len(r.Materials))] {
		line("material "+strconv.Itoa(i), "%q, %v", m.Name, &m)
	}
	if others := len(r.Materials) - most; others > 0 {
		line("", "and %s", words.Count(others, "more material", "more materials"))
	}
	line("skeleton", "%s in %s", words.Count(r.Joints, "joint", "joints"), words.Count(r.Skins, "skin", "skins"))
	line("morph targets", "%d", r.Targets)
	if len(r.Extensions) > 0 {
		line("extensions", "%s", strings.Join(r.Extensions, ", "))
	}
	for i, c := range r.Clips {
		mark := ""
		if i == r.Clip {
			mark = ", the flying clip"
		}
		line("clip "+strconv.Itoa(i), "%q, %.4g to %.4g s, %s moving %s%s", c.Name, c.Start, c.End,
			words.Count(c.Channels, "channel", "channels"), strings.Join(c.Moves, " and "), mark)
	}
}

func (r *Report) printDetected(line func(what, format string, args ...any)) {
	line("forward", "%v", &r.Forward)
	for i := range r.Forward.Votes {
		line("", "%s", r.Forward.Votes[i].String(r.Forward.Axis, r.Forward.Second))
	}
	line("up", "%v", &r.Up)
	what := "wingspan"
	if r.Long {
		what = "length"
	}
	line(what, "%.4g units; scaled by %.4g to 1 m", r.Wingspan, r.Scale)
	if r.To > r.From {
		line("wings open", "at %.4g s", r.Open)
		line("beat", "%.4g to %.4g s, %s; at a flap rate of 5/s the animation plays %.3g times as fast", r.From, r.To,
			wingbeats(r.Beats), 5*(r.To-r.From))
	}
}

func (r *Report) printBaked(line func(what, format string, args ...any)) {
	line("poses", "%d; they differ from the clip by at most %.2g %% of the wingspan", r.Poses, 100*r.PoseError)
	for i, l := range r.Levels {
		line("level "+strconv.Itoa(i), "%s; they differ from the full model by at most %.2g %% of the wingspan", words.Count(l.Triangles, "triangle", "triangles"), 100*l.Error)
	}
	if s := r.Species; s != nil {
		line("species", "%s; its natural size is wingspan = %g m with flap_rate = %g /s", s.Latin, s.Wingspan, s.FlapRate)
	}
}

func wingbeats(n int) string {
	if n == 0 {
		return "no wingbeats detected"
	}
	return words.Count(n, "wingbeat", "wingbeats")
}
