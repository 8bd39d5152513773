// Package kinds finds out what a name on the command line refers to: a scenario, a recording, a bird, an
// export or a picture. If a command needs another kind, it returns an error that helps the user.
//
// Start reading at [Of] and [Expect].
package kinds
