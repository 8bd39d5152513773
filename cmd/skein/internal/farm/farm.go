package farm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/message"
)

// Sharing contains the flags that divide the work of a command among machines.
type Sharing struct {
	Shard  Shard `help:"Do part K of N of the work, with K from 1, so that N machines can share it." placeholder:"K/N"`
	Slurm  *int  `help:"Print a Slurm array script that does the work in N parts, and exit." placeholder:"N"`
	OpenJD *int  `name:"openjd" help:"Print an Open Job Description template that does the work in N parts, and exit." placeholder:"N"`
}

// PrintsJob reports whether a flag asks for a job instead of the work.
func (f *Sharing) PrintsJob() bool { return f.Slurm != nil || f.OpenJD != nil }

// Check returns an error if a number of parts is out of range or if flags conflict.
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
		return usage.Errorf("--shard cannot be used with --slurm or --openjd, which give each part its own --shard")
	}
	return nil
}

// usualArray is the number of tasks that Slurm allows in a job array by default (MaxArraySize is 1001).
const usualArray = 1000

// warn prints a note if the job has more parts than Slurm usually allows, or more parts than pieces of
// work. work is the number of pieces of work, or 0 if unknown.
func (f *Sharing) warn(g *console.Console, work int) {
	flag, parts := "--slurm", *cmp.Or(f.Slurm, f.OpenJD)
	if f.OpenJD != nil {
		flag = "--openjd"
	}
	if f.Slurm != nil && parts > usualArray {
		g.Say("--slurm %d: most clusters allow at most %d tasks in an array; check MaxArraySize with scontrol show config, or use fewer parts",
			parts, usualArray)
	}
	if work > 0 && parts > work {
		g.Say("%s %d: there is only work for %d parts; the others will have nothing to do", flag, parts, work)
	}
}

// Print prints the job. work is the number of pieces of work, or 0 if unknown. If resume is true, the parts
// skip existing files.
func (f *Sharing) Print(g *console.Console, output string, work int, resume bool) error {
	if err := f.Check(); err != nil {
		return err
	}
	f.warn(g, work)
	where, err := os.Getwd()
	if err != nil {
		return err
	}
	j := farmJob{args: withoutFlags(g.Args, "--slurm", "--openjd"), dir: where, parts: *cmp.Or(f.Slurm, f.OpenJD), name: jobName(output)}
	if j.program, err = os.Executable(); err != nil {
		return err
	}
	if resume && !slices.Contains(j.args, "--resume") {
		j.args = append(j.args, "--resume")
	}
	if f.OpenJD != nil {
		return j.openJD(g.Stdout)
	}
	return j.slurm(g.Stdout)
}

type farmJob struct {
	program, dir, name string
	args               []string
	parts              int
}

// jobName returns a name for a job, derived from the name of the output.
func jobName(output string) string {
	dir, base := filepath.Split(filepath.ToSlash(output))
	name := strings.Trim(strings.TrimSuffix(base, filepath.Ext(base)), "#_-. ")
	return "skein-" + strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, cmp.Or(name, filepath.Base(filepath.Clean(dir))))
}

// withoutFlags removes the given flags and their values from the arguments.
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

func (j *farmJob) line(part string) string {
	var list []string
	for _, arg := range j.args {
		list = append(list, words.Quote(arg))
	}
	return strings.Join(list, " ") + " --shard " + part
}

// slurm prints a script for the command sbatch.
func (j *farmJob) slurm(to io.Writer) error {
	_, err := fmt.Fprintf(to, `#!/bin/bash
#SBATCH --job-name=%s
#SBATCH --array=1-%d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --output=%%x-%%A_%%a.log

# Each task draws or simulates one of %d parts. Submit the job again to do what is
# missing. Set SKEIN to the program's path if it differs on the nodes.
set -eu
cd %s
export LP_NUM_THREADS="${SLURM_CPUS_PER_TASK:-2}" GOMAXPROCS="${SLURM_CPUS_PER_TASK:-2}"
exec "${SKEIN:-%s}" %s
`, j.name, j.parts, j.parts, words.Quote(j.dir), j.program, j.line(fmt.Sprintf(`"$SLURM_ARRAY_TASK_ID"/%d`, j.parts)))
	return err
}

// openJDName is the largest length of a job's name, in characters.
const openJDName = 128

// openJD prints an Open Job Description template, version jobtemplate-2023-09
// (github.com/OpenJobDescription/openjd-specifications, 2023-09-Template-Schemas). A cancelled job gets a
// signal first, and some seconds to remove incomplete files.
func (j *farmJob) openJD(to io.Writer) error {
	type object = map[string]any
	for _, word := range append([]string{j.dir, j.program}, j.args...) {
		if message.Visible(word) != word {
			return usage.Errorf("--openjd: %q contains a control character, which is not allowed in a template", word)
		}
	}
	script := literal(fmt.Sprintf("cd %s && exec %s %s", words.Quote(j.dir), words.Quote(j.program), j.line(""))) +
		fmt.Sprintf("{{Task.Param.Part}}/%d", j.parts)
	enc := json.NewEncoder(to)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(object{
		"specificationVersion": "jobtemplate-2023-09",
		"name":                 j.name[:min(len(j.name), openJDName)],
		"steps": []object{{
			"name": "skein",
			"parameterSpace": object{"taskParameterDefinitions": []object{
				{"name": "Part", "type": "INT", "range": fmt.Sprintf("1-%d", j.parts)},
			}},
			"script": object{"actions": object{"onRun": object{
				"command": "bash", "args": []string{"-c", script},
				"cancelation": object{"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 10},
			}}},
		}},
	})
}

// literal inserts empty quotes between double braces in a shell command. Otherwise the template would
// contain an expression.
func literal(words string) string {
	var b strings.Builder
	before := rune(0)
	for _, r := range words {
		if r == before && (r == '{' || r == '}') {
			b.WriteString("''")
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}
