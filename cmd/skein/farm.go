package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// FarmFlags share a command's work among machines.
type FarmFlags struct {
	Shard  Shard `help:"Do the K-th of N parts of the work, K from 1, for N machines to share it." placeholder:"K/N"`
	Slurm  *int  `help:"Print a Slurm array script that does the work in N parts, and do nothing else." placeholder:"N"`
	OpenJD *int  `name:"openjd" help:"Print an Open Job Description template that does it in N parts, and do nothing else." placeholder:"N"`
}

// asked says whether a job is to be printed.
func (f *FarmFlags) asked() bool { return f.Slurm != nil || f.OpenJD != nil }

// checkJob refuses jobs that make no sense.
func (f *FarmFlags) checkJob() error {
	for flag, n := range map[string]*int{"slurm": f.Slurm, "openjd": f.OpenJD} {
		if n != nil && (*n < 1 || *n > maxShards) {
			return usagef("--%s %d: want 1 to %d parts", flag, *n, maxShards)
		}
	}
	switch {
	case f.Slurm != nil && f.OpenJD != nil:
		return usagef("--slurm and --openjd: want one of them")
	case f.Shard.given():
		return usagef("--shard: a job's parts have shards of their own")
	}
	return nil
}

// usualArray is the highest task of a job array that Slurm takes unless its
// MaxArraySize, 1001, was set higher.
const usualArray = 1000

// warn says what is odd about a job of so many pieces of work, 0 if nobody knows.
func (f *FarmFlags) warn(g *Globals, work int) {
	flag, parts := "--slurm", *cmp.Or(f.Slurm, f.OpenJD)
	if f.OpenJD != nil {
		flag = "--openjd"
	}
	if f.Slurm != nil && parts > usualArray {
		g.say("--slurm %d: an array ends at task %d unless the cluster's MaxArraySize is higher than usual: scontrol show config tells, or want fewer parts",
			parts, usualArray)
	}
	if work > 0 && parts > work {
		g.say("%s %d: there is work for %d parts only, the others will find none", flag, parts, work)
	}
}

// job prints what the command line asks a farm to do, so many pieces of work, 0 if
// nobody knows; resume is whether its parts may be told to leave out what is there.
func (f *FarmFlags) job(g *Globals, output string, work int, resume bool) error {
	if err := f.checkJob(); err != nil {
		return err
	}
	f.warn(g, work)
	where, err := os.Getwd()
	if err != nil {
		return err
	}
	j := farmJob{args: withoutFlags(g.args, "--slurm", "--openjd"), dir: where, parts: *cmp.Or(f.Slurm, f.OpenJD), name: jobName(output)}
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

// farmJob is a command line to be carried out in parts.
type farmJob struct {
	program, dir, name string
	args               []string
	parts              int
}

// jobName is what to call a job that makes files of a name.
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

// withoutFlags are arguments without some flags and their values.
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

// quoted is a word as a shell reads it back.
func quoted(word string) string {
	plain := func(r rune) bool {
		return strings.ContainsRune("-_=+,./:@%", r) || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// line is the command line of a part.
func (j *farmJob) line(part string) string {
	var words []string
	for _, arg := range j.args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ") + " --shard " + part
}

// slurm prints an array script for sbatch.
func (j *farmJob) slurm(to io.Writer) error {
	_, err := fmt.Fprintf(to, `#!/bin/bash
#SBATCH --job-name=%s
#SBATCH --array=1-%d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --output=%%x-%%A_%%a.log

# One task draws or simulates one of %d parts. Submitted again, the job does what
# is missing. SKEIN names the program where it is elsewhere on the nodes.
set -eu
cd %s
export LP_NUM_THREADS="${SLURM_CPUS_PER_TASK:-2}" GOMAXPROCS="${SLURM_CPUS_PER_TASK:-2}"
exec "${SKEIN:-%s}" %s
`, j.name, j.parts, j.parts, quoted(j.dir), j.program, j.line(fmt.Sprintf(`"$SLURM_ARRAY_TASK_ID"/%d`, j.parts)))
	return err
}

// openJDName is the most characters that a job's name may have.
const openJDName = 128

// openJD prints a template of the Open Job Description, jobtemplate-2023-09
// (github.com/OpenJobDescription/openjd-specifications, 2023-09-Template-Schemas).
// A job that is cancelled is told so, and has seconds to leave nothing half done.
func (j *farmJob) openJD(to io.Writer) error {
	type object = map[string]any
	script := "cd " + j.dir + " && exec " + j.program + " " + j.line("")
	if strings.ContainsFunc(script, unicode.IsControl) {
		return usagef("--openjd: %q holds a control character, which a template cannot", script)
	}
	script = literal(fmt.Sprintf("cd %s && exec %s %s", quoted(j.dir), quoted(j.program), j.line(""))) +
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

// literal keeps a shell's quoted words from being taken for a template's
// expressions, which stand in double braces: ” comes between any two.
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
