package main

import (
	"bytes"
	_ "embed" // for the style and the templates
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"skein/ui/guide"
)

//go:embed style.css
var style []byte

//go:embed pages.html
var pages string

// pictures is the folder of the guide's pictures. sources is the prefix of links to the other files of the
// repository.
const (
	pictures = ".pictures"
	sources  = "../../"
)

func run(skein, out string, source fs.FS, log io.Writer) error {
	all, err := lessons()
	if err != nil {
		return err
	}
	s := &site{out: out, source: source, pages: template.Must(template.New("").Parse(pages))}
	if err := s.write("style.css", style); err != nil {
		return err
	}
	for k := range all {
		l := &all[k]
		if err := s.copy(path.Join("ui/scenes", l.Name+".png"), path.Join("pictures", l.Name+".png")); err != nil {
			return err
		}
		if skein == "" {
			continue
		}
		fmt.Fprintf(log, "%s.html\n", l.Name)
		if err := l.export(skein, out, log); err != nil {
			return err
		}
	}
	if err := s.page("index", "index.html", map[string]any{"Lessons": all}); err != nil {
		return err
	}
	return s.guide()
}

type site struct {
	out    string
	source fs.FS
	pages  *template.Template
}

func (s *site) write(name string, data []byte) error {
	to := filepath.Join(s.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

func (s *site) copy(from, to string) error {
	data, err := fs.ReadFile(s.source, from)
	if err != nil {
		return err
	}
	return s.write(to, data)
}

func (s *site) page(name, to string, data any) error {
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	return s.write(to, b.Bytes())
}

func (s *site) guide() error {
	index, _ := guide.Find("index")
	all := guide.Pages()
	for _, p := range append([]guide.Page{index}, all...) {
		html, err := s.html(p.Source)
		if err != nil {
			return fmt.Errorf("%s.md: %w", p.Name, err)
		}
		data := map[string]any{"Title": p.Title, "Name": p.Name, "Pages": all, "Body": html}
		if err := s.page("guide", path.Join("guide", p.Name+".html"), data); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) html(markdown string) (template.HTML, error) {
	m := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	source := []byte(markdown)
	doc := m.Parser().Parse(text.NewReader(source))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(linkOf(string(n.Destination)))
		case *ast.Image:
			name, ok := strings.CutPrefix(string(n.Destination), sources+pictures+"/")
			if !ok {
				return ast.WalkStop, fmt.Errorf("the picture %s is not in %s", n.Destination, pictures)
			}
			n.Destination = []byte(name)
			return ast.WalkContinue, s.copy(path.Join(pictures, name), path.Join("guide", name))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = m.Renderer().Render(&b, source, doc)
	return template.HTML(b.String()), err // goldmark removes raw HTML
}

func linkOf(target string) string {
	name, anchor, found := strings.Cut(target, "#")
	switch {
	case strings.Contains(target, "://"):
		return target
	case strings.HasPrefix(name, sources+"README.md"):
		return "index.html"
	case strings.HasSuffix(name, ".md"):
		name = strings.TrimSuffix(name, ".md") + ".html"
	}
	if found {
		return name + "#" + anchor
	}
	return name
}
