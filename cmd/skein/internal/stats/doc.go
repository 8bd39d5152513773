// Package stats carries out "skein stats": it measures flocks and prints reports and tables.
//
// Start reading at [Command].
package stats
