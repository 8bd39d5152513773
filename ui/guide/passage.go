package guide

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const glossary = "glossary"

// FindPassage returns the text below the heading that equals topic, or the explanation of that term from the
// glossary. The result has the name of the page that contains it. Case is ignored.
func FindPassage(topic string) (Page, bool) {
	for _, page := range Pages() {
		if text, ok := page.below(topic); ok {
			return page.passage(topic, text), true
		}
	}
	page, _ := Find(glossary)
	for _, row := range page.terms() {
		if slices.ContainsFunc(row.names, func(name string) bool { return strings.EqualFold(name, topic) }) {
			return page.passage(topic, fmt.Sprintf("## %s\n\n%s\n", strings.Join(row.names, ", "), row.meaning)), true
		}
	}
	return Page{}, false
}

// FindMention returns the section of the guide that mentions a word most often. Its last line lists the other
// pages that mention the word. Case and a plural s are ignored.
func FindMention(word string) (Page, bool) {
	if strings.TrimSpace(word) == "" {
		return Page{}, false
	}
	mention := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(word) + `s?\b`)
	var best string
	var from Page
	var others []string
	for _, page := range Pages() {
		if !mention.MatchString(page.Source) {
			continue
		}
		others = append(others, fmt.Sprintf("[%s](%s.md)", page.Title, page.Name))
		for _, section := range page.sections() {
			if len(mention.FindAllString(section, -1)) > len(mention.FindAllString(best, -1)) {
				best, from = section, page
			}
		}
	}
	if best == "" {
		return Page{}, false
	}
	found := from.passage(word, strings.TrimRight(best, "\n")+"\n")
	own := fmt.Sprintf("[%s](%s.md)", from.Title, from.Name)
	if others = slices.DeleteFunc(others, func(link string) bool { return link == own }); len(others) > 0 {
		found.Source += "\nAlso mentioned on: " + strings.Join(others, ", ") + ".\n"
	}
	return found, true
}

func (p *Page) sections() (all []string) {
	code := false
	for line := range strings.Lines(p.Source) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if len(all) == 0 || !code && headingPattern.MatchString(strings.TrimSpace(line)) {
			all = append(all, "")
		}
		all[len(all)-1] += line
	}
	return all
}

// Terms returns the terms of the glossary.
func Terms() (all []string) {
	page, _ := Find(glossary)
	for _, row := range page.terms() {
		all = append(all, row.names...)
	}
	return all
}

func (p *Page) passage(title, text string) Page {
	return Page{Name: p.Name, Title: title, Section: p.Section, Source: fmt.Sprintf("%s\nFrom the page [%s](%s.md).\n", text, p.Title, p.Name)}
}

// below returns a heading and the text up to the next heading of the same or a higher level. It does not find
// the title of the page.
func (p *Page) below(heading string) (text string, found bool) {
	level, code := 0, false
	var b strings.Builder
	for line := range strings.Lines(p.Source) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		m := headingPattern.FindStringSubmatch(strings.TrimSpace(line))
		switch isHeading := m != nil && !code; {
		case isHeading && level > 0 && len(m[1]) <= level:
			return b.String(), true
		case isHeading && level == 0 && len(m[1]) > 1 && strings.EqualFold(m[2], heading):
			level = len(m[1])
		}
		if level > 0 {
			b.WriteString(line)
		}
	}
	return b.String(), level > 0
}

type term struct {
	names   []string
	meaning string
}

func (p *Page) terms() (all []term) {
	for _, block := range p.Blocks() {
		if block.Kind != Table {
			continue
		}
		for _, row := range block.Rows[1:] {
			all = append(all, term{strings.Split(plain(row[0]), ", "), plain(row[1])})
		}
	}
	return all
}
