package tracks

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"skein/flock/message"
)

// poseTable reads tables of body parts in the format of DeepLabCut. A line of the file is a frame. Each bird
// in a line becomes a row with the bird, the frame number, and the position of one body part.
type poseTable struct {
	*textTable
	part     string
	parts    []string
	birds    []poseBird
	deep     bool
	least    float64 // smallest likelihood of positions that are used
	columns  []int
	cells    []cell
	nextBird int
	unlikely int // number of positions with a smaller likelihood
}

// poseBird is a bird. x, y, z and p are the indices in cells of its coordinates and of their likelihood.
type poseBird struct {
	name       cell
	x, y, z, p int // p is -1 if there is no likelihood
}

// isPose reports whether names are the first line of a DeepLabCut table.
func isPose(names []string) bool { return len(names) > 1 && names[0] == "scorer" }

// newPose reads the rest of the header: individuals (optional), bodyparts and coords.
func newPose(w *textTable, o *Options) (*poseTable, error) {
	p := &poseTable{textTable: w, part: o.BodyPart, least: o.Likelihood, columns: []int{0}}
	lines := map[string][]string{}
	for range 3 {
		row, err := w.read()
		if err != nil {
			break // the code below reports an incomplete header
		}
		if lines[row[0]] = trimSpace(row); row[0] == "coords" {
			break
		}
	}
	names, coords := lines["bodyparts"], lines["coords"]
	birds := lines["individuals"]
	if len(names) != w.cols || len(coords) != w.cols || birds != nil && len(birds) != w.cols {
		return nil, errors.New("a DeepLabCut table must begin with the lines scorer, individuals (optional), bodyparts and coords, of equal length")
	}
	for _, name := range names[1:] {
		if !slices.Contains(p.parts, name) {
			p.parts = append(p.parts, name)
		}
	}
	if p.part == "" {
		p.part = p.parts[0]
	}
	if !slices.Contains(p.parts, p.part) {
		return nil, fmt.Errorf("no body part %.40q: use one of %s", p.part, listNames(p.parts))
	}
	return p, p.findBirds(names, birds, coords)
}

func trimSpace(row []string) (all []string) {
	for _, s := range row {
		all = append(all, strings.TrimSpace(s))
	}
	return all
}

func (p *poseTable) findBirds(names, individuals, coords []string) error {
	found := map[string]int{}
	for index := 1; index < len(names); index++ {
		if names[index] != p.part {
			continue
		}
		name := cell{kind: number}
		if individuals != nil {
			name = cellOf(strings.Clone(individuals[index]), p.comma)
		}
		k, known := found[name.text]
		if !known {
			k = len(p.birds)
			found[name.text] = k
			p.birds = append(p.birds, poseBird{name, -1, -1, -1, -1})
		}
		to := p.birds[k].coordinate(coords[index])
		if to == nil || *to >= 0 {
			return fmt.Errorf("column %d of a DeepLabCut table has an unknown or repeated name: %s of %s; use x, y, z and likelihood, each once", index+1, message.Line(coords[index]), message.Line(p.part))
		}
		*to = len(p.columns)
		p.columns = append(p.columns, index)
	}
	for _, b := range p.birds {
		if b.x < 0 || b.y < 0 || b.z >= 0 != (p.birds[0].z >= 0) {
			return fmt.Errorf("the body part %s of a DeepLabCut table must have x and y for each bird", message.Line(p.part))
		}
	}
	p.deep = p.birds[0].z >= 0
	p.cells = make([]cell, len(p.columns))
	return nil
}

func (b *poseBird) coordinate(name string) *int {
	return map[string]*int{"x": &b.x, "y": &b.y, "z": &b.z, "likelihood": &b.p}[name]
}

func (p *poseTable) header() []string {
	if p.deep {
		return []string{"id", "frame", "x", "y", "z"}
	}
	return []string{"id", "frame", "x", "y"}
}

func (p *poseTable) width() int { return len(p.header()) }

// pixel is the size of a pixel in metres, unless the Options contain a unit.
const pixel = "0.01"

func (p *poseTable) keyValues() map[string]string {
	if p.deep {
		return nil
	}
	return map[string]string{"units": `{"px": "` + pixel + ` m"}`}
}

// next stores the next position that is present and has a sufficient likelihood.
func (p *poseTable) next(want []int, row []cell) error {
	for {
		if p.nextBird == 0 {
			if err := p.textTable.next(p.columns, p.cells); err != nil {
				return err
			}
		}
		b := &p.birds[p.nextBird]
		p.nextBird = (p.nextBird + 1) % len(p.birds)
		if !p.sees(b) {
			continue
		}
		values := []cell{b.name, p.cells[0], p.cells[b.x], p.cells[b.y]}
		if p.deep {
			values = append(values, p.cells[b.z])
		} else {
			values[3].number *= -1 // y points down in the file
		}
		for k, index := range want {
			row[k] = values[index]
		}
		return nil
	}
}

func (p *poseTable) sees(b *poseBird) bool {
	if p.cells[b.x].kind == nothing && p.cells[b.y].kind == nothing {
		return false
	}
	if b.p >= 0 && p.cells[b.p].number < p.least {
		p.unlikely++
		return false
	}
	return true
}

func (p *poseTable) addNotes(t *Tracks, unit float64) {
	t.addNote("a DeepLabCut table: the position of a bird is that of its body part %s, one of %s (--bodypart chooses another)", message.Line(p.part), listNames(p.parts))
	if p.unlikely > 0 {
		t.addNote("positions skipped because their likelihood is below %g: %d (--likelihood sets the limit)", p.least, p.unlikely)
	}
	if !p.deep && unit == 0 {
		t.addNote("a pixel is %s m (--unit sets it)", pixel)
	}
}
