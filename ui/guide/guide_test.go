package guide

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func TestIndexListsEveryPage(t *testing.T) {
	names, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, have []string
	for _, name := range names {
		if name != index {
			want = append(want, strings.TrimSuffix(name, ".md"))
		}
	}
	for _, page := range Pages() {
		have = append(have, page.Name)
		title, _, _ := strings.Cut(page.Source, "\n")
		if title != "# "+page.Title {
			t.Errorf("%s.md begins with %q, but the index calls it %q", page.Name, title, page.Title)
		}
		if page.Section == "" || page.Summary == "" {
			t.Errorf("%s has no section or no summary in the index", page.Name)
		}
	}
	slices.Sort(have)
	if !slices.Equal(have, want) {
		t.Errorf("the index lists %v; the pages are %v", have, want)
	}
}

// The README, the architecture page and each day of the changelog have a limited number of lines. The
// glossary has at most twenty entries.
func TestLengths(t *testing.T) {
	if n := strings.Count(read(t, filepath.Join(root, "README.md")), "\n"); n > 250 {
		t.Errorf("README.md has %d lines, want at most 250", n)
	}
	if n := strings.Count(read(t, "architecture.md"), "\n"); n > 80 {
		t.Errorf("architecture.md has %d lines, want at most 80", n)
	}
	if n := strings.Count(read(t, "glossary.md"), "\n| ") - 1; n > 20 {
		t.Errorf("the glossary has %d entries, want at most 20", n)
	}
	days := strings.Split(read(t, filepath.Join(root, "CHANGELOG.md")), "\n## ")
	for _, day := range days[1:] {
		date, text, _ := strings.Cut(day, "\n")
		if n := len(strings.Split(strings.TrimSpace(text), "\n")); n > 20 {
			t.Errorf("CHANGELOG.md: %s has %d lines, want at most 20", date, n)
		}
	}
}

var linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Every link in the repository leads to an existing file, and to an existing heading in it. Links to other
// sites are checked only for their form.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md")) {
		for _, m := range linkPattern.FindAllStringSubmatch(withoutCode(read(t, page)), -1) {
			checkLink(t, page, m[1])
		}
	}
}

func checkLink(t *testing.T, page, link string) {
	if strings.Contains(link, "://") {
		if !regexp.MustCompile(`^https://[a-z0-9.-]+\.[a-z]+(/\S*)?$`).MatchString(link) {
			t.Errorf("%s: malformed address %s", page, link)
		}
		return
	}
	file, anchor, _ := strings.Cut(link, "#")
	path := filepath.Join(filepath.Dir(page), file)
	if file == "" {
		path = page
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("%s: the link %s leads nowhere", page, link)
		return
	}
	if anchor != "" && !slices.Contains(anchors(read(t, path)), anchor) {
		t.Errorf("%s: %s has no heading for the link %s", page, path, link)
	}
}

func anchors(text string) (all []string) {
	for _, line := range strings.Split(withoutCode(text), "\n") {
		if m := headingPattern.FindStringSubmatch(line); m != nil {
			plain := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[2]), "")
			all = append(all, strings.ReplaceAll(plain, " ", "-"))
		}
	}
	return all
}

func withoutCode(text string) string {
	return regexp.MustCompile("(?s)```.*?```").ReplaceAllString(text, "")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A page with every kind of block is parsed into the blocks that Markdown defines.
func TestBlocks(t *testing.T) {
	p := Page{Source: "# Title\n\n<!-- note -->\n![a picture](x.png)\n\nOne `two`\n**three** [four](f.md).\n\n- a\n  b\n1. c\n  - d\n\n```sh\nx | y\n\nz\n```\n| h | `i` |\n|---|--:|\n| 1 | a\\|b |\n"}
	blocks := p.Blocks()
	var kinds []Kind
	for _, b := range blocks {
		kinds = append(kinds, b.Kind)
	}
	if want := []Kind{Heading, Paragraph, Item, Item, Item, Code, Table}; !slices.Equal(kinds, want) {
		t.Fatalf("the kinds are %v, want %v", kinds, want)
	}
	spans := []Span{{Text: "One "}, {Text: "two", Code: true}, {Text: " "}, {Text: "three", Bold: true}, {Text: " "}, {Text: "four", Link: "f.md"}, {Text: "."}}
	if !slices.Equal(blocks[1].Spans, spans) {
		t.Errorf("the paragraph is %+v, want its plain, code, bold and link spans", blocks[1].Spans)
	}
	if plain(blocks[2].Spans) != "a b" || blocks[3].Marker != "1." || blocks[4].Level != 1 {
		t.Errorf("the items are %+v, want two levels and the marker 1.", blocks[2:5])
	}
	if !slices.Equal(blocks[5].Lines, []string{"x | y", "", "z"}) {
		t.Errorf("the code is %q", blocks[5].Lines)
	}
	if rows := blocks[6].Rows; len(rows) != 2 || plain(rows[1][1]) != "a|b" {
		t.Errorf("the table is %+v, want two rows and the cell a|b", rows)
	}
}

// A lone asterisk, bracket or exclamation mark is a plain character.
func TestPlainMarks(t *testing.T) {
	for _, text := range []string{"2 * 3 * 4", "a [b] c!", "run.mcap [", "5 ` 6"} {
		if got := plain(parseSpans(text)); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestTextFitsTheWidth(t *testing.T) {
	for _, page := range Pages() {
		for _, b := range page.Blocks() {
			if b.Kind == Code || b.Kind == Table && len(b.Rows[0]) > 4 {
				continue
			}
			for _, line := range strings.Split(b.text(88), "\n") {
				if n := len([]rune(line)); n > 88 && strings.Contains(strings.TrimSpace(line), " ") && b.Kind != Table {
					t.Errorf("%s has a line of %d characters, want at most 88: %s", page.Name, n, line)
				}
			}
		}
	}
}

func TestTextHasNoMarkdownMarks(t *testing.T) {
	for _, page := range Pages() {
		for _, b := range page.Blocks() {
			for _, s := range b.Spans {
				if strings.Contains(s.Text, "](") || strings.Contains(s.Text, "**") || !s.Code && strings.Contains(s.Text, "`") {
					t.Errorf("%s: %q contains Markdown marks, want plain text", page.Name, s.Text)
				}
			}
		}
	}
}
