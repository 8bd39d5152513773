// Package testfiles holds files and readers that tests of several commands use.
//
// Start reading at [Root].
package testfiles
