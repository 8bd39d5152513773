// Package bird loads and bakes the birds that a scene is drawn with. It defines the flags that choose a
// bird, and reads the files of birds in recordings.
//
// Start reading at [Choice] and [Baked].
package bird
