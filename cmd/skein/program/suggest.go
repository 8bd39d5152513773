package program

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
)

func withSuggestion(app *kong.Application, args []string, err error) error {
	flag, unknown := strings.CutPrefix(err.Error(), "unknown flag ")
	var parsed *kong.ParseError
	if !errors.As(err, &parsed) {
		return usage.Wrap(err)
	}
	if !unknown {
		return usage.Errorf("%s", cmp.Or(missingCommand(parsed.Context, err.Error()), missingArgument(parsed.Context, err.Error()), unexpectedArgument(parsed.Context, err.Error()), plainType(err.Error())))
	}
	flag, _, _ = strings.Cut(flag, ", did you mean ") // remove the parser's own suggestion, which finds only typing errors
	command := cmp.Or(parsed.Context.Selected(), app.Node)
	if name, long := strings.CutPrefix(flag, "--"); long {
		return usage.Errorf("unknown flag %s%s", flag, cmp.Or(suggestion(app, command, name), flagsHint(command)))
	}
	return usage.Errorf("unknown flag %s%s", flag, cmp.Or(shortSuggestion(command, args, flag), flagsHint(command)))
}

// unexpectedArgument explains a superfluous argument if text is the parser's message about one. Otherwise it
// returns "".
func unexpectedArgument(parsed *kong.Context, text string) string {
	word, ok := strings.CutPrefix(text, "unexpected argument ")
	if !ok {
		return ""
	}
	word, _, _ = strings.Cut(word, ", did you mean ")
	command := parsed.Selected()
	for _, step := range parsed.Path {
		command = cmp.Or(step.Command, command)
	}
	if command == nil {
		return fmt.Sprintf("unknown command or argument %q", word)
	}
	var names []string
	for _, c := range command.Children {
		names = append(names, c.Name)
	}
	if len(names) == 0 {
		return fmt.Sprintf("%s: unexpected argument %q", commandPath(command), word)
	}
	if hint := message.DidYouMean(word, names); hint != "" {
		return fmt.Sprintf("%s: unknown command or argument %q%s", commandPath(command), word, hint)
	}
	return fmt.Sprintf("%s: unknown command or argument %q; use one of %s", commandPath(command), word, strings.Join(names, ", "))
}

