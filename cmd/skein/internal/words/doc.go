// Package words formats text for people: counts with their nouns, rounded figures with their units, and
// arguments quoted for a shell.
package words
