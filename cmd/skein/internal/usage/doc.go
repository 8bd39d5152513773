// Package usage holds the values that several commands take as flags, such as sizes and
// rates, and errors about wrong use, which end the program with exit code 2.
//
// Start reading at [Errorf].
package usage
