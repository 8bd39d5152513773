// Package console connects a command with its terminal: it prints results and messages, obeys
// --json and --quiet, and shows progress.
//
// Start reading at [Console].
package console
