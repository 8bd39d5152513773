package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"skein/flock/scenario"
	"skein/flock/whole"
	"skein/models"
)

// BirdCmd says what a model holds.
type BirdCmd struct {
	File    string   `arg:"" name:"model" help:"A glTF model (.glb, .gltf) or a built-in bird (${birds})."`
	Clip    string   `help:"The animation, by name or number (default: the one found to fly)." placeholder:"CLIP"`
	Forward axisFlag `help:"The axis that the model faces: x, -x, y, -y, z or -z (default: found)." placeholder:"AXIS"`
	Up      axisFlag `help:"The axis that its back faces (default: found)." placeholder:"AXIS"`
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
	bound(c.File)
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
	bar := newBirdBar(g, c.File)
	options.Progress = bar.at
	b, err := unlessStopped(ctx, func() (*models.Baked, error) { return m.Bake(options) })
	bar.end()
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

// bound has memory collected sooner than is quickest, so that what a file takes
// stays in proportion to its size.
func bound(path string) {
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	debug.SetMemoryLimit(200<<20 + 8*size)
}

// check refuses flags that do not fit together, and to replace files.
func (c *BirdCmd) check() error {
	if c.File == "" {
		return usagef("the model has no name: want a file, or one of %s", strings.Join(models.Builtins(), ", "))
	}
	if err := expect(aBird, c.File); err != nil {
		return err
	}
	if c.Time != nil && *c.Time != *c.Time {
		return usagef("--time NaN: want seconds")
	}
	if c.Time != nil && c.Pose == "" {
		return usagef("--time %g is of a pose: give --pose FILE.obj, too", *c.Time)
	}
	if c.Poses < 0 || c.Poses > models.MaxPoses {
		return usagef("--poses %d: want 1 to %d", c.Poses, models.MaxPoses)
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
	if err := whole.Stream(c.Pose, c.Force, func(w io.Writer) error { return writeOBJ(w, pose) }); err != nil {
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
