package tracks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skein/flock/message"
)

// Column is what a column of a table holds.
type Column int

// The columns. A bird and a time are always needed, and a place, as X, Y and Z or as
// Longitude, Latitude and Height.
const (
	ID Column = iota
	Time
	Number // of a frame, instead of a time
	X
	Y
	Z
	Longitude // degrees
	Latitude
	Height
	VX // units of length a second
	VY
	VZ
	Wingbeat // a second
	Phase    // turns
	UX       // up-vector
	UY
	UZ
	Gliding // 0 or 1, true or false
	Leading
	Jumped
	Perched
	Landing
	Species
	AirX // velocity through the air, units of length a second
	AirY
	AirZ
	columns
)

// names of the columns, first the one by which they are chosen, then those by which they
// are found.
func names() [columns][]string {
	return [columns][]string{
		ID: {"id", "bird", "track", "birdid", "trackid", "boid", "trajectory", "particle", "individual", "animal", "agent", "tag",
			"individuallocalidentifier", "taglocalidentifier", "individualid", "name"},
		Time:      {"time", "t", "seconds", "sec", "timestamp", "times", "timesec", "datetime"},
		Number:    {"frame", "framenumber", "frameid"},
		X:         {"x", "px", "posx", "positionx", "xm"},
		Y:         {"y", "py", "posy", "positiony", "ym"},
		Z:         {"z", "pz", "posz", "positionz", "zm"},
		Longitude: {"lon", "long", "longitude", "lng", "locationlong"},
		Latitude:  {"lat", "latitude", "locationlat"},
		Height:    {"height", "alt", "altitude", "elevation", "heightaboveellipsoid", "heightabovemsl", "heightm", "altitudem", "z"},
		VX:        {"vx", "velx", "velocityx"},
		VY:        {"vy", "vely", "velocityy"},
		VZ:        {"vz", "velz", "velocityz"},
		Wingbeat:  {"wingbeat", "wingbeatfrequency", "flaprate", "wingbeats", "beat"},
		Phase:     {"phase"},
		UX:        {"ux"},
		UY:        {"uy"},
		UZ:        {"uz"},
		Gliding:   {"gliding"},
		Leading:   {"leading"},
		Jumped:    {"jumped"},
		Perched:   {"perched"},
		Landing:   {"landing"},
		Species:   {"species"},
		AirX:      {"airx"},
		AirY:      {"airy"},
		AirZ:      {"airz"},
	}
}

// String returns the name by which a column is chosen.
func (c Column) String() string { return names()[c][0] }

// ColumnNames returns the names by which columns are chosen.
func ColumnNames() (all []string) {
	for _, n := range names() {
		all = append(all, n[0])
	}
	return all
}

// ParseColumns reads which column is where, as in "id=1,time=2,x=east": by number from 1,
// or by name.
func ParseColumns(text string) (map[Column]string, error) {
	all := map[Column]string{}
	if text == "" {
		return all, nil
	}
	for _, pair := range strings.Split(text, ",") {
		key, where, ok := strings.Cut(pair, "=")
		c := Column(slices.Index(ColumnNames(), strings.ToLower(strings.TrimSpace(key))))
		switch {
		case !ok || strings.TrimSpace(where) == "":
			return nil, fmt.Errorf("%q: want WHAT=COLUMN, such as id=1 or x=east", pair)
		case c < 0:
			return nil, fmt.Errorf("%q: want one of %s", strings.TrimSpace(key), strings.Join(ColumnNames(), ", "))
		case all[c] != "":
			return nil, fmt.Errorf("%s is given twice", c)
		}
		all[c] = strings.TrimSpace(where)
	}
	return all, nil
}

// places are where the columns of a table are, from 0; -1: there is none.
type places [columns]int

func (p *places) has(all ...Column) bool {
	for _, c := range all {
		if p[c] < 0 {
			return false
		}
	}
	return true
}

// plain returns a column's name without what does not tell it apart: "Position X (m)" is
// "positionx".
func plain(name string) string {
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "[")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-.:\t", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// locate finds the columns of a table of so many, whose names are header, if they have any.
func locate(header []string, width int, chosen map[Column]string) (p places, err error) {
	for c := range p {
		p[c] = -1
	}
	for c, where := range chosen {
		if p[c], err = place(header, width, where); err != nil {
			return p, fmt.Errorf("%s: %w", c, err)
		}
	}
	for c, known := range names() {
		for _, name := range known {
			at := slices.IndexFunc(header, func(h string) bool { return plain(h) == name })
			if p[c] >= 0 || at < 0 || slices.Contains(p[:], at) {
				continue
			}
			if again := slices.IndexFunc(header[at+1:], func(h string) bool { return plain(h) == name }); again >= 0 {
				return p, fmt.Errorf("columns %d and %d are both called %s: say which with --columns %s=%[1]d", at+1, at+again+2, message.Line(header[at]), Column(c))
			}
			p[c] = at
		}
	}
	return p, p.complete(header, width)
}

// place returns where a column is that is given by its name or its number.
func place(header []string, width int, where string) (int, error) {
	if at := slices.Index(header, where); at >= 0 {
		return at, nil
	}
	if at := slices.IndexFunc(header, func(h string) bool { return plain(h) == plain(where) }); at >= 0 {
		return at, nil
	}
	n, err := strconv.Atoi(where)
	switch {
	case err != nil && header == nil:
		return -1, fmt.Errorf("no column %q: they have no names here, want a number from 1 to %d", where, width)
	case err != nil:
		return -1, fmt.Errorf("no column %q: there are %s", where, listed(header))
	case n < 1 || n > width:
		return -1, fmt.Errorf("no column %d: want 1 to %d", n, width)
	}
	return n - 1, nil
}

// complete returns what is missing.
func (p *places) complete(header []string, width int) error {
	there := listed(header)
	if header == nil {
		there = fmt.Sprintf("%d columns without names", width)
	}
	missing := func(what, example string) error {
		return fmt.Errorf("no column for the %s among %s: name it with --columns %s", what, there, example)
	}
	switch {
	case !p.has(ID):
		return missing("bird", "id=…")
	case !p.has(Time) && !p.has(Number):
		return missing("time", "time=…")
	case p.has(X, Y, Z) || p.has(Longitude, Latitude, Height):
		return nil
	case p.has(Longitude, Latitude):
		return missing("height", "height=…")
	}
	return missing("place", "x=…,y=…,z=… (or lon=…,lat=…,height=…)")
}

// listed are names, of many the first.
func listed(header []string) string {
	const most = 12
	if len(header) > most {
		return message.Line(strings.Join(header[:most], ", ")) + ", …"
	}
	return message.Line(strings.Join(header, ", "))
}
