// Command skein simulates flocks, shows them in a window, records them and hands
// the trajectories to other programs.
//
// Each command is a struct with its flags and a method
//
//	Run(ctx context.Context, g *Globals) error
//
// in a file of its own. Run returns ctx.Err() soon after ctx is cancelled, which
// a signal does, and leaves no half-written file behind. It writes results to
// g.Stdout and messages to g.Stderr; an error becomes one line there, made by
// run. An error about how a command was used is a usageError.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"skein/flock"
	"skein/flock/scenario"
	"skein/models"
)

// Exit codes; signals end with 128 and their number.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// CLI are the commands.
type CLI struct {
	Globals

	Fly      FlyCmd      `cmd:"" default:"withargs" help:"Open the window and fly through a flock (the command when none is given)."`
	Record   RecordCmd   `cmd:"" help:"Simulate without a window, into a recording."`
	Import   ImportCmd   `cmd:"" help:"Make a recording of real birds' tracks, or anyone's."`
	Export   ExportCmd   `cmd:"" help:"Write a recording in another program's format."`
	Render   RenderCmd   `cmd:"" help:"Draw a recording without a display: pictures, a strip or a film."`
	Stats    StatsCmd    `cmd:"" help:"Put flocks into numbers: recordings, scenarios, or the values of a parameter."`
	Fit      FitCmd      `cmd:"" help:"Search for the parameters with which a flock is like real ones, or like a recording."`
	Trial    TrialCmd    `cmd:"" help:"Fly the trials that Erneholm compares neighbourhoods in: who passes?"`
	Bird     BirdCmd     `cmd:"" help:"Say what a glTF model holds and whether it can fly."`
	Scenario ScenarioCmd `cmd:"" help:"List, show and check scenario files."`
	Bench    BenchCmd    `cmd:"" help:"Measure the speed of ticks and frames on this machine."`
	Version  VersionCmd  `cmd:"" help:"Print the version."`
	Help     HelpCmd     `cmd:"" name:"help" help:"Print help, also of a command."`
}

// exitCodes is what help says of them.
const exitCodes = `
Exit codes:
    0    Done.
    1    Failed, or what was to be checked is not so.
    2    Used wrongly.
  130    Stopped by Ctrl-C, and likewise 128 and the signal's number: 143 when told
         to end, 129 when the terminal went away, 141 when nobody reads the output.
`

// Globals are the flags that every command takes, and where output goes.
type Globals struct {
	JSON    bool        `name:"json" help:"Print one JSON document on standard output, and nothing else there."`
	Quiet   bool        `short:"q" help:"Print no progress and no messages but errors."`
	Help    helpFlag    `short:"h" help:"Print help, also of a command."`
	Version versionFlag `help:"Print the version."`

	Stdout io.Writer `kong:"-"`
	Stderr io.Writer `kong:"-"`

	args []string // as given
}

// say prints a message unless --quiet is given.
func (g *Globals) say(format string, args ...any) {
	if !g.Quiet {
		fmt.Fprintln(g.Stderr, visible(fmt.Sprintf(format, args...)))
	}
}

