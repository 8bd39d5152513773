package program

import (
	"os"
	"slices"
	"strings"

	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
	"skein/flock/scenario"
)

// expectWords refuses empty arguments, which may come from an unset variable in a script.
func expectWords(args []string) error {
	for i, arg := range args {
		flag, value, joined := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(arg, "-") && joined && value == "":
			return usage.Errorf("%s has no value; give one, or leave the flag out", flag)
		case arg == "" && i > 0 && strings.HasPrefix(args[i-1], "-"):
			return usage.Errorf("the value after %s is empty; give one, or leave the flag out", args[i-1])
		case arg == "":
			return usage.Errorf("argument %d is empty; give a name, or leave the argument out", i+1)
		}
	}
	return nil
}

func expectCommand(args, commands []string) error {
	for len(args) > 0 && slices.Contains([]string{"-q", "--quiet", "--json"}, args[0]) {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || slices.Contains(commands, args[0]) || kinds.Of(args[0]) != kinds.Unknown {
		return nil
	}
	word := args[0]
	if _, err := os.Stat(word); err == nil || word == "" || strings.ContainsAny(word, "./\\") {
		return nil // the word may name a file; if not, the command returns a better error
	}
	if hint := message.DidYouMean(word, slices.Concat(commands, scenario.Names())); hint != "" {
		return usage.Errorf("unknown command %q%s", word, hint)
	}
	return usage.Errorf("unknown command %q; use one of %s, or a scenario or a recording", word, strings.Join(commands, ", "))
}
