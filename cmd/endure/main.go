package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

type options struct {
	skein   string
	seconds int
	seed    int64
	trial   int64  // the only seed to try; -1 means all
	only    string // kinds of trials; "" means all
	call    string // the only trial with failing writes, as a failure prints it; "" means all
	sum     string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "inject" {
		os.Exit(inject(os.Args[2:]))
	}
	var o options
	flag.StringVar(&o.skein, "skein", "bin/skein", "path of the program to test")
	flag.IntVar(&o.seconds, "seconds", 600, "total time in seconds")
	flag.Int64Var(&o.seed, "seed", time.Now().Unix(), "seed of the first trial")
	flag.Int64Var(&o.trial, "trial", -1, "run the trial with this seed only")
	flag.StringVar(&o.only, "only", "", "kinds of trials to run, separated by commas: "+strings.Join(laneNames(), ", "))
	flag.StringVar(&o.call, "call", "", "with -only writes, run this trial only: JOB/CALL/ERROR/ALL, as printed with a failure")
	flag.StringVar(&o.sum, "sum", "", "file to add the counts to; the table then shows the sums")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "endure:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	lanes, err := selectLanes(o.only)
	if err != nil {
		return err
	}
	b, err := newBench(o)
	if err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Printf("endure: %d s, seed %d\n", o.seconds, o.seed)
	t := newTable()
	b.runLanes(ctx, lanes, t)
	failed := t.failures()
	if o.sum != "" {
		if err := t.addTo(o.sum); err != nil {
			return err
		}
	}
	t.print(os.Stdout)
	if failed > 0 {
		return fmt.Errorf("%d trials failed", failed)
	}
	return nil
}

type bench struct {
	options
	root   string
	dir    string
	window bool // skein was built with a window and can render
}

func newBench(o options) (*bench, error) {
	var err error
	if o.skein, err = filepath.Abs(o.skein); err != nil {
		return nil, err
	}
	if _, err := os.Stat(o.skein); err != nil {
		return nil, fmt.Errorf("%w; run make build first", err)
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	dir, err := os.MkdirTemp("", "endure")
	if err != nil {
		return nil, err
	}
	b := &bench{options: o, root: strings.TrimSpace(string(root)), dir: dir}
	output, _ := b.command(dir, "render", "paper", "--frames", "1", "--size", "64x36", "-o", "one.png", "-q").CombinedOutput()
	b.window = !strings.Contains(string(output), "was built without")
	return b, nil
}
