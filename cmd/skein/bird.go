package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"skein/engine/capture"
	"skein/flock/scenario"
	"skein/models"
)

// BirdCmd says what a model holds.
type BirdCmd struct {
	File    string   `arg:"" name:"model" help:"A glTF model (.glb, .gltf) or a built-in bird (${birds})."`
	Clip    string   `help:"The animation, by name or number (default: the one found to fly)." placeholder:"CLIP"`
	Forward string   `help:"The axis that the model faces: x, -x, y, -y, z or -z (default: found)." placeholder:"AXIS"`
	Up      string   `help:"The axis that its back faces (default: found)." placeholder:"AXIS"`
	From    float64  `help:"Seconds of the clip where one beat begins (default: found)." placeholder:"S"`
	To      float64  `help:"And where it ends." placeholder:"S"`
	Open    *float64 `help:"Seconds of the clip when the wings are open to glide (default: found)." placeholder:"S"`
	Span    float32  `help:"The wingspan in the file's units (default: measured)." placeholder:"UNITS"`
	Poses   int      `help:"Number of poses of the beat (default: the fewest that keep within 1 % of the wingspan of it, or come nearest)." placeholder:"N"`
	Pose    string   `help:"Write the exact pose of --clip at --time, without --clip the rest pose, in the file's own units and axes." placeholder:"FILE.obj"`
	Time    *float64 `help:"Seconds of the clip, for --pose (default 0); beyond its ends it holds." placeholder:"S"`
	Picture string   `help:"Draw a contact sheet: the open wings from five sides, and all poses." placeholder:"FILE.png"`
	Force   bool     `short:"f" help:"Replace what is there."`
}

// Help is shown below the flags' own.
func (BirdCmd) Help() string {
	return `What it finds, and flags that put it right, can also stand in a scenario, under
[bird]. Examples:

  skein bird parrot.glb
  skein bird parrot.glb --picture sheet.png
  skein bird parrot.glb --clip Glide --time 0.25 --pose glide.obj
  skein bird raw.glb --forward -z --from 0.5 --to 1.2`
}

// Run reports, and writes what is asked for.
func (c *BirdCmd) Run(ctx context.Context, g *Globals) error {
	if err := c.check(); err != nil {
		return err
	}
	m, err := unlessStopped(ctx, func() (*models.Model, error) { return loadBird(c.File) })
	if err != nil {
		return err
	}
	if c.Pose != "" {
		if err := c.writePose(g, m); err != nil {
			return err
		}
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	b, err := unlessStopped(ctx, func() (*models.Baked, error) { return m.Bake(options) })
	if err != nil {
		return err
	}
	if c.Picture != "" {
		if err := drawSheet(ctx, b, c.Picture); err != nil {
			return err
		}
		g.say("%s: a contact sheet of %d poses", c.Picture, b.Poses)
	}
	report := reportBird(m, b)
	if g.JSON {
		return g.document(report)
	}
	return report.print(g.Stdout)
}

// check refuses flags that do not fit together, and to replace files.
func (c *BirdCmd) check() error {
	if c.File == "" {
		return usagef("the model has no name: want a file, or one of %s", strings.Join(models.Builtins(), ", "))
	}
	if c.Time != nil && *c.Time != *c.Time {
		return usagef("--time NaN: want seconds")
	}
	if c.Time != nil && c.Pose == "" {
		return usagef("--time %g is of a pose: give --pose FILE.obj, too", *c.Time)
	}
	if c.Pose != "" && !strings.HasSuffix(strings.ToLower(c.Pose), ".obj") {
		return usagef("--pose %s: want a name that ends in .obj", c.Pose)
	}
	if c.Picture != "" && !strings.HasSuffix(strings.ToLower(c.Picture), ".png") {
		return usagef("--picture %s: want a name that ends in .png", c.Picture)
	}
	for _, path := range []string{c.Pose, c.Picture} {
		if _, err := os.Lstat(path); path != "" && err == nil && !c.Force {
			return hintForce(&fs.PathError{Op: "bird", Path: path, Err: fs.ErrExist})
		}
	}
	return nil
}

// options are those of the flags.
func (c *BirdCmd) options() (models.BakeOptions, error) {
	b := scenario.DefaultBird()
	flags := BirdFlags{BirdClip: c.Clip, BirdForward: c.Forward, BirdUp: c.Up}
	if err := flags.set(&b, "--"); err != nil {
		return models.BakeOptions{}, err
	}
	o := bakeOptions(&b)
	o.From, o.To, o.Open, o.Span, o.Poses = c.From, c.To, c.Open, c.Span, c.Poses
	return o, nil
}

// writePose writes an exact pose as Wavefront OBJ.
func (c *BirdCmd) writePose(g *Globals, m *models.Model) error {
	clip, seconds := -1, 0.0
	if c.Clip != "" {
		var err error
		if clip, err = m.FindClip(c.Clip); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		seconds = m.Clips[clip].Start
	}
	if c.Time != nil {
		seconds = *c.Time
	}
	pose, err := m.Exact(clip, seconds)
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	vertices := 0
	for _, p := range pose {
		vertices += len(p.Positions)
	}
	if err := capture.Write(c.Pose, func(w io.Writer) error { return writeOBJ(w, pose) }); err != nil {
		return err
	}
	g.say("%s: %d vertices of %d primitives", c.Pose, vertices, len(pose))
	return nil
}

// writeOBJ writes vertices in scene order; nine digits hold a float32.
func writeOBJ(w io.Writer, pose []models.Exact) error {
	out := bufio.NewWriter(w)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 9, 64) }
	first, firstNormal := 1, 1
	for _, p := range pose {
		fmt.Fprintf(out, "o node%d_mesh%d_primitive%d\n", p.Node, p.Mesh, p.Primitive)
		for _, v := range p.Positions {
			fmt.Fprintf(out, "v %s %s %s\n", number(v[0]), number(v[1]), number(v[2]))
		}
		for _, v := range p.Normals {
			fmt.Fprintf(out, "vn %s %s %s\n", number(v[0]), number(v[1]), number(v[2]))
		}
		for i := 0; i+2 < len(p.Triangles); i += 3 {
			out.WriteString("f")
			for _, v := range p.Triangles[i : i+3] {
				fmt.Fprintf(out, " %d", first+int(v))
				if len(p.Normals) > 0 {
					fmt.Fprintf(out, "//%d", firstNormal+int(v))
				}
			}
			out.WriteString("\n")
		}
		first, firstNormal = first+len(p.Positions), firstNormal+len(p.Normals)
	}
	return out.Flush()
}

