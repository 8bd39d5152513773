// Site writes a web site: a lesson for every built-in scene, an index with pictures, and the guide. Any web
// server can serve the folder, and a browser can open it from disk.
//
//	go run ./cmd/site -skein bin/skein -o site
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"skein/engine/web"
	"skein/flock/scenario"
)

func main() {
	skein := flag.String("skein", "bin/skein", "path of the skein program, which writes the lessons; if empty, no lessons are written")
	out := flag.String("o", "site", "folder for the site")
	root := flag.String("root", ".", "the root folder of the repository, which contains the pictures")
	flag.Parse()
	if err := run(*skein, *out, os.DirFS(*root), os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

type lesson struct {
	Name, Title, Description, Credit string
	Birds                            int
}

func lessons() (all []lesson, err error) {
	for _, name := range scenario.Names() {
		sc, err := scenario.Builtin(name)
		if err != nil {
			return nil, err
		}
		birds := 0
		for _, f := range sc.Flocks()[1:] {
			birds += f.Params.Count()
		}
		birds += min(sc.Params.Count(), web.UsualBirds)
		all = append(all, lesson{name, sc.Name, sc.Description, sc.Credit, birds})
	}
	return all, nil
}

func (l *lesson) export(skein, out string, log io.Writer) error {
	cmd := exec.Command(skein, "export", l.Name, "--live", "--force", "--quiet", "-o", filepath.Join(out, l.Name+".html"))
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("lesson %s: %w", l.Name, err)
	}
	return nil
}
