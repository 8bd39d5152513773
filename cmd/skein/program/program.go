// Package program is skein's command line. The main program in cmd/skein uses it. A program that adds
// models and rules of its own can use it too; see [Main].
//
// Each command is a struct in a file of its own. Its flags are fields, and it has a method
//
//	Run(ctx context.Context, g *console.Console) error
//
// Run writes results to g.Stdout and messages to g.Stderr. If a signal cancels ctx, Run soon returns
// ctx.Err() and leaves no incomplete file behind. An error is printed as one line. An error about wrong
// usage is a usage.Error.
package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"skein/cmd/skein/internal/bench"
	"skein/cmd/skein/internal/compare"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/export"
	"skein/cmd/skein/internal/fit"
	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/importing"
	"skein/cmd/skein/internal/inspect"
	"skein/cmd/skein/internal/list"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/rendering"
	"skein/cmd/skein/internal/stats"
	"skein/cmd/skein/internal/trial"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/message"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/models"
)

// Exit codes of the program. After a signal, it is 128 plus the signal's number.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// CLI contains the commands.
type CLI struct {
	Globals

	Fly      fly.Command       `cmd:"" default:"withargs" help:"Open the window and fly through a flock (the default command)."`
	Record   record.Command    `cmd:"" help:"Simulate without a window, and save a recording."`
	Import   importing.Command `cmd:"" help:"Convert measured tracks, such as those of real birds, to a recording."`
	Export   export.Command    `cmd:"" help:"Convert a recording for another program."`
	Render   rendering.Command `cmd:"" help:"Draw a recording or a scenario without a display: pictures, a film or a figure."`
	Stats    stats.Command     `cmd:"" help:"Measure recordings and scenarios, and compare the values of a parameter."`
	Compare  compare.Command   `cmd:"" help:"Show scenes, recordings and imported tracks side by side on the scorecard."`
	Fit      fit.Command       `cmd:"" help:"Search for parameters that make a flock similar to real flocks or to a recording."`
	Trial    trial.Command     `cmd:"" help:"Compare neighbourhoods in Erneholm's trials, or repeat published experiments."`
	Bird     inspect.Command   `cmd:"" help:"Inspect a glTF model, and report whether skein can use it as a bird."`
	Scenario list.Command      `cmd:"" help:"List, show and check scenario files."`
	Bench    bench.Command     `cmd:"" help:"Measure the speed of ticks and frames on this machine."`
	Version  VersionCmd        `cmd:"" help:"Print the version."`
	Help     HelpCmd           `cmd:"" name:"help" help:"Print the help of a command, or a page of the guide."`
}

const exitCodes = `
Exit codes:
    0    Done.
    1    Failed, or a check did not pass.
    2    Wrong usage: an unknown command or flag, an invalid value, or the name of
         something that does not exist.
  130    Stopped by Ctrl-C. For any signal, the code is 128 plus its number: 143 for SIGTERM,
         129 if the terminal was closed, 141 if nobody reads the output.
`

// Globals contains the flags that every command accepts, and the output streams.
type Globals struct {
	console.Console
	Help    helpFlag    `short:"h" help:"Print help. After a command: the help of that command."`
	Version versionFlag `help:"Print the version."`
}

// exitCode is an error whose message was already printed.
type exitCode int

func (t exitCode) Error() string { return fmt.Sprintf("exit %d", int(t)) }

type helpFlag bool

var errHelped = errors.New("help was printed")

// BeforeReset prints the help. kong calls it before it checks the other arguments.
func (helpFlag) BeforeReset(ctx *kong.Context) error {
	if c := ctx.Selected(); c != nil && !slices.Contains(ctx.Args, c.Name) {
		ctx.Path = ctx.Path[:1] // print the help of the program, not of the default command
	}
	if err := ctx.PrintUsage(false); err != nil {
		return err
	}
	if ctx.Selected() == nil {
		fmt.Fprint(ctx.Stdout, guideList()+exitCodes) // the caller reports write errors
	}
	return errHelped
}

type interrupted struct{ signal syscall.Signal }

func (e interrupted) Error() string { return e.signal.String() }

