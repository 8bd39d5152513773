package program

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
	"skein/ui/guide"
)

// HelpCmd prints the help of a command or a page of the guide.
type HelpCmd struct {
	Topic []string `arg:"" optional:"" name:"topic" help:"A command, a page or a heading of the guide, a term of the glossary, or any word of the guide. Without a topic, skein lists all commands and pages."`
}

// Help returns the text below the list of flags.
func (HelpCmd) Help() string {
	return `Examples:

  skein help
  skein help render
  skein help scenario params
  skein help glossary
  skein help ledger`
}

const helpWidth = 88

// Run prints the help of a command, or a page or passage of the guide.
func (c *HelpCmd) Run(ctx context.Context, g *console.Console) error {
	topic := strings.Join(c.Topic, " ")
	if page, ok := guide.Find(topic); ok {
		return printPage(g, page)
	}
	if len(c.Topic) > 0 && !slices.Contains(commandNames(), c.Topic[0]) {
		if passage, ok := guide.FindPassage(topic); ok {
			return printPage(g, passage)
		}
		if passage, ok := guide.FindMention(topic); ok {
			return printPage(g, passage)
		}
		return unknownTopic(topic)
	}
	if code := run(ctx, append(c.Topic, "--help"), g.Stdout, g.Stderr); code != exitDone {
		return exitCode(code)
	}
	return nil
}

func unknownTopic(topic string) error {
	all := append(commandNames(), guide.Terms()...)
	for _, page := range guide.Pages() {
		all = append(all, page.Name)
	}
	if hint := message.DidYouMean(topic, all); hint != "" {
		return usage.Errorf("help %s: no command, page or term has this name%s", topic, hint)
	}
	return usage.Errorf("help %s: no command, page or term has this name; skein help lists the commands and pages, and skein help glossary lists the terms", topic)
}

func printPage(g *console.Console, page guide.Page) error {
	if g.JSON {
		return g.Document(map[string]string{"name": page.Name, "title": page.Title, "markdown": page.Source})
	}
	_, err := io.WriteString(g.Stdout, page.Text(helpWidth))
	return err
}

func guideList() string {
	var b strings.Builder
	b.WriteString("\nThe guide (skein help PAGE):\n")
	section := ""
	for _, page := range guide.Pages() {
		if page.Section != section {
			section = page.Section
			fmt.Fprintf(&b, "  %s\n", section)
		}
		fmt.Fprintf(&b, "    %-14s %s\n", page.Name, page.Summary)
	}
	return b.String()
}
