// Package list implements "skein scenario", which lists scenes, models, parameters, settings and things.
//
// Start reading at [Command].
package list
