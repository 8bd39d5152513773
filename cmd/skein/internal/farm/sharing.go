package farm

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/usage"
)

// Sharing contains the flags that divide a command's work among machines.
type Sharing struct {
	Shard  Shard `help:"Do only part K of N parts of the work, so that N machines can share it. K is from 1 to N. K-L/N does parts K to L." placeholder:"K/N"`
	Slurm  *int  `help:"Print a Slurm array script that does the work in N parts, and exit." placeholder:"N"`
	OpenJD *int  `name:"openjd" help:"Print an Open Job Description template that does the work in N parts, and exit." placeholder:"N"`
}

// PrintsJob reports whether to print a job instead of doing the work.
func (f *Sharing) PrintsJob() bool { return f.Slurm != nil || f.OpenJD != nil }

// Check refuses a number of parts out of range, and flags that conflict.
func (f *Sharing) Check() error {
	for flag, n := range map[string]*int{"slurm": f.Slurm, "openjd": f.OpenJD} {
		if n != nil && (*n < 1 || *n > maxShards) {
			return usage.Errorf("--%s %d: must be 1 to %d parts", flag, *n, maxShards)
		}
	}
	switch {
	case f.Slurm != nil && f.OpenJD != nil:
		return usage.Errorf("--slurm and --openjd cannot be used together")
	case f.Shard.Given():
		return usage.Errorf("--shard cannot be used with --slurm or --openjd, because these give each part its own --shard")
	}
	return nil
}

func (f *Sharing) warn(g *console.Console, work int) {
	flag, parts := "--slurm", *cmp.Or(f.Slurm, f.OpenJD)
	if f.OpenJD != nil {
		flag = "--openjd"
	}
	if work > 0 && parts > work {
		g.Say("%s %d: the work has only %d parts; the other tasks will do nothing", flag, parts, work)
	}
}

// Print prints the job. work is the number of pieces, or 0 if unknown. If resume is true, the parts skip
// existing files.
func (f *Sharing) Print(g *console.Console, output string, work int, resume bool) error {
	if err := f.Check(); err != nil {
		return err
	}
	f.warn(g, work)
	j := job{args: withoutFlags(g.Args, "--slurm", "--openjd", "--progress"), output: output, parts: *cmp.Or(f.Slurm, f.OpenJD), name: jobName(output)}
	if resume && !slices.Contains(j.args, "--resume") {
		j.args = append(j.args, "--resume")
	}
	if f.OpenJD != nil {
		return j.openJD(g.Stdout)
	}
	return j.slurm(g.Stdout)
}

type job struct {
	name   string
	args   []string
	output string // file, pattern or folder that this run writes
	parts  int
}

func jobName(output string) string {
	dir, base := path.Split(filepath.ToSlash(output))
	name := strings.Trim(strings.TrimSuffix(base, path.Ext(base)), "#_-. ")
	return "skein-" + strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, cmp.Or(name, path.Base(path.Clean(dir))))
}

func withoutFlags(args []string, flags ...string) (rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		if !slices.Contains(flags, name) {
			rest = append(rest, args[i])
		} else if !joined {
			i++
		}
	}
	return rest
}
