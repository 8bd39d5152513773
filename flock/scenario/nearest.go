package scenario

import "skein/flock/message"

// DidYouMean returns a question that suggests a known word instead of a misspelt one, see
// [message.DidYouMean].
func DidYouMean(word string, known []string) string { return message.DidYouMean(word, known) }

// Nearest returns the known word that a misspelt one probably stands for, see [message.Nearest].
func Nearest(word string, known []string) string { return message.Nearest(word, known) }