// document prints a command's one JSON document.
func (g *Globals) document(v any) error {
	enc := json.NewEncoder(g.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// WorldFlags change what a scenario simulates.
type WorldFlags struct {
	Seed    *uint64 `help:"Seed of all that is random, instead of the scenario's; from 0." placeholder:"N"`
	Count   *int    `help:"Number of boids, instead of the scenario's." placeholder:"N"`
	Threads Threads `help:"Threads that simulate; 0 chooses; changes no result (default ${default})." default:"0" placeholder:"N"`

	At []string `help:"Something that happens on the way, beside the scenario's events: TIME:KEY=VALUE sets a parameter, TIME+SECONDS:KEY=VALUE for so long, TIME:NAME.KEY=VALUE that of another species or of a thing, TIME:scatter scatters the flock, TIME:hawk.loose lets out a species that counted nobody, TIME:wire.leave and wire.land send birds up from a perch and call them down; for TIME a condition may stand, such as polarization<0.8; may be repeated." placeholder:"5s:scatter" sep:"none"`

	Index flock.Index `help:"How neighbours are found: auto, matrix, grid or brute; changes no result (default ${default})." default:"auto" placeholder:"NAME"`
}

// Threads is a number of threads; 0 leaves it to the program.
type Threads int

// UnmarshalText reads a number that makes sense.
func (t *Threads) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n > 256 {
		return fmt.Errorf("%q: want 0 to 256", text)
	}
	*t = Threads(n)
	return nil
}

// load reads a scenario and applies the flags.
func (f *WorldFlags) load(nameOrPath string) (*scenario.Scenario, error) {
	if err := expect(aScenario, nameOrPath); err != nil {
		return nil, err
	}
	s, err := scenario.Load(nameOrPath)
	if err != nil {
		return nil, err
	}
	if f.Seed != nil {
		s.Seed = *f.Seed
	}
	if f.Count != nil {
		if err := s.Params.Set("count", *f.Count); err != nil {
			return nil, err
		}
		if err := s.Params.Validate(); err != nil {
			return nil, usagef("--count %d: %w", *f.Count, err)
		}
	}
	for _, text := range f.At {
		if err := s.AddEvent(text); err != nil {
			return nil, usagef("--at: %w", err)
		}
	}
	return s, complete(s)
}

// complete reads the files of a scene's obstacles, and refuses what has no room among them.
func complete(s *scenario.Scenario) error {
	if err := readObstacles(nil, s); err != nil || len(s.Surroundings.Perches) == 0 {
		return err
	}
	def := s.Def()
	return s.Placed(def.Validate())
}

// def is what a scenario simulates under the flags.
func (f *WorldFlags) def(s *scenario.Scenario) flock.Def {
	d := s.Def()
	d.Workers = int(f.Threads)
	d.Index = f.Index
	return d
}

// Size is the size of an image, as in --size 1280x720.
type Size image.Point

// UnmarshalText reads WIDTHxHEIGHT.
func (s *Size) UnmarshalText(text []byte) error {
	var tail string
	n, _ := fmt.Sscanf(string(text)+" ", "%dx%d%s", &s.X, &s.Y, &tail)
	if n != 2 || s.X < 1 || s.Y < 1 || s.X > math.MaxInt16 || s.Y > math.MaxInt16 {
		return fmt.Errorf("%q: want WIDTHxHEIGHT, such as 1280x720, each from 1 to 32767", text)
	}
	return nil
}

// usageError is a wrong use of a command, which run exits from with exitUsage.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// told is an exit code whose reason was printed.
type told int

func (t told) Error() string { return fmt.Sprintf("exit %d", int(t)) }

// helpFlag prints help in the place of anything else.
type helpFlag bool

// errHelped ends parsing once help is printed.
var errHelped = errors.New("help was printed")

// BeforeReset is called by kong as soon as it meets the flag.
func (helpFlag) BeforeReset(ctx *kong.Context) error {
	if c := ctx.Selected(); c != nil && !slices.Contains(ctx.Args, c.Name) {
		ctx.Path = ctx.Path[:1] // no command was named: help for all, not for the default one
	}
	if err := ctx.PrintUsage(false); err != nil {
		return err
	}
	if ctx.Selected() == nil {
		fmt.Fprint(ctx.Stdout, exitCodes) // run sees whether that went well
	}
	return errHelped
}

// interrupted is why a signal cancels the context.
type interrupted struct{ signal syscall.Signal }

func (e interrupted) Error() string { return e.signal.String() }

func main() {
	ctx, stop := withSignals(context.Background())
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// withSignals cancels a context on the first signal that asks to end, or when the
// terminal goes away; a second one ends the process as usual.
func withSignals(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // writing tells, which may be to ffmpeg
	if !signal.Ignored(syscall.SIGHUP) {                    // as under nohup
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

// run carries out a command line and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	unread := func() { cancel(interrupted{syscall.SIGPIPE}) }
	out := &output{Writer: stdout, unread: unread}
	cli := CLI{Globals: Globals{Stdout: out, Stderr: &output{Writer: stderr, unread: unread}, args: args}}
	parser, err := kong.New(&cli,
		kong.Name("skein"),
		kong.Description("Simulate flocks of birds that keep changing their leader, fly through them, and take the trajectories home."),
		kong.Writers(out, stderr),
		kong.NoDefaultHelp(),
		kong.Vars{"birds": strings.Join(models.Builtins(), ", "), "scene": scenario.Default()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&cli.Globals),
		kong.NamedMapper("ticks", kong.MapperFunc(tickRate)),
		kong.NamedMapper("measured", kong.MapperFunc(measuredRate)),
	)
	if err != nil {
		return report(ctx, stderr, err)
	}
	var commands []string
	for _, c := range parser.Model.Children {
		commands = append(commands, c.Name)
	}
	if err := cmp.Or(expectWords(args), expectCommand(args, commands)); err != nil {
		return report(ctx, stderr, err)
	}
	parsed, err := parser.Parse(withNegatives(args))
	switch {
	case errors.Is(err, errHelped):
		err = nil
	case err != nil:
		err = cmp.Or(out.err, error(usageError{err}))
	default:
		err = parsed.Run()
	}
	if errors.Is(out.err, syscall.EPIPE) {
		err = interrupted{syscall.SIGPIPE}
	}
	if err = cmp.Or(err, out.err); err != nil {
		return report(ctx, stderr, err)
	}
	return exitDone
}

// withNegatives joins a flag and the negative number behind it, which would be
// taken for another flag.
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

// report prints an error as one line and returns the exit code for it.
func report(ctx context.Context, stderr io.Writer, err error) int {
	var by interrupted
	if errors.As(err, &by) || errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &by) {
		if by.signal != syscall.SIGPIPE { // which nobody says a word of
			fmt.Fprintf(stderr, "skein: stopped (%s)\n", by)
		}
		return 128 + int(by.signal)
	}
	line, _, _ := strings.Cut(oneLine(err), "; perhaps try ") // which it would refuse, too
	var told told
	if errors.As(err, &told) {
		return int(told)
	}
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "skein: %s (--help tells more)\n", line)
		return exitUsage
	}
	fmt.Fprintf(stderr, "skein: %s\n", line)
	return exitFailed
}
