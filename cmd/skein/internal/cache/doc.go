// Package cache stores what is expensive to compute, such as baked birds, in the user's
// cache folder.
//
// Start reading at [Make].
package cache
