package rules

// Form selects one of two readings of a formula: the meaning of S3's text, or the printed form.
type Form int

// The two readings of a formula whose text and printed form disagree in S3.
const (
	IntendedForm Form = iota
	PrintedForm
)

// AlignmentForm chooses the formula of alignment (H5).
type AlignmentForm int

// Readings of S3 eq. 4.
const (
	MatchMean     AlignmentForm = iota // mean(v_j) - v_i
	PrintedVector                      // mean(v_j)
)