// Main runs the command line of the process and exits. The models in own are added to the built-in ones: the
// window, scenario files, recordings and all commands accept their names.
func Main(own ...flock.ModelDef) {
	for _, def := range own {
		if err := model.Register(def); err != nil {
			fmt.Fprintf(os.Stderr, "skein: %s\n", message.OneLine(err))
			os.Exit(exitFailed)
		}
	}
	ctx, stop := withSignals(context.Background())
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// withSignals returns a context that the first stop signal cancels. A second one ends the process at once.
// SIGHUP stops the program unless it runs under nohup.
func withSignals(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // the closed pipe may be ffmpeg's; the write returns an error
	if !signal.Ignored(syscall.SIGHUP) {                    // nohup ignores the signal
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		if s, ok := (<-signals).(syscall.Signal); ok {
			cancel(interrupted{s})
		}
		signal.Stop(signals)
	}()
	return ctx, func() { cancel(nil) }
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	unread := func() { cancel(interrupted{syscall.SIGPIPE}) }
	out, messages := &console.Output{Writer: stdout, Unread: unread}, &console.Output{Writer: stderr, Unread: unread}
	cli := CLI{Globals: Globals{Console: console.Console{Stdout: out, Stderr: messages, Args: args}}}
	parser, err := newParser(ctx, &cli, out, messages)
	if err != nil {
		return report(ctx, messages, err)
	}
	if err := cmp.Or(expectWords(args), expectCommand(args, commandNames())); err != nil {
		return report(ctx, messages, err)
	}
	parsed, err := parser.Parse(withNegatives(args))
	switch {
	case errors.Is(err, errHelped):
		err = nil
	case err != nil:
		err = cmp.Or(out.End(), withSuggestion(parser.Model, args, err))
	default:
		err = parsed.Run()
	}
	failed := out.End()
	if errors.Is(failed, syscall.EPIPE) {
		err = interrupted{syscall.SIGPIPE}
	}
	if err = cmp.Or(err, failed); err != nil {
		return report(ctx, messages, err)
	}
	return exitDone
}

func newParser(ctx context.Context, cli *CLI, stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(cli,
		kong.Name("skein"),
		kong.Description("Simulate flocks of birds that keep changing their leader, fly through them, and use the trajectories in other programs."),
		kong.Writers(stdout, stderr),
		kong.NoDefaultHelp(),
		kong.Vars{"birds": strings.Join(models.Builtins(), ", "), "scene": scenario.Default()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&cli.Console),
		kong.NamedMapper("ticks", kong.MapperFunc(tickRate)),
		kong.NamedMapper("measured", kong.MapperFunc(measuredRate)),
	)
}

func commandNames() (names []string) {
	t := reflect.TypeFor[CLI]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("help") != "" {
			names = append(names, strings.ToLower(f.Name))
		}
	}
	return names
}

// withNegatives joins a flag and a negative number after it with "=", because the parser would read the
// number as a flag.
func withNegatives(args []string) (out []string) {
	for i, arg := range args {
		negative := len(arg) > 1 && arg[0] == '-' && strings.Contains("0123456789.", arg[1:2])
		if before := len(out) - 1; negative && i > 0 && strings.HasPrefix(args[i-1], "--") && !strings.Contains(args[i-1], "=") {
			out[before] += "=" + arg
		} else {
			out = append(out, arg)
		}
	}
	return out
}

// needsHelpHint reports whether an error about wrong usage should mention --help: not for a file or name that
// does not exist, or if the message names a command.
func needsHelpHint(err error, line string) bool {
	var name usage.NameError
	return !errors.As(err, &name) && !errors.Is(err, fs.ErrNotExist) && !strings.Contains(line, "skein help") && !strings.Contains(line, "skein scenario")
}

func report(ctx context.Context, stderr io.Writer, err error) int {
	var stopped interrupted
	if errors.As(err, &stopped) || errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &stopped) {
		if stopped.signal != syscall.SIGPIPE { // like other programs, end without a message if the output is closed
			fmt.Fprintf(stderr, "skein: stopped (%s)\n", stopped)
		}
		return 128 + int(stopped.signal)
	}
	line, _, _ := strings.Cut(message.OneLine(err), "; perhaps try ") // remove kong's suggestion, which skein would refuse, too
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	var wrong usage.Error
	if errors.As(err, &wrong) {
		if needsHelpHint(err, line) {
			line += " (see --help)"
		}
		fmt.Fprintf(stderr, "skein: %s\n", line)
		return exitUsage
	}
	fmt.Fprintf(stderr, "skein: %s\n", line)
	return exitFailed
}
