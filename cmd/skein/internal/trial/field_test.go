package trial

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"skein/cmd/skein/internal/console"
	"skein/flock/sample"
)

func TestFieldRows(t *testing.T) {
	c := Options{Trials: []string{"cucker-smale"}, In: []string{"plane", "space"}}
	trials := []fieldTrial{
		{"cucker-smale", "spread left", "0", "a paper", func(l *lab) (f finding, err error) {
			if err := l.open("cucker-smale", 1, "count", 8, "communication_exponent", 0, "communication_rate", 1); err != nil {
				return f, err
			}
			before := spread(l.w)
			err = l.fly(120)
			left := spread(l.w) / before
			return finding{"little", map[string]float64{"left": left}, left < 1e-3}, err
		}, 0},
	}
	quiet := &console.Console{Quiet: true, Stdout: io.Discard, Stderr: io.Discard}
	rows, err := c.fieldRows(context.Background(), quiet, trials)
	// The velocities of the 8 boids converge at the rate 8/s. After 2 s, the share e^-16 of their
	// differences is left, plus rounding errors.
	if err != nil || len(rows) != 1 || !rows[0].Agrees {
		t.Fatalf("the rows are %+v (%v)", rows, err)
	}
	var b strings.Builder
	if err := printField(&b, rows); err != nil {
		t.Fatal(err)
	}
	want := "scene         measured     published  found      source\ncucker-smale  spread left  0          little  ✓  a paper\n"
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("the table is\n%swant\n%s", b.String(), want)
	}
	if _, err := json.Marshal(rows); err != nil {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := c.fieldRows(stopped, quiet, trials); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives the error %v", err)
	}
}

func TestFieldScenes(t *testing.T) {
	for _, name := range sample.Some(t, 4, fieldScenes()) {
		var l lab
		if err := l.open(name, 1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	in := []string{"plane", "space"}
	for want, c := range map[string]Options{
		"trial 3 cannot be combined with scenes":                       {Trials: []string{"couzin", "3"}, In: in},
		"trial couzim: must be a number from 1 to 15, or one of":       {Trials: []string{"couzim"}, In: in},
		`work only with Erneholm's trials, not with`:                   {Trials: []string{"vicsek"}, In: in, Seeds: "3"},
		"trial 16: must be a number from 1 to 15, or one of vicsek, v": {Trials: []string{"16"}, In: in},
	} {
		err := c.Run(context.Background(), &console.Console{Quiet: true, Stdout: io.Discard, Stderr: io.Discard})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error of %v is %v, want one with %q", c.Trials, err, want)
		}
	}
}

// A long trial shows its progress before it ends. It advances the progress bar by as many steps as it
// declares.
func TestProgressOfLongTrials(t *testing.T) {
	c := Options{Threads: 1}
	var message strings.Builder
	g := &console.Console{Stdout: io.Discard, Stderr: &message}
	half := ""
	trials := []fieldTrial{{"informed", "accuracy", "0", "a paper", func(l *lab) (finding, error) {
		for range 10 {
			l.step()
		}
		half = message.String()
		for range 10 {
			l.step()
		}
		return finding{}, nil
	}, 20}}
	if _, err := c.fieldRows(context.Background(), g, trials); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(strings.TrimSpace(half), "flying trials: 10 of 20") || !strings.HasSuffix(strings.TrimSpace(message.String()), "flying trials: 20 of 20") {
		t.Errorf("after 10 of 20 steps the output was %q, and at the end %q", half, message.String())
	}
}

// The experiments with informed animals advance the progress bar by as many steps as they declare.
func TestStepsOfInformedTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("flies 80 groups of 10 animals")
	}
	n := 0
	l := &lab{ctx: context.Background(), step: func() { n++ }}
	if _, err := l.accuracy(10, 1); err != nil || n*len(informedSizes) != informedSizeSteps || n*len(informedShares) != informedShareSteps {
		t.Errorf("%d steps for one accuracy (%v), want %d", n, err, informedGroups)
	}
}
