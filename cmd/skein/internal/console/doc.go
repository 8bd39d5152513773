// Package console connects a command with its terminal. It prints results and messages, implements --json
// and --quiet, and shows progress.
//
// Start reading at [Console].
package console
