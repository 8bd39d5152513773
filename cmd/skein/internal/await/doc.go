// Package await runs work that takes long and cannot be stopped, without keeping a signal
// waiting for it.
package await
