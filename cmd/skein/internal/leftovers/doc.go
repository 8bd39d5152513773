// Package leftovers removes temporary files and folders when a command ends, whether it succeeds or not.
//
// Start reading at [List].
package leftovers
