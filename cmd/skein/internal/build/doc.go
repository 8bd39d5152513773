// Package build identifies this program: its version, the commit that it was built from,
// and an ID that no other build has.
package build
