// Package scenario reads and writes scenario files. A scenario file contains everything that is needed to
// start a scene, as TOML that people write by hand.
//
// A file begins with version = 1 and may contain
//
//	name, description     text
//	base                  name of a built-in scene that gives all values the file leaves out;
//	                      without base and model, murmuration gives them; with "none", no scene
//	                      gives values, and the parameters are the published values of the model
//	model                 name of the model, as "skein scenario models" lists them; if it is not
//	                      the model of the base, the model's own scene gives the values that
//	                      the file leaves out
//	species               name of the flock's species; empty: the name of its model
//	notices, follows, flees   lists of other flocks' species to which boids react
//	seed                  whole number from 0; beyond 2⁶³ in quotes
//	tick_rate, warm_up    ticks per second; simulated seconds before tick 0
//	[start]               how the boids are placed
//	[[start.group]]       a group of boids that starts elsewhere; any number of groups
//	[params]              the keys of flock.Params.Specs of the model
//	[bird]                the model file with which birds are drawn
//	[camera]              position and direction of the camera
//	[light]               sun and air
//	[show]                how the flock is drawn
//	[[flock]]             another flock; any number of flocks: model, species, notices,
//	                      follows, flees, and below it [flock.start], [flock.params], [flock.bird];
//	                      a flock without a model has the first flock's model
//	[[obstacle]]          an obstacle, see around.Obstacle: name, shape, at, turn, and radius,
//	                      height and size, or file and scale of a model or terrain
//	[[event]]             a change of a parameter at a time: at (s), key, value, and optionally
//	                      ramp (s until the value is reached), seconds (until it changes back),
//	                      smooth, species;
//	                      or do = "scatter", which scatters the flock for two seconds
//
// Only the key version is required. Parsing is strict: an unknown key, a wrong type or a value out of range
// is an error. Its text is one line that names the file, the line and the key, and states what is allowed.
// Bird, camera, light and show are plain data here; other packages interpret them.
//
// The built-in scenes are the files in this folder, embedded. A copy of a file is the same scene. Scenes
// that show a model have the base "none": the model's values are in package model, and the file says only
// what differs from them.
package scenario