// birdReport is what a model holds and what was found out about it.
type birdReport struct {
	Name       string        `json:"name"`
	Flies      bool          `json:"flies"` // with wings that move
	Triangles  int           `json:"triangles"`
	Vertices   int           `json:"vertices"`
	Primitives int           `json:"primitives"`
	Materials  []string      `json:"materials"`
	Extensions []string      `json:"extensions"`
	Skins      int           `json:"skins"`
	Joints     int           `json:"joints"`
	Targets    int           `json:"morph_targets"`
	Clips      []clipReport  `json:"clips"`
	Clip       int           `json:"clip"` // that flies; -1: none
	Forward    axisReport    `json:"forward"`
	Up         axisReport    `json:"up"`
	Wingspan   float32       `json:"wingspan"` // the file's units
	Scale      float32       `json:"scale"`    // to a wingspan of 1 m
	Long       bool          `json:"scaled_by_length"`
	Open       float64       `json:"open"` // s of the clip
	From       float64       `json:"from"`
	To         float64       `json:"to"`
	Beats      int           `json:"beats"`
	FlapRate   float64       `json:"flap_rate"` // beats a second, as the clip has it
	Poses      int           `json:"poses"`
	PoseError  float32       `json:"pose_error"` // wingspans
	Levels     []levelReport `json:"levels"`
	Species    *species      `json:"species,omitempty"` // of a built-in bird
	Warnings   []string      `json:"warnings"`
}

// species are facts about living birds that the model is of.
type species struct {
	Latin    string  `json:"latin"`
	Wingspan float64 `json:"wingspan"`  // m
	FlapRate float64 `json:"flap_rate"` // beats a second
}

func speciesOf(name string) *species {
	for _, s := range models.BuiltinSpecies() {
		if s.Name == name {
			return &species{s.Latin, s.Span, s.FlapsPerSecond}
		}
	}
	return nil
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
	Axis string `json:"axis"`
	Why  string `json:"why"`
}

type levelReport struct {
	Triangles int     `json:"triangles"`
	Error     float32 `json:"error"` // wingspans
}

