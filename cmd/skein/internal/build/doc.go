// Package build identifies this program by its version, its commit, and an ID that differs for each build.
package build
