// Package usage defines types for flags that several commands share, such as sizes and rates. It also
// defines errors about wrong usage, which end the program with exit code 2.
//
// Start reading at [Errorf].
package usage
