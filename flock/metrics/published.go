package metrics

// Figure is a published value for real flocks.
type Figure struct {
	Text string  `json:"text"` // as printed, such as "0.96 ± 0.03"
	Low  float64 `json:"low"`
	High float64 `json:"high,omitempty"` // 0 if there is no upper bound
}

// PublishedSource describes the origin of PublishedFigures.
const PublishedSource = "published figures from secondary sources; check the originals before you cite them"

// PublishedFigures returns figures of real flocks by the key of a measure. The sources define the surface of
// a flock in different ways, which affects densities and the ratios of axes.
func PublishedFigures() map[string]Figure {
	return map[string]Figure{
		"polarization":      {"0.96 ± 0.03", 0.93, 0.99},
		"speed":             {"6.9 to 15.2", 6.9, 15.2},
		"nearest":           {"0.68 to 1.51", 0.68, 1.51},
		"nearest_least":     {"hard core 0.38", 0.38, 0},
		"width_ratio":       {"2.8 ± 0.4", 2.4, 3.2},
		"length_ratio":      {"5.6 ± 1.0", 4.6, 6.6},
		"gravity":           {"0.93 ± 0.04", 0.89, 0.97},
		"ellipsoid_density": {"0.04 to 0.80", 0.04, 0.8},
	}
}
