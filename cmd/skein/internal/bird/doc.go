// Package bird loads the birds that scenes are drawn with and bakes their wingbeats. It holds the
// flags that choose a bird, and reads the files of birds that are stored in recordings.
//
// Start reading at [Choice] and [Baked].
package bird
