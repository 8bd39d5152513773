package scenario

import "fmt"

// DidYouMean suggests the nearest of the known words, in words that follow what is
// wrong with another, or nothing if none is near.
func DidYouMean(word string, known []string) string {
	best, bestDistance := "", min(len(word)/3+2, 10)
	for _, k := range known {
		if d := distance(word, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// distance is the number of letters to insert, drop or change (Levenshtein)
// between two words, which count as far apart if they are absurdly long.
func distance(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return 100
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
