// Package param describes values that can be set: the parameters of a model, and the properties of the things
// around a flock.
//
// A value is a field of a struct. Its tags are its [Description]: key, label, unit, range, slider, options,
// with and doc. The panel, scenario files, help and the guide all use these descriptions, so that each value
// is described only once, where it is declared.
//
// The structs of a model declare its parameters. A [List] collects them as [Spec], and [Values] hold a value
// for each. A parameter with the tag varies gets a second one, its spread; see spread.go.
//
// Start reading at description.go, and then at spec.go.
package param
