// Package list carries out "skein scenario": it lists scenes, models, parameters, settings and
// things.
//
// Start reading at [Command].
package list
