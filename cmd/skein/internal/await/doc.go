// Package await runs work that takes long and cannot be stopped, so that a signal can still end the program
// immediately.
package await
