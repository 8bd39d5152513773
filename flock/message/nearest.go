package message

import (
	"fmt"
	"strings"
)

// DidYouMean returns a suggestion for the end of an error message, such as `, did you mean "cohesion"?`. If
// no known word is similar to word, it returns "".
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	return ""
}

// Alternatives is like [DidYouMean], but it lists all known words if none is similar.
func Alternatives(word string, known []string) string {
	if hint := DidYouMean(word, known); hint != "" {
		return hint
	}
	return "; use one of " + strings.Join(known, ", ")
}

// Nearest returns the known word that is most similar to word, or "" if none is similar enough.
func Nearest(word string, known []string) string {
	best, bestDistance := "", maxTypos(len(word))+1
	for _, k := range known {
		if d := distance(word, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// maxTypos returns the number of typing errors allowed in a word. Short words allow only one, because two
// would suggest unrelated words.
func maxTypos(letters int) int {
	const most = 9
	return max(1, min(letters/3, most))
}

// distance returns the Damerau-Levenshtein distance: the number of letters to insert, delete, replace or swap
// with their neighbour. It is 100 if a word has more than 100 bytes.
func distance(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return 100
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		current, before, last := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		current[0] = i
		for j := 1; j <= len(b); j++ {
			change := before[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			current[j] = min(change, before[j]+1, current[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], last[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
