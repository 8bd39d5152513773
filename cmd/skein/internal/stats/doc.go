// Package stats implements "skein stats", which measures flocks and prints reports and tables.
//
// Start reading at [Command].
package stats
