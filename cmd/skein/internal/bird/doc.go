// Package bird loads the birds that scenes are drawn with and bakes their wingbeats. It
// holds the flags that choose a bird, and the files of birds that lie in recordings.
//
// Start reading at [Choice] and [Baked].
package bird
