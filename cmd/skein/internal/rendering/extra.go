package rendering

import (
	"strings"

	"skein/cmd/skein/internal/usage"
)

// Layers says which further layers an OpenEXR picture has.
type Layers struct{ Normal, Motion bool }

// UnmarshalText reads a list of names, such as normal,motion.
func (l *Layers) UnmarshalText(text []byte) error {
	*l = Layers{}
	for name := range strings.SplitSeq(string(text), ",") {
		switch strings.TrimSpace(name) {
		case "normal":
			l.Normal = true
		case "motion":
			l.Motion = true
		default:
			return usage.Errorf("%q: must be normal, motion or both, such as normal,motion", text)
		}
	}
	return nil
}

func (l Layers) String() string {
	var names []string
	if l.Normal {
		names = append(names, "normal")
	}
	if l.Motion {
		names = append(names, "motion")
	}
	return strings.Join(names, ",")
}

func (l Layers) any() bool { return l.Normal || l.Motion }
