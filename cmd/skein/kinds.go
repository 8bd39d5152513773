package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/flock/export"
	"skein/flock/scenario"
	"skein/models"
)

// kind is what a name on the command line stands for.
type kind string

const (
	aScenario  kind = "a scenario"
	aCamera    kind = "a camera file"
	aRecording kind = "a recording"
	aBird      kind = "a bird"
	anExport   kind = "an export"
	aPicture   kind = "a picture or a film"
	aFolder    kind = "a folder"
	unknown    kind = ""
)

// kindOf tells by a name, where its ending says what it is, or by what it names.
func kindOf(name string) kind {
	ext := strings.ToLower(filepath.Ext(name))
	_, notExported := export.FormatOf("", name)
	_, notDrawn := outputOf(name)
	info, missing := os.Stat(name)
	switch {
	case slices.Contains(scenario.Names(), name):
		return aScenario
	case slices.Contains(models.Builtins(), name):
		return aBird
	case missing == nil && info.IsDir():
		return aFolder
	case isRecording(name):
		return aRecording
	case ext == ".glb" || ext == ".gltf":
		return aBird
	case ext == ".toml":
		if _, err := scenario.LoadCamera(name); err == nil {
			return aCamera
		}
		return aScenario
	case notExported == nil:
		return anExport
	case notDrawn == nil:
		return aPicture
	}
	return unknown
}

// described is what a command may be given of a kind.
var described = map[kind]string{
	aScenario:  "a scenario (skein scenario list names them) or a .toml file",
	aRecording: "a recording (.mcap)",
	aBird:      "a glTF model (.glb, .gltf) or a built-in bird (" + strings.Join(models.Builtins(), ", ") + ")",
}

// expect refuses a name that stands for another kind of thing than is wanted, and says
// what can be done with it.
func expect(want kind, name string) error {
	is := kindOf(name)
	if is == want || is == unknown || want == aBird && slices.Contains(models.Builtins(), name) {
		return nil // a bird may be called as a scene is
	}
	word, advice := quoted(name), ""
	switch {
	case is == aScenario && want == aRecording:
		stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		return usagef("%s is a scenario: record it first: skein record %s -o %s", name, word, quoted(stem+".mcap"))
	case is == aScenario:
		advice = "skein " + word + " flies through it"
	case is == aCamera:
		advice = "--camera " + word + " goes its way"
	case is == aRecording:
		advice = "skein " + word + " plays it"
	case is == aBird && want == aScenario:
		advice = "--bird " + word + " draws a flock of it"
	case is == aBird:
		advice = "skein bird " + word + " says what it holds"
	case is == anExport && want != aBird && (strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".parquet")):
		is, advice = "a table", "skein import "+word+" -o run.mcap makes a recording of tracks in it"
	case is == aFolder:
		advice = "want the name of a file in it"
	default:
		advice = "skein writes it and does not read it"
	}
	return usagef("%s is %s: %s; here want %s", name, is, advice, described[want])
}

// expectWords refuses arguments that are empty, as where a script's variable is not
// set.
func expectWords(args []string) error {
	for i, arg := range args {
		flag, value, joined := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(arg, "-") && joined && value == "":
			return usagef("%s has no value: want one, or leave the flag out", flag)
		case arg == "" && i > 0 && strings.HasPrefix(args[i-1], "-"):
			return usagef("nothing stands behind %s: want a value, or leave the flag out", args[i-1])
		case arg == "":
			return usagef("argument %d is empty: want a name, or leave it out", i+1)
		}
	}
	return nil
}

// expectCommand refuses a first word that is neither a command nor anything to fly.
func expectCommand(args, commands []string) error {
	for len(args) > 0 && slices.Contains([]string{"-q", "--quiet", "--json"}, args[0]) {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || slices.Contains(commands, args[0]) || kindOf(args[0]) != unknown {
		return nil
	}
	word := args[0]
	if _, err := os.Stat(word); err == nil || word == "" || strings.ContainsAny(word, "./\\") {
		return nil // a file, whose own error says more
	}
	if hint := scenario.DidYouMean(word, slices.Concat(commands, scenario.Names())); hint != "" {
		return usagef("unknown command %q%s", word, hint)
	}
	return usagef("unknown command %q: want %s, or a scenario or a recording", word, strings.Join(commands, ", "))
}
