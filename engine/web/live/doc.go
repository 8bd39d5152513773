// Package live simulates a flock for a web page. The page shows the flock, changes its parameters, and
// asks why a bird leads. The program in engine/web/core offers a [Session] to JavaScript. The package
// uses no files, clocks or pictures, so the program stays small.
//
// Start reading at [Session].
package live
