// Package guidetest checks that the tables in the guide agree with the code. The packages that
// contain the values use it in their tests.
package guidetest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Update is the environment variable that makes tests write the tables instead of comparing them. "make
// guide" sets it.
const Update = "SKEIN_UPDATE_GUIDE"

// Dir returns the folder of the guide's pages.
func Dir() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(file))
}

// Table checks that a page has the text want between the comments <!-- NAME --> and <!-- /NAME -->.
func Table(t *testing.T, page, name, want string) {
	t.Helper()
	path := filepath.Join(Dir(), page+".md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), "<!-- "+name+" -->\n")
	have, after, ends := strings.Cut(rest, "<!-- /"+name+" -->\n")
	if !begins || !ends {
		t.Fatalf("%s: no lines <!-- %s --> and <!-- /%[2]s -->", path, name)
	}
	want = "\n" + strings.TrimSpace(want) + "\n\n"
	if have == want {
		return
	}
	if os.Getenv(Update) == "" {
		t.Errorf("%s.md: the table %q is out of date; run make guide", page, name)
		return
	}
	text = []byte(before + "<!-- " + name + " -->\n" + want + "<!-- /" + name + " -->\n" + after)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Escape escapes text for a cell of a Markdown table.
func Escape(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "*", `\*`).Replace(text)
}
