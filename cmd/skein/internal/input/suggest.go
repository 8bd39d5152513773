package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/kinds"
	"skein/flock/message"
	"skein/flock/scenario"
)

// SuggestRecording adds the name of a similar recording to an error about a missing file, unless it already
// suggests a name. It returns other errors unchanged.
func SuggestRecording(path string, err error) error { return suggest(path, err, kinds.IsRecording) }

func suggestScenario(path string, err error) error {
	return suggest(path, err, func(file string) bool {
		return strings.EqualFold(filepath.Ext(file), ".toml") && kinds.Of(file) == kinds.Scenario
	})
}

func suggest(path string, err error, fits func(file string) bool) error {
	var has suggestion
	var unknown scenario.UnknownError
	if _, missing := os.Stat(path); missing == nil { // another file is missing
		return err
	}
	if !errors.Is(err, fs.ErrNotExist) || errors.As(err, &has) || errors.As(err, &unknown) && unknown.Near != "" {
		return err
	}
	if near := nearFile(path, fits); near != "" {
		return suggestion{err, near}
	}
	return err
}

type suggestion struct {
	error
	near string
}

func (s suggestion) Error() string { return fmt.Sprintf("%v, did you mean %q?", s.error, s.near) }

func (s suggestion) Unwrap() error { return s.error }

func nearFile(path string, fits func(file string) bool) string {
	dir, name := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Join(dir, "."))
	var names []string
	for _, e := range entries {
		one := e.Name()
		if !fits(dir + one) {
			continue
		}
		if strings.TrimSuffix(one, filepath.Ext(one)) == strings.TrimSuffix(name, filepath.Ext(name)) {
			return dir + one
		}
		names = append(names, one)
	}
	if near := message.Nearest(name, names); near != "" {
		return dir + near
	}
	return ""
}
