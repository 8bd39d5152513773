package facing

// sources describes the sources of evidence. A value of 1 multiplies a candidate's likelihood by exp(weight).
// Weights are about 0.85 times those that `check -creatures DIR -fit` prints, because these are based on few
// files. The sweep of wings, the direction of the power stroke and the circles of walking feet did not
// improve the results, so they are not used.
var sources = [SourceCount]struct {
	name   string
	weight float64
	why    string // empty if the reason is a name
}{
	Names:       {"names", 2.8, ""},
	Face:        {"face", 0.7, ""},
	Sides:       {"sides", 0.8, ""},
	Pairs:       {"pairs", 2.5, ""},
	Legs:        {"legs", 2.3, ""},
	Feet:        {"feet", 1, ""},
	Travel:      {"travel", 1.8, "the model travels that way in the clip"},
	Symmetry:    {"symmetry", 2.3, "the left and right sides of the model are mirror images"},
	Beat:        {"beat", 3.5, "the parts far out on both sides beat up and down"},
	Wag:         {"wag", 0.2, "the other end moves more, like a tail"},
	Taper:       {"taper", 0.2, "the other end is thinner"},
	Bulk:        {"bulk", 0.7, "the bulk of the body is in front of its middle"},
	Carriage:    {"carriage", 1, "this end is higher"},
	Detail:      {"detail", 1.3, "this end is modelled in more detail"},
	Shoulders:   {"shoulders", 1.3, "the wings are in front of the middle of the body"},
	Edge:        {"edge", 0.4, "this edge of the wings is thicker"},
	Bones:       {"bones", 1, "the bones of the wings are near this edge"},
	Length:      {"length", 2.2, "the body is longer than wide"},
	Sheet:       {"sheet", 1.2, "the model is a flat sheet, like open wings"},
	UpAxis:      {"up axis", 2.5, "the convention of glTF"},
	ForwardAxis: {"convention", 0.4, "the convention of glTF"},
}

// String returns the name of the source.
func (k Source) String() string { return sources[k].name }

func (s *scene) why(k Source) string {
	if sources[k].why == "" {
		return s.hints[k].why
	}
	return sources[k].why
}

// Weight returns the weight of the source.
func (k Source) Weight() float64 { return sources[k].weight }
