// Package await runs work that takes long and cannot be stopped. A signal can still end the program
// immediately.
package await
