// Package live is a flock that a web page simulates. The page shows it, changes its parameters, and asks why
// a bird leads. The program in engine/web/core offers a [Session] to JavaScript. The package has no files,
// clocks or pictures, so the program stays small.
//
// Start reading at [Session].
package live
