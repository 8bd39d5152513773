// Package testfiles provides files and readers for the tests of several commands.
//
// Start reading at [Root].
package testfiles
