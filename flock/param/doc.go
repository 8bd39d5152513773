// Package param describes values that can be set: the parameters of a model, and the properties of the things
// around a flock.
//
// A value is a field of a struct. Its tags are its [Description]: key, label, unit, range, slider, options,
// with and doc. The panel, scenario files, help and the guide all use these descriptions, so that each value
// is described only once, where it is declared.
//
// Start reading at description.go.
package param
