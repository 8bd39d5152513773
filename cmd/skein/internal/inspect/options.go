package inspect

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

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock/scenario"
	"skein/flock/whole"
	"skein/models"
	"skein/models/gltf"
)

type options struct {
	File    string    `arg:"" name:"model" help:"A glTF model (.glb, .gltf), a built-in bird (${birds}), or a folder of models."`
	Clip    string    `help:"The animation to use: its name, or its index from 0 (default: the animation that looks like flight)." placeholder:"CLIP"`
	Forward bird.Axis `help:"The axis that the model faces: x, -x, y, -y, z or -z (default: detected)." placeholder:"AXIS"`
	Up      bird.Axis `help:"The axis that the model's back faces (default: detected)." placeholder:"AXIS"`
	From    float64   `help:"Time in the animation at which a wingbeat begins, in seconds (default: detected)." placeholder:"S"`
	To      float64   `help:"Time in the animation at which the wingbeat ends, in seconds (default: detected)." placeholder:"S"`
	Open    *float64  `help:"Time in the animation at which the wings are open to glide, in seconds (default: detected)." placeholder:"S"`
	Span    float32   `help:"The wingspan in units of the file (default: measured)." placeholder:"UNITS"`
	Beat    string    `help:"The motion of a model without animation: auto, none, bird, insect or fish (default: auto)." placeholder:"MOTION"`
	Mirror  bool      `help:"The model is one half of an animal. Its mirror image completes it."`
	Poses   int       `help:"Number of poses per wingbeat (default: the smallest number with an error below 1 % of the wingspan)." placeholder:"N"`
	Pose    string    `help:"Write the exact pose of --clip at --time, in the units and axes of the file, and print no report. Without --clip, write the rest pose." placeholder:"FILE.obj"`
	Time    *float64  `help:"Time in the clip for --pose, in seconds (default 0)." placeholder:"S"`
	Picture string    `help:"Draw a contact sheet: the open wings from six sides, and all poses. For a folder, the sheet has a row for each model." placeholder:"FILE.png"`
	Force   bool      `short:"f" help:"Replace existing files."`
}

// Run prints a report on the model and writes the files that the flags ask for.
func (c *options) Run(ctx context.Context, g *console.Console) error {
	if err := c.check(); err != nil {
		return err
	}
	if isFolder(c.File) {
		return c.runFolder(ctx, g)
	}
	limitMemory(c.File)
	m, err := await.Do(ctx, func() (*gltf.Model, error) { return bird.Load(c.File) })
	if err != nil {
		return err
	}
	if c.Pose != "" {
		if err := c.writePose(g, m); err != nil || c.Picture == "" && !g.JSON {
			return err // the report would need all poses of the wingbeat, which take long to bake
		}
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	bar := bird.ReadingBar(g, c.File)
	options.Progress = bar.Update
	b, err := await.Do(ctx, func() (*models.Baked, error) { return models.Bake(m, options) })
	bar.End()
	if err != nil {
		return err
	}
	if c.Picture != "" {
		if err := drawSheet(ctx, b, c.Picture); err != nil {
			return err
		}
		g.Say("%s: a contact sheet of %d poses", c.Picture, b.Poses)
	}
	report := reportBird(m, b)
	if g.JSON {
		return g.Document(report)
	}
	return report.print(g.Stdout)
}

// limitMemory sets a memory limit in proportion to the file. Near it, the garbage collector runs more often.
func limitMemory(path string) {
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	debug.SetMemoryLimit(200<<20 + 8*size)
}

func (c *options) check() error {
	if c.File == "" {
		return usage.Errorf("the model's name is empty; give a file, or one of %s", strings.Join(models.Builtins(), ", "))
	}
	if isFolder(c.File) {
		if flag := c.flagOfOneModel(); flag != "" {
			return usage.Errorf("%s takes one model, but %s is a folder", flag, c.File)
		}
	} else if err := kinds.Expect(kinds.Bird, c.File); err != nil {
		return err
	}
	if c.Time != nil && *c.Time != *c.Time {
		return usage.Errorf("--time NaN: must be a number of seconds")
	}
	if c.Time != nil && c.Pose == "" {
		return usage.Errorf("--time %g needs --pose FILE.obj", *c.Time)
	}
	if c.Poses < 0 || c.Poses > models.MaxPoses {
		return usage.Errorf("--poses %d: must be 1 to %d", c.Poses, models.MaxPoses)
	}
	if c.Pose != "" && !strings.HasSuffix(strings.ToLower(c.Pose), ".obj") {
		return usage.Errorf("--pose %s: must be a name that ends in .obj", c.Pose)
	}
	if c.Picture != "" && !strings.HasSuffix(strings.ToLower(c.Picture), ".png") {
		return usage.Errorf("--picture %s: must be a name that ends in .png", c.Picture)
	}
	for _, path := range []string{c.Pose, c.Picture} {
		if _, err := os.Lstat(path); path != "" && err == nil && !c.Force {
			return usage.HintForce(&fs.PathError{Op: "bird", Path: path, Err: fs.ErrExist})
		}
	}
	return nil
}

func (c *options) flagOfOneModel() string {
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"--clip", c.Clip != ""}, {"--forward", c.Forward != ""}, {"--up", c.Up != ""}, {"--from", c.From != 0}, {"--to", c.To != 0},
		{"--open", c.Open != nil}, {"--span", c.Span != 0}, {"--beat", c.Beat != ""}, {"--mirror", c.Mirror}, {"--poses", c.Poses != 0}, {"--pose", c.Pose != ""},
	} {
		if f.given {
			return f.name
		}
	}
	return ""
}

func (c *options) options() (models.BakeOptions, error) {
	b := scenario.DefaultBird()
	flags := bird.Choice{BirdClip: c.Clip, BirdForward: c.Forward, BirdUp: c.Up, BirdBeat: c.Beat, BirdMirror: c.Mirror}
	if err := flags.Set(&b, "--"); err != nil {
		return models.BakeOptions{}, err
	}
	o := bird.BakeOptions(&b)
	o.Start, o.End, o.OpenTime, o.Span, o.Poses = c.From, c.To, c.Open, c.Span, c.Poses
	return o, nil
}

func (c *options) writePose(g *console.Console, m *gltf.Model) error {
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
	pose, err := m.PosePrimitives(clip, seconds)
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
	g.Say("%s: %d vertices of %d primitives", c.Pose, vertices, len(pose))
	return nil
}

// writeOBJ writes the vertices in the order of the scene, with nine digits, which represent a float32
// exactly.
func writeOBJ(w io.Writer, pose []gltf.PosedPrimitive) error {
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
