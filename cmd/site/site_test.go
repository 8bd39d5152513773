package main

import (
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"skein/flock/scenario"
	"skein/ui/guide"
)

var (
	targets = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	loaded  = regexp.MustCompile(`(?:src="|<link[^>]*href="|url\()([^")]*)`)
)

// All links of the site lead to files and headings in it, except links to publications. Nothing is loaded
// from elsewhere. The index shows every scene, and the site contains every page of the guide.
func TestSite(t *testing.T) {
	out := t.TempDir()
	if err := run("", out, os.DirFS("../.."), io.Discard); err != nil {
		t.Fatal(err)
	}
	files := os.DirFS(out)
	for _, name := range scenario.Names() {
		if err := os.WriteFile(path.Join(out, name+".html"), []byte("<!doctype html>"), 0o600); err != nil { // a file in place of the lesson, which this test does not export
			t.Fatal(err)
		}
	}
	links := 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, ".css") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		for _, m := range loaded.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], ":") || strings.HasPrefix(m[1], "/") {
				t.Errorf("%s loads %s", name, m[1])
			}
		}
		for _, m := range targets.FindAllStringSubmatch(string(text), -1) {
			links++
			checkTarget(t, files, name, m[1])
		}
		return nil
	})
	if err != nil || links < 300 {
		t.Errorf("%d links, error %v", links, err)
	}
	front, err := fs.ReadFile(files, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range scenario.Names() {
		if !strings.Contains(string(front), `href="`+name+`.html"`) {
			t.Errorf("the index has no card of %s", name)
		}
	}
	for _, p := range guide.Pages() {
		text, err := fs.ReadFile(files, "guide/"+p.Name+".html")
		if err != nil || !strings.Contains(string(text), "</h1>") || strings.Contains(string(text), "raw HTML omitted -->\n<p>|") {
			t.Errorf("the page %s is missing or has no heading: %v", p.Name, err)
		}
	}
}

func checkTarget(t *testing.T, files fs.FS, from, target string) {
	t.Helper()
	u, err := url.Parse(strings.ReplaceAll(target, "&amp;", "&"))
	if err != nil || u.Scheme != "" && u.Scheme != "https" {
		t.Errorf("%s links to %s: %v", from, target, err)
		return
	}
	if u.Scheme == "https" {
		return
	}
	to := from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	text, err := fs.ReadFile(files, to)
	if err != nil {
		t.Errorf("%s links to %s, which is not there", from, target)
	} else if u.Fragment != "" && !strings.Contains(string(text), `id="`+u.Fragment+`"`) {
		t.Errorf("%s links to %s, but %s has no such heading", from, target, to)
	}
}
