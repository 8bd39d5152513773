package message

import "testing"

// Two swapped letters count as one typing error. The expected distances were counted by hand.
func TestSwappedLettersAreOneTypo(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"marhs", "marsh", 1}, {"forest", "coast", 3},
		{"rain", "fair", 2}, {"a", "b", 1}, {"ca", "abc", 3}, {"seperation", "separation", 1}, {"flaw", "lawn", 2},
	} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("the distance of %q and %q is %d, want %d in both directions", c.a, c.b, got, c.want)
		}
	}
}

func TestAlternatives(t *testing.T) {
	for word, want := range map[string]string{
		"formula": "; use one of steer, name, range", "rnage": `, did you mean "range"?`,
	} {
		if got := Alternatives(word, []string{"steer", "name", "range"}); got != want {
			t.Errorf("the alternatives to %q are %q, want %q", word, got, want)
		}
	}
}
