// Package console is what a command knows of the terminal: where results and messages go,
// what --json and --quiet ask for, and how progress is shown.
//
// Start reading at [Console].
package console