func reportBird(m *models.Model, b *models.Baked) *birdReport {
	s := &b.Sense
	r := &birdReport{
		Name: m.Name, Flies: !s.Stiff, Triangles: m.Triangles, Vertices: m.Vertices, Primitives: m.Primitives,
		Materials: m.Materials, Extensions: orEmpty(m.Extensions), Skins: m.Skins, Joints: m.Joints, Targets: m.Targets,
		Clips: []clipReport{}, Clip: s.Clip,
		Forward: axisReport{axisName(s.Forward.Axis), s.Forward.Why}, Up: axisReport{axisName(s.Up.Axis), s.Up.Why},
		Wingspan: s.Span, Scale: 1 / s.Span, Long: s.Long, Open: s.Open, From: s.From, To: s.To, Beats: s.Beats,
		Poses: b.Poses, PoseError: s.Error, Warnings: append(orEmpty(m.Warnings), s.Warnings...),
	}
	r.Species = speciesOf(m.Name)
	if s.To > s.From {
		r.FlapRate = float64(max(s.Beats, 1)) / (s.To - s.From)
	}
	for _, l := range b.Levels {
		r.Levels = append(r.Levels, levelReport{l.Triangles, l.Error})
	}
	for _, c := range m.Clips {
		r.Clips = append(r.Clips, clipReport{c.Name, c.Start, c.End, c.Channels, c.Keys, moved(&c)})
	}
	return r
}

func orEmpty(s []string) []string { return append([]string{}, s...) }

// moved lists what a clip moves.
func moved(c *models.Clip) []string {
	out := []string{}
	for _, k := range []struct {
		is   bool
		what string
	}{{c.Joints, "joints"}, {c.Morphs, "morph targets"}, {c.Nodes, "nodes"}} {
		if k.is {
			out = append(out, k.what)
		}
	}
	return out
}

// print writes the report for people.
func (r *birdReport) print(out io.Writer) error {
	fmt.Fprintln(out, r.Name)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(what, format string, args ...any) {
		fmt.Fprintf(w, "  %s\t%s\n", what, fmt.Sprintf(format, args...))
	}
	line("mesh", "%s, %s, %s, %s", count(r.Triangles, "triangle", "triangles"), count(r.Vertices, "vertex", "vertices"),
		count(r.Primitives, "primitive", "primitives"), count(len(r.Materials), "material", "materials"))
	line("skeleton", "%s in %s", count(r.Joints, "joint", "joints"), count(r.Skins, "skin", "skins"))
	line("morph targets", "%d", r.Targets)
	if len(r.Extensions) > 0 {
		line("extensions", "%s", strings.Join(r.Extensions, ", "))
	}
	for i, c := range r.Clips {
		mark := ""
		if i == r.Clip {
			mark = ", which flies"
		}
		line("clip "+strconv.Itoa(i), "%q, %.4g to %.4g s, %s moving %s%s", c.Name, c.Start, c.End,
			count(c.Channels, "channel", "channels"), strings.Join(c.Moves, " and "), mark)
	}
	line("forward", "%s (%s)", r.Forward.Axis, r.Forward.Why)
	line("up", "%s (%s)", r.Up.Axis, r.Up.Why)
	what := "wingspan"
	if r.Long {
		what = "length"
	}
	line(what, "%.4g units: scaled by %.4g to 1 m", r.Wingspan, r.Scale)
	if r.To > r.From {
		line("wings open", "at %.4g s", r.Open)
		line("beat", "%.4g to %.4g s, %s: at a flap rate of 5/s it plays %.3g times as fast", r.From, r.To,
			wingbeats(r.Beats), 5*(r.To-r.From))
	}
	line("poses", "%d, within %.2g %% of the wingspan", r.Poses, 100*r.PoseError)
	for i, l := range r.Levels {
		line("level "+strconv.Itoa(i), "%s, vertices within %.2g %% of the wingspan", count(l.Triangles, "triangle", "triangles"), 100*l.Error)
	}
	if s := r.Species; s != nil {
		line("species", "%s: wingspan = %g m and flap_rate = %g /s make it as in life", s.Latin, s.Wingspan, s.FlapRate)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range r.Warnings {
		fmt.Fprintf(out, "  warning: %s\n", s)
	}
	verdict := "It can fly."
	if !r.Flies {
		verdict = "It can fly, stiffly: nothing moves."
	}
	_, err := fmt.Fprintln(out, verdict)
	return err
}

func wingbeats(n int) string {
	if n == 0 {
		return "no wings seen to rise and fall"
	}
	return count(n, "rise and fall of the wings", "rises and falls of the wings")
}

func count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
