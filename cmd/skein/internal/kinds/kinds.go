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
	"skein/flock/scenario"
	"skein/models"
)

// Kind is what a name on the command line stands for.
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

// Of tells by a name, where its ending says what it is, or by what it names.
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

// Describe returns what a command accepts where it wants something of a kind.
func Describe(k Kind) string {
	switch k {
	case Scenario:
		return "a scenario (skein scenario list names them) or a .toml file"
	case Recording:
		return "a recording (.mcap)"
	case Bird:
		return "a glTF model (.glb, .gltf) or a built-in bird (" + strings.Join(models.Builtins(), ", ") + ")"
	}
	return string(k)
}

// Expect refuses a name that stands for another kind of thing than is wanted, and says
// what can be done with it.
func Expect(want Kind, name string) error {
	is := Of(name)
	if is == want || is == Unknown || want == Bird && slices.Contains(models.Builtins(), name) {
		if want == Bird {
			return expectBird(name) // a bird may be called as a scene is
		}
		return nil
	}
	word, advice := words.Quote(name), ""
	switch {
	case is == Scenario && want == Recording:
		stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		return usage.Name("%s is a scenario: record it first: skein record %s -o %s", name, word, words.Quote(stem+".mcap"))
	case is == Scenario:
		advice = "skein " + word + " flies through it"
	case is == Camera:
		advice = "--camera " + word + " goes its way"
	case is == Recording:
		advice = "skein " + word + " plays it"
	case is == Bird && want == Scenario:
		advice = "--bird " + word + " draws a flock of it"
	case is == Bird:
		advice = "skein bird " + word + " says what it holds"
	case is == Export && want != Bird && (strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".parquet")):
		is, advice = "a table", "skein import "+word+" -o run.mcap makes a recording of tracks in it"
	case is == Folder:
		advice = "want the name of a file in it"
	default:
		advice = "skein writes it and does not read it"
	}
	return usage.Name("%s is %s: %s; here want %s", name, is, advice, Describe(want))
}

// expectBird refuses the name of a bird that there is not.
func expectBird(name string) error {
	if scenario.IsModelFile(name) {
		return ExpectFile(name, name)
	}
	if slices.Contains(models.Builtins(), name) || name == "" {
		return nil
	}
	_, err := models.Builtin(name)
	return usage.WrapName(fmt.Errorf("%w%s", err, scenario.DidYouMean(name, models.Builtins())))
}

// ExpectFile refuses the name of a file that there is not. what is how the message calls it.
func ExpectFile(what, name string) error {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return usage.Name("%s: no such file or directory", what)
	}
	return nil
}

// IsRecording tells a recording from a scenario by its name.
func IsRecording(source string) bool {
	name := strings.TrimSuffix(source, ".part")
	return strings.EqualFold(filepath.Ext(name), ".mcap")
}
