// Package scenario reads and writes scenario files: everything needed to start
// a scene, as TOML that people write by hand.
//
// A file begins with version = 1 and may hold
//
//	name, description     text
//	base                  whose simulation holds where the file is silent: one of the built-in scenes;
//	                      without it, and without a model, it is murmuration
//	model                 whose rules and parameters it has, as "skein scenario models" lists them;
//	                      if it is not the base's, the file is silent on the scene that it is
//	                      at home in
//	species               name of the flock's; empty: its model's
//	notices, follows, flees   lists of other flocks' species, and how boids take them
//	seed                  whole number from 0; in quotes beyond 2⁶³
//	tick_rate, warm_up    ticks a second; simulated seconds before tick 0
//	[start]               how the boids are placed
//	[[start.group]]       a group of them that starts elsewhere; any number of these
//	[params]              the keys of flock.Params.Specs of the model
//	[bird]                what it is drawn with
//	[camera]              where it is seen from
//	[light]               sun and air
//	[show]                how it is drawn
//	[[flock]]             another flock, as often as there are more: model, species, notices,
//	                      follows, flees, and below it [flock.start], [flock.params], [flock.bird];
//	                      of the model of the first, if it names none
//	[[obstacle]]          something in the way, see flock.Obstacle: name, shape, at, turn, and
//	                      radius, height, size, or of a model or terrain file and scale
//	[[event]]             a change of a parameter at its time: at (s), key, value, and if wanted
//	                      ramp (s that it takes), seconds (that it stays), smooth, species;
//	                      or do = "scatter", which scatters the flock for two seconds
//
// All of it but the version is optional. Reading is strict: an unknown key, a
// wrong type or a value out of range is an error of one line, which names file,
// line, key and what would be right. Bird, camera, light and show are plain data here;
// what they mean is decided where they are used.
package scenario
