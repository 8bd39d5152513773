package scenario

import "skein/flock/message"

// DidYouMean does the same as [message.DidYouMean].
func DidYouMean(word string, known []string) string { return message.DidYouMean(word, known) }

// Nearest does the same as [message.Nearest].
func Nearest(word string, known []string) string { return message.Nearest(word, known) }
