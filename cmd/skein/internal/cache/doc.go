// Package cache stores results that take long to compute, such as baked birds, in the user's cache folder.
//
// Start reading at [Make].
package cache
