package tracks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skein/flock/message"
)

// Column is the meaning of a table's column.
type Column int

// Columns. A table must have a bird, a time, and a position, which is either X and Y or Longitude and
// Latitude. The third coordinate is Z or Height.
const (
	ID Column = iota
	Time
	Date   // date of a clock time
	Number // frame number, instead of a time
	X
	Y
	Z
	Longitude
	Latitude
	Height
	VX // units of length per second
	VY
	VZ
	Wingbeat // wingbeats per second
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
	AirX // velocity through the air, units of length per second
	AirY
	AirZ
	columns
)

// columnNames returns the names of each column in tables. The first one is its name in --columns.
func columnNames() [columns][]string {
	return [columns][]string{
		ID: {"id", "bird", "track", "birdid", "trackid", "boid", "trajectory", "particle", "individual", "animal", "agent", "tag",
			"individuallocalidentifier", "taglocalidentifier", "individualid", "name"},
		Time:      {"time", "t", "seconds", "sec", "timestamp", "times", "timesec", "datetime", "clock", "timeofday", "utctime", "gpstime"},
		Date:      {"date", "day", "utcdate", "gpsdate"},
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

// String returns the column's name in --columns.
func (c Column) String() string { return columnNames()[c][0] }

func ColumnNames() (all []string) {
	for _, n := range columnNames() {
		all = append(all, n[0])
	}
	return all
}

// ParseColumns parses the assignment of columns, such as "id=1,time=2,x=east". A column is given by its
// number, from 1, or by its name in the table.
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
			return nil, fmt.Errorf("%q: must be WHAT=COLUMN, such as id=1 or x=east", pair)
		case c < 0:
			return nil, fmt.Errorf("%q: must be one of %s", strings.TrimSpace(key), strings.Join(ColumnNames(), ", "))
		case all[c] != "":
			return nil, fmt.Errorf("%s is given twice", c)
		}
		all[c] = strings.TrimSpace(where)
	}
	return all, nil
}

// columnIndex holds the index of each column in a table, or -1.
type columnIndex [columns]int

func (p *columnIndex) hasAll(all ...Column) bool {
	for _, c := range all {
		if p[c] < 0 {
			return false
		}
	}
	return true
}

// normalize returns a name in lower case without its unit and separators. For example, "Position X (m)"
// becomes "positionx".
func normalize(name string) string {
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "[")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-.:\t", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// locate finds the columns of a table. header is nil if the columns have no names.
func locate(header []string, width int, chosen map[Column]string) (p columnIndex, err error) {
	for c := range p {
		p[c] = -1
	}
	for c, where := range chosen {
		if p[c], err = findColumn(header, width, where); err != nil {
			return p, fmt.Errorf("%s: %w", c, err)
		}
	}
	for c, known := range columnNames() {
		for _, name := range known {
			index := slices.IndexFunc(header, func(h string) bool { return normalize(h) == name })
			if p[c] >= 0 || index < 0 || slices.Contains(p[:], index) {
				continue
			}
			if second := slices.IndexFunc(header[index+1:], func(h string) bool { return normalize(h) == name }); second >= 0 {
				return p, fmt.Errorf("columns %d and %d are both called %s; choose one with --columns %s=%[1]d", index+1, index+second+2, message.Line(header[index]), Column(c))
			}
			p[c] = index
		}
	}
	p.useHeightAsZ()
	p.useDateAsTime()
	return p, p.checkComplete(header, width)
}

// findColumn returns the index of the column with the given name or number. Numbers count from 1.
func findColumn(header []string, width int, where string) (int, error) {
	if index := slices.Index(header, where); index >= 0 {
		return index, nil
	}
	if index := slices.IndexFunc(header, func(h string) bool { return normalize(h) == normalize(where) }); index >= 0 {
		return index, nil
	}
	n, err := strconv.Atoi(where)
	switch {
	case err != nil && header == nil:
		return -1, fmt.Errorf("there is no column %q, because the columns have no names; use a number from 1 to %d", where, width)
	case err != nil:
		return -1, fmt.Errorf("there is no column %q: the columns are %s", where, listNames(header))
	case n < 1 || n > width:
		return -1, fmt.Errorf("no column %d: the columns are 1 to %d", n, width)
	}
	return n - 1, nil
}

// useDateAsTime uses dates as times if the table has neither times nor frame numbers.
func (p *columnIndex) useDateAsTime() {
	if p.hasAll(Date) && !p.hasAll(Time) && !p.hasAll(Number) {
		p[Time], p[Date] = p[Date], -1
	}
}

func (p *columnIndex) checkComplete(header []string, width int) error {
	names := listNames(header)
	if header == nil {
		names = fmt.Sprintf("%d columns without names", width)
	}
	missing := func(what, example string) error {
		return fmt.Errorf("there is no column for the %s among %s; name it with --columns %s", what, names, example)
	}
	switch {
	case !p.hasAll(ID):
		return missing("bird", "id=…")
	case !p.hasAll(Time) && !p.hasAll(Number):
		return missing("time", "time=…")
	case p.hasAll(X, Y) || p.hasAll(Longitude, Latitude):
		return nil
	}
	return missing("position", "x=…,y=…,z=… (or lon=…,lat=…,height=…)")
}

func listNames(header []string) string {
	const most = 12
	if len(header) > most {
		return message.Line(strings.Join(header[:most], ", ")) + ", …"
	}
	return message.Line(strings.Join(header, ", "))
}
