//go:build !cgo

package main

import "context"

// frames times nothing: this build draws nothing.
func (*BenchCmd) frames(_ context.Context, g *Globals) ([]frameRow, error) {
	g.say("this skein was built without OpenGL: no frames to time")
	return nil, nil
}

// pictures times nothing either.
func (*BenchCmd) pictures(context.Context, *Globals) ([]pictureRow, error) { return nil, nil }
