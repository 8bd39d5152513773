package scenario

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/message"
	"skein/flock/param"
)

func groupFields(k int, speed string) []field {
	groupField := func(part func(*cloud.Group) any) func(*Scenario) any {
		return func(s *Scenario) any { return part(&s.Start.Groups[k]) }
	}
	const far = cloud.FarthestGroup
	return []field{
		{Description: param.Description{Key: "count", Max: flock.MaxCount, Doc: "number of boids in the group. If 0, it depends on share"},
			pointer: groupField(func(g *cloud.Group) any { return &g.Count })},
		{Description: param.Description{Key: "share", Max: 1, Doc: "size of the group relative to the other shares. Groups with a count get their boids first"},
			pointer: groupField(func(g *cloud.Group) any { return &g.Share })},
		{Description: param.Description{Key: "place", Unit: "m", Min: -far, Max: far, Doc: "position [x, y, z] of the group's centre, relative to the centre of the start"},
			pointer: groupField(func(g *cloud.Group) any { return &g.Place })},
		{Description: param.Description{Key: "radius", Unit: "m", Max: far, Doc: "radius of the ball that the group fills"},
			pointer: groupField(func(g *cloud.Group) any { return &g.Radius })},
		{Description: param.Description{Key: "heading", Unit: "°", Min: -360, Max: 360, Doc: "direction of flight: 0 is towards +Z, 90 towards +X"},
			pointer: groupField(func(g *cloud.Group) any { return &g.Heading })},
		{Description: param.Description{Key: "speed", Unit: speed, Max: cloud.Fastest}, pointer: groupField(func(g *cloud.Group) any { return &g.Speed })},
	}
}

func (e entry) isGroup() bool {
	return len(e.keys) > 1 && e.keys[0] == "start" && e.keys[1] == "group"
}

// group reads an entry of the start's groups. The groups in the file replace those of the base.
func (d *decoder) group(e entry) error {
	list, isList := d.value(entry{keys: e.keys[:2]}).([]any)
	if !isList {
		return d.notGroups(e)
	}
	if len(e.keys) > 2 {
		table, _ := list[d.groups-1].(map[string]any)
		return d.groupKey(e, e.keys[2:], table[e.keys[2]])
	}
	if e.table {
		d.addGroup()
		return nil
	}
	for _, item := range list { // group = [{…}, …]
		table, ok := item.(map[string]any)
		if !ok {
			return d.notGroups(e)
		}
		d.addGroup()
		for _, key := range sortedKeys(table) {
			if err := d.groupKey(e, []string{key}, table[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *decoder) notGroups(e entry) error {
	return d.errorAt(e, "start.group must be a list of tables, each under [[start.group]]")
}

func (d *decoder) addGroup() {
	if d.groups == 0 {
		d.s.Start.Groups = nil
	}
	d.groups++
	d.s.Start.Groups = append(d.s.Start.Groups, cloud.Group{Radius: d.s.Start.Radius, Speed: d.s.Start.Speed})
}

func (d *decoder) groupKey(e entry, keys []string, v any) error {
	var names []string
	for _, f := range groupFields(d.groups-1, "") {
		if f.Key != keys[0] || len(keys) > 1 {
			names = append(names, f.Key)
			continue
		}
		if why := f.store(d.s, v); why != "" {
			return d.errorAt(e, "start.group %d: %s %s", d.groups, f.Key, why)
		}
		return nil
	}
	return d.errorAt(e, "start.group %d: unknown key %q%s", d.groups, strings.Join(keys, "."), message.DidYouMean(keys[0], names))
}

func sortedKeys(table map[string]any) (keys []string) {
	for k := range table {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// writeGroups writes the start's groups as tables. prefix is put before their names, such as "flock.".
func (s *Scenario) writeGroups(b *bytes.Buffer, prefix string) {
	for k := range s.Start.Groups {
		fmt.Fprintf(b, "\n[[%sstart.group]]\n", prefix)
		for _, f := range groupFields(k, speedUnit(&s.Params)) {
			f.write(b, s)
		}
	}
}

func (s *Scenario) formatGroups() string {
	var all []string
	for k := range s.Start.Groups {
		var pairs []string
		for _, f := range groupFields(k, "") {
			pairs = append(pairs, f.Key+" = "+f.format(s))
		}
		all = append(all, "{"+strings.Join(pairs, ", ")+"}")
	}
	return "[" + strings.Join(all, ", ") + "]"
}
