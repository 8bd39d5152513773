// Package inspect implements "skein bird", which describes the contents of a glTF model and says whether the
// model can fly.
//
// Start reading at [Command].
package inspect
