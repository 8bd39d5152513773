package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// export --live writes one page that cannot access the network. If this program was built without the
// simulation for browsers, it says so in one line.
func TestExportLive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lesson.html")
	code, _, msg := skein("export", "paper", "--live", "--count", "20", "-o", path)
	page, err := os.ReadFile(path)
	if _, missing := os.Stat("../../../engine/web/built/core.wasm.gz"); missing != nil {
		if code != exitFailed || err == nil || !strings.Contains(msg, "make build") || strings.Count(msg, "\n") != 1 {
			t.Errorf("without the simulation: exit code %d, message %q, file %v", code, msg, err)
		}
		return
	}
	if code != exitDone || err != nil {
		t.Fatalf("exit code %d, message %q, file %v", code, msg, err)
	}
	for _, want := range []string{"default-src 'none'", "connect-src 'none'", "worker-src blob:", "'wasm-unsafe-eval'", `id="skein-data-core"`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// export --live refuses scenes and flags that a live page does not support.
func TestExportLiveRefuses(t *testing.T) {
	folder := t.TempDir()
	hill := filepath.Join(folder, "hill.toml")
	if err := os.WriteFile(hill, []byte("version = 1\n[[obstacle]]\nname = \"hill\"\nshape = \"model\"\nfile = \"hill.glb\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"paper --live -o x.csv", ".html"},
		{"paper --live -o x.html --frames 1-3", "--frames"},
		{"paper --live -o x.html --camera orbit", "--camera"},
		{"run.mcap --live -o x.html", "recording"},
		{"run.mcap --live -o x.html", "leave out --live"},
		{"paper --live", "use -o FILE.html"},
		{"paper -o x.html", "add --live"},
		{"nowhere --live -o x.html", "nowhere"},
		{"paper -o x.html --count 5", "--live"},
		{"paper --live -o x.html --count 100000", "at most 10000 birds"},
		{hill + " --live -o x.html", "hill"},
	} {
		code, _, msg := skein(append([]string{"export"}, strings.Fields(c.args)...)...)
		if code == exitDone || !strings.Contains(msg, c.want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("export %s: exit code %d, message %q; want an error of one line with %q", c.args, code, msg, c.want)
		}
	}
	if _, err := os.Stat("x.html"); err == nil {
		t.Error("a refused export wrote a file")
	}
}