// missingCommand returns a message that lists all subcommands of the selected command, if text is the
// parser's message, which lists only some of them. Otherwise it returns "".
func missingCommand(parsed *kong.Context, text string) string {
	command := parsed.Selected()
	if command == nil || !strings.HasPrefix(text, "expected one of ") {
		return ""
	}
	var names []string
	for _, c := range command.Children {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("%s: missing command; use one of %s", strings.TrimPrefix(command.FullPath(), "skein "), strings.Join(names, ", "))
}

// missingArgument explains a missing argument if text is the parser's message about one. Otherwise it returns
// "".
func missingArgument(parsed *kong.Context, text string) string {
	name, ok := strings.CutPrefix(text, "expected ")
	name, err := strconv.Unquote(name)
	if !ok || err != nil {
		return ""
	}
	command := parsed.Selected()
	for _, step := range parsed.Path {
		command = cmp.Or(step.Command, command)
	}
	if command == nil {
		return ""
	}
	for _, arg := range command.Positional {
		if strings.HasPrefix(name, arg.Summary()) {
			what := strings.ToLower(arg.Help[:1]) + strings.TrimSuffix(arg.Help[1:], ".")
			text := fmt.Sprintf("%s: missing %s: %s", commandPath(command), arg.Summary(), what)
			if strings.Contains(arg.Help, "built-in scene") {
				text += "; skein scenario list lists the built-in scenes"
			}
			return text
		}
	}
	return ""
}

// plainType replaces the parser's messages about values of a wrong type with plainer ones.
func plainType(text string) string {
	for _, c := range [][2]string{
		{`expected a valid \d+ bit int but got (".*")`, "$1: must be a whole number"},
		{`expected a valid \d+ bit uint but got (".*")`, "$1: must be a whole number, at least 0"},
		{`expected an int but got (".*") \(\w+\)`, "$1: must be a whole number"},
		{`expected a float but got (".*") \(\w+\)`, "$1: must be a number"},
	} {
		text = regexp.MustCompile(c[0]).ReplaceAllString(text, c[1])
	}
	return text
}

func suggestion(app *kong.Application, command *kong.Node, name string) string {
	near, others := nearFlag(name, flagNames(command)), commandsWith(app, name)
	switch {
	case near != "" && others != "":
		return fmt.Sprintf(", did you mean %q? %s --%s", "--"+near, others, name)
	case near != "":
		return fmt.Sprintf(", did you mean %q?", "--"+near)
	case others != "":
		return ": " + others + " it"
	}
	var all []string
	for _, leaf := range app.Leaves(true) {
		all = append(all, flagNames(leaf)...)
	}
	if near = message.Nearest(name, all); near != "" {
		return ": " + commandsWith(app, near) + " --" + near
	}
	return ""
}

func flagNames(command *kong.Node) (names []string) {
	for _, group := range command.AllFlags(true) {
		for _, f := range group {
			names = append(names, f.Name)
		}
	}
	return names
}

// nearFlag returns the flag that the user probably meant, or "". It differs by a typing error, begins with
// the name, or shares a word with it.
func nearFlag(name string, flags []string) string {
	if near := message.Nearest(name, flags); near != "" {
		return near
	}
	for _, f := range flags {
		if len(name) > 1 && strings.HasPrefix(f, name) {
			return f
		}
	}
	best, most := "", 0
	for _, f := range flags {
		if n := sharedLetters(name, f); n > most {
			best, most = f, n
		}
	}
	return best
}

// sharedLetters counts the letters of the words that two flags share. A word may differ by a typing error, or
// be the beginning of the other, such as frame and frames.
func sharedLetters(a, b string) (letters int) {
	const least = 4
	words := func(name string) []string {
		return strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	}
	for _, x := range words(a) {
		for _, y := range words(b) {
			n := min(len(x), len(y))
			if n >= least && (x[:n] == y[:n] || message.Nearest(x, []string{y}) != "") {
				letters += n
			}
		}
	}
	return letters
}

func commandsWith(app *kong.Application, name string) string {
	var all []string
	for _, leaf := range app.Leaves(true) {
		if slices.Contains(flagNames(leaf), name) {
			all = append(all, commandPath(leaf))
		}
	}
	switch last := len(all) - 1; last {
	case -1:
		return ""
	case 0:
		return "skein " + all[0] + " has"
	default:
		return "skein " + strings.Join(all[:last], ", ") + " and " + all[last] + " have"
	}
}

// shortSuggestion suggests a flag for an unknown letter: a long flag with one hyphen, or the letter in the
// other case. It returns "" if it has no suggestion.
func shortSuggestion(command *kong.Node, args []string, flag string) string {
	letter, own := strings.TrimPrefix(flag, "-"), flagNames(command)
	for _, arg := range args {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if len(name) > 1 && strings.HasPrefix(arg, "-") && strings.Contains(name, letter) && slices.Contains(own, name) {
			return fmt.Sprintf(", did you mean %q?", "--"+name)
		}
	}
	for _, group := range command.AllFlags(true) {
		for _, f := range group {
			if f.Short != 0 && strings.EqualFold(string(f.Short), letter) {
				return fmt.Sprintf(", did you mean %q?", "-"+string(f.Short))
			}
		}
	}
	return ""
}

func flagsHint(command *kong.Node) string {
	words := strings.TrimSpace("skein " + commandPath(command))
	return fmt.Sprintf(": %s has no similar flag; skein help %s lists its flags", words, cmp.Or(commandPath(command), "fly"))
}

func commandPath(command *kong.Node) string {
	if command.Parent == nil {
		return ""
	}
	return strings.TrimSpace(commandPath(command.Parent) + " " + command.Name)
}
