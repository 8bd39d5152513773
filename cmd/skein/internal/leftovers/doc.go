// Package leftovers removes temporary files and folders when a command ends, however it ends.
//
// Start reading at [List].
package leftovers
