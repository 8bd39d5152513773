package farm

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
	"skein/flock/scenario"
)

// template is a job template of Open Job Description, version jobtemplate-2023-09, with the extension
// TASK_CHUNKING (github.com/OpenJobDescription/openjd-specifications, wiki/2023-09-Template-Schemas.md and
// rfcs/0001-task-chunking.md).
type template struct {
	SpecificationVersion string      `json:"specificationVersion"`
	Extensions           []string    `json:"extensions"`
	Name                 string      `json:"name"`
	ParameterDefinitions []parameter `json:"parameterDefinitions"`
	Steps                []step      `json:"steps"`
}

type parameter struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description,omitempty"`
	ObjectType  string `json:"objectType,omitempty"`
	DataFlow    string `json:"dataFlow,omitempty"`
	Default     any    `json:"default,omitempty"`
	MinValue    int    `json:"minValue,omitempty"`
}

type step struct {
	Name           string         `json:"name"`
	ParameterSpace parameterSpace `json:"parameterSpace"`
	Script         script         `json:"script"`
}

type parameterSpace struct {
	TaskParameterDefinitions []taskParameter `json:"taskParameterDefinitions"`
}

type taskParameter struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Range  string `json:"range"`
	Chunks chunks `json:"chunks"`
}

type chunks struct {
	DefaultTaskCount string `json:"defaultTaskCount"`
	RangeConstraint  string `json:"rangeConstraint"`
}

type script struct {
	Actions actions `json:"actions"`
}

type actions struct {
	OnRun action `json:"onRun"`
}

type action struct {
	Command     string       `json:"command"`
	Args        []string     `json:"args"`
	Cancelation cancellation `json:"cancelation"`
}

type cancellation struct {
	Mode                  string `json:"mode"`
	NotifyPeriodInSeconds int    `json:"notifyPeriodInSeconds"`
}

// openJDName is the maximum length of a job's name, in characters.
const openJDName = 128

// openJD prints a template. Input files and the output folder are parameters, so that a farm can copy them
// and a user can change them. A task does PartsPerTask consecutive parts. A cancelled task first gets a
// signal, and then some seconds to remove incomplete files.
func (j *job) openJD(to io.Writer) error {
	for _, word := range j.args {
		if message.Visible(word) != word {
			return usage.Errorf("--openjd: %q contains a control character, which is not allowed in a template", word)
		}
	}
	t := template{
		SpecificationVersion: "jobtemplate-2023-09", Extensions: []string{"TASK_CHUNKING"}, Name: j.name[:min(len(j.name), openJDName)],
		ParameterDefinitions: []parameter{{Name: "Skein", Type: "STRING", Default: "skein", Description: "The skein program on the workers: a path, or a name in PATH."}},
	}
	args := append(t.arguments(j), "--progress", "openjd", "--shard", fmt.Sprintf("{{Task.Param.Part}}/%d", j.parts))
	t.ParameterDefinitions = append(t.ParameterDefinitions, parameter{
		Name: "PartsPerTask", Type: "INT", Default: 1, MinValue: 1, Description: fmt.Sprintf("Number of parts that each task does; there are %d parts in total.", j.parts)})
	t.Steps = []step{{
		Name: "skein",
		ParameterSpace: parameterSpace{[]taskParameter{{
			Name: "Part", Type: "CHUNK[INT]", Range: fmt.Sprintf("1-%d", j.parts),
			Chunks: chunks{DefaultTaskCount: "{{Param.PartsPerTask}}", RangeConstraint: "CONTIGUOUS"},
		}}},
		Script: script{actions{action{
			Command: "{{Param.Skein}}", Args: args, Cancelation: cancellation{Mode: "NOTIFY_THEN_TERMINATE", NotifyPeriodInSeconds: 10},
		}}},
	}}
	enc := json.NewEncoder(to)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(&t)
}

func (t *template) arguments(j *job) (args []string) {
	words := j.args
	args = append(args, words[0])
	for i := 1; i < len(words); i++ {
		flag, value, joined := strings.Cut(words[i], "=")
		isFlag := strings.HasPrefix(words[i], "-")
		switch {
		case flag == "-o" || flag == "--output":
			if !joined {
				i++
			}
		case isFlag && !strings.HasPrefix(words[i], "--") && strings.HasPrefix(words[i], "-o"):
		case isFlag && joined:
			args = append(args, t.word(flag+"=", value))
		default:
			args = append(args, t.word("", words[i]))
		}
	}
	return append(args, "--output", t.output(j.output))
}

// word returns an argument as a format string. Names of files become parameters, and so do words with braces,
// which format strings cannot contain. prefix, such as "--camera=", comes before the word.
func (t *template) word(prefix, word string) string {
	p := parameter{Type: "STRING", Default: word}
	if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() && strings.ContainsAny(word, "./") {
		p = parameter{Type: "PATH", ObjectType: "FILE", DataFlow: "IN", Default: filepath.ToSlash(word), Description: "A file that the command reads."}
	} else if !strings.Contains(word, "{{") && !strings.Contains(word, "}}") {
		return prefix + word
	}
	name := t.input(p)
	if p.Type == "PATH" {
		t.addScenarioFiles(word)
	}
	return prefix + "{{Param." + name + "}}"
}

func (t *template) input(p parameter) string {
	p.Name = fmt.Sprintf("Input%d", len(t.ParameterDefinitions))
	t.ParameterDefinitions = append(t.ParameterDefinitions, p)
	return p.Name
}

// addScenarioFiles adds a parameter for each file that a scenario refers to, so that the farm copies it. The
// command finds the file by its path in the scenario.
func (t *template) addScenarioFiles(path string) {
	if filepath.Ext(path) != ".toml" {
		return
	}
	sc, err := scenario.Load(path)
	if err != nil {
		return // path is a camera file, or the command will report the error
	}
	for _, file := range sc.Files() {
		t.input(parameter{Type: "PATH", ObjectType: "FILE", DataFlow: "IN", Default: filepath.ToSlash(file),
			Description: "A file that " + filepath.Base(path) + " refers to. Keep its path relative to that file."})
	}
}

func (t *template) output(output string) string {
	folder, name := path.Split(filepath.ToSlash(output))
	if !strings.Contains(name, "#") { // a folder of recordings
		folder, name = output, ""
	}
	t.ParameterDefinitions = append(t.ParameterDefinitions, parameter{
		Name: "Output", Type: "PATH", ObjectType: "DIRECTORY", DataFlow: "OUT", Default: path.Clean(filepath.ToSlash(folder)), Description: "The folder to which the command writes."})
	if name == "" {
		return "{{Param.Output}}"
	}
	return "{{Param.Output}}/" + t.word("", name)
}
