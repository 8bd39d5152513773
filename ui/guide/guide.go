// Package guide holds the user's guide: short Markdown pages, one for each task. They
// are embedded in the program, which prints them (skein help PAGE) and shows them in the
// window. The page index.md lists all pages in reading order.
package guide

import (
	"embed"
	"strings"
)

//go:embed *.md
var files embed.FS

const index = "index.md"

// Page is a page of the guide.
type Page struct {
	Name    string // file name of the page, without .md
	Title   string
	Summary string // one-line summary from the index
	Section string // heading above the page in the index
	Source  string // text in Markdown
}

// Pages returns all pages in the order of the index, without the index itself.
func Pages() []Page {
	var pages []Page
	section := ""
	for line := range strings.Lines(source(index)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			section = heading
		}
		if page, ok := parseEntry(line); ok {
			page.Section, page.Source = section, source(page.Name+".md")
			pages = append(pages, page)
		}
	}
	return pages
}

// Find returns the page with this name. The name "index" finds the list of pages.
func Find(name string) (Page, bool) {
	if name+".md" == index {
		return Page{Name: "index", Title: "The guide", Source: source(index)}, true
	}
	for _, page := range Pages() {
		if page.Name == name {
			return page, true
		}
	}
	return Page{}, false
}

func parseEntry(line string) (Page, bool) {
	text, isItem := strings.CutPrefix(line, "- [")
	title, rest, hasTitle := strings.Cut(text, "](")
	name, summary, hasName := strings.Cut(rest, ".md): ")
	return Page{Name: name, Title: title, Summary: summary}, isItem && hasTitle && hasName
}

func source(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
