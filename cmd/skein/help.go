package main

import "context"

// HelpCmd prints what --help does.
type HelpCmd struct {
	Command []string `arg:"" optional:"" name:"command" help:"The command to tell of; all if there is none."`
}

// Run prints.
func (c *HelpCmd) Run(ctx context.Context, g *Globals) error {
	if code := run(ctx, append(c.Command, "--help"), g.Stdout, g.Stderr); code != exitDone {
		return told(code)
	}
	return nil
}
