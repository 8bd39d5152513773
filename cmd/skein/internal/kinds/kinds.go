package kinds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/export"
	"skein/flock/message"
	"skein/flock/scenario"
	"skein/models"
)

// Kind is what a name on the command line refers to.
type Kind string

const (
	Scenario  Kind = "a scenario"
	Camera    Kind = "a camera file"
	Recording Kind = "a recording"
	Bird      Kind = "a bird"
	Export    Kind = "an export"
	Picture   Kind = "a picture or a film"
	Folder    Kind = "a folder"
	Unknown   Kind = ""
)

// Of returns the kind of a name: a built-in scene or bird, or else a kind of file by its extension. For a
// .toml file, it also reads the content.
func Of(name string) Kind {
	ext := strings.ToLower(filepath.Ext(name))
	_, notExported := export.FormatOf("", name)
	_, notDrawn := OutputOf(name)
	info, missing := os.Stat(name)
	switch {
	case slices.Contains(scenario.Names(), name):
		return Scenario
	case slices.Contains(models.Builtins(), name):
		return Bird
	case missing == nil && info.IsDir():
		return Folder
	case IsRecording(name):
		return Recording
	case ext == ".glb" || ext == ".gltf":
		return Bird
	case ext == ".toml":
		if _, err := scenario.LoadCamera(name); err == nil {
			return Camera
		}
		return Scenario
	case notExported == nil:
		return Export
	case notDrawn == nil:
		return Picture
	}
	return Unknown
}

// Describe says, for an error message, what to type if a command needs this kind.
func Describe(k Kind) string {
	switch k {
	case Scenario:
		return "a scenario (listed by skein scenario list) or a .toml file"
	case Recording:
		return "a recording (.mcap)"
	case Bird:
		return "a glTF model (.glb, .gltf) or a built-in bird (" + strings.Join(models.Builtins(), ", ") + ")"
	}
	return string(k)
}

// Expect returns an error if a name clearly has another kind than the command needs, and suggests what to do.
// A name of unknown kind is accepted, except for a bird.
func Expect(want Kind, name string) error {
	kind := Of(name)
	if kind == want || kind == Unknown || want == Bird && slices.Contains(models.Builtins(), name) {
		if want == Bird {
			return expectBird(name) // a bird may have the same name as a scene
		}
		return nil
	}
	word, advice := words.Quote(name), ""
	switch {
	case kind == Scenario && want == Recording:
		stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		return usage.Name("%s is a scenario, not a recording; record it first: skein record %s -o %s", name, word, words.Quote(stem+".mcap"))
	case kind == Scenario:
		advice = "skein " + word + " flies through it"
	case kind == Camera:
		advice = "--camera " + word + " follows its path"
	case kind == Recording:
		advice = "skein " + word + " plays it"
	case kind == Bird && want == Scenario && message.Nearest(name, scenario.Names()) != "":
		near := message.Nearest(name, scenario.Names())
		return usage.Name("%s is a bird (--bird %s draws a flock of it); did you mean the scene %q?", name, word, near)
	case kind == Bird && want == Scenario:
		advice = "--bird " + word + " draws a flock of it"
	case kind == Bird:
		advice = "skein bird " + word + " inspects it"
	case kind == Export && want != Bird && (strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".parquet")):
		kind, advice = "a table", "skein import "+word+" -o run.mcap makes a recording of its tracks"
	case kind == Folder:
		advice = "name a file in it"
	default:
		advice = "skein can write it, but cannot read it"
	}
	predicate := "is " + string(kind)
	if kind == Bird && scenario.IsModelFile(name) {
		predicate = "has the extension of a glTF model" // the content is unknown
	}
	return usage.Name("%s %s (%s); this command needs %s", name, predicate, advice, Describe(want))
}

func expectBird(name string) error {
	if scenario.IsModelFile(name) {
		return ExpectFile(name, name)
	}
	if slices.Contains(models.Builtins(), name) || name == "" {
		return nil
	}
	_, err := models.Builtin(name)
	return usage.WrapName(fmt.Errorf("%w%s", err, message.DidYouMean(name, models.Builtins())))
}

// ExpectFile returns an error, with the given prefix, if the file does not exist.
func ExpectFile(prefix, name string) error {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return usage.Name("%s: no such file or directory", prefix)
	}
	return nil
}

// IsRecording reports whether a name ends in .mcap or .mcap.part.
func IsRecording(source string) bool {
	name := strings.TrimSuffix(source, ".part")
	return strings.EqualFold(filepath.Ext(name), ".mcap")
}
