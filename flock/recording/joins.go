package recording

import (
	"fmt"
	"slices"

	"github.com/foxglove/mcap/go/mcap"

	"skein/flock"
)

// foundMeta is a metadata record. The first record describes the recording. Each later one describes the
// recording after a flock has joined.
type foundMeta struct {
	span
	meta        Meta
	attachments int // number of attachments before the record; for the first record, including those directly after it
}

type joining struct {
	meta  Meta
	files []File
}

// Join adds flocks before the next frame. m is the new description, which may differ only in its scene and in
// additional flocks at the end. files contains the files of the new flocks' bird models.
func (w *Writer) Join(m Meta, files ...File) error {
	if err := w.writePending(true); err != nil {
		return err
	}
	w.meta.TOML, w.meta.Others = m.TOML, withFirstRules(m.Others, w.meta.Others)
	w.head, w.windy = cloudHead(true, false), cloudHead(true, true)
	if err := w.attach(append([]File{{attachmentName, "application/toml", m.TOML}}, files...)); err != nil {
		return w.fail(err)
	}
	pairs := w.meta.pairs(len(w.out.AttachmentIndexes))
	return w.fail(w.out.WriteMetadata(&mcap.Metadata{Name: metaName, Metadata: pairs}))
}

// Join adds flocks before the next frame; see [Writer.Join].
func (r *Recorder) Join(m Meta, files ...File) {
	r.meta.Others = withFirstRules(m.Others, r.meta.Others)
	r.joined = &joining{r.meta, append(r.joinedFiles(), files...)}
	r.joined.meta.TOML = m.TOML
}

// withFirstRules returns all with the rules in before, which are the rules at the start. Later rules are
// stored as edits.
func withFirstRules(all, before []Flock) []Flock {
	all = slices.Clone(all)
	for k := range min(len(all), len(before)) {
		all[k].Rules = before[k].Rules
	}
	return all
}

func (r *Recorder) joinedFiles() []File {
	if r.joined == nil {
		return nil
	}
	return r.joined.files
}

func (f *contents) useMeta() {
	last := &f.metas[len(f.metas)-1]
	f.meta, f.wantedFiles = &last.meta, last.attachments
}

// dropLateMetas removes the metadata records after the last whole segment of an unfinished file.
func (f *contents) dropLateMetas() {
	if len(f.chunks) == 0 {
		return
	}
	end := f.chunks[len(f.chunks)-1].indexes
	n := len(f.metas)
	for n > 1 && f.metas[n-1].offset >= end {
		n--
	}
	f.metas = f.metas[:n]
	f.useMeta()
}

func (r *Reader) scene() ([]byte, error) {
	f := r.contents
	for k := min(f.wantedFiles, len(f.attachments)) - 1; k >= 0; k-- {
		if a := &f.attachments[k]; a.name == attachmentName {
			return a.data(r.r)
		}
	}
	return nil, fmt.Errorf("damaged: %s is missing", attachmentName)
}

func (r *Reader) flocksAtStart() int { return len(r.contents.metas[0].meta.Flocks()) }

func (r *Reader) checkFlocks(n int) error {
	least, most := r.flocksAtStart(), len(r.contents.meta.Flocks())
	switch {
	case n >= least && n <= most:
		return nil
	case least == most:
		return fmt.Errorf("the checkpoint has %d flocks instead of %d", n, most)
	}
	return fmt.Errorf("the checkpoint has %d flocks instead of %d to %d", n, least, most)
}

func (r *Reader) joinedParams(n int) (all []flock.Params, err error) {
	notes, err := r.storedEvents()
	if err != nil {
		return nil, err
	}
	models, err := r.models()
	if err != nil {
		return nil, err
	}
	for k := range notes {
		if notes[k].Joined == nil || notes[k].Flock != n+len(all) {
			continue
		}
		if notes[k].Flock >= len(models) {
			return nil, fmt.Errorf("damaged: flock %d joins, but the recording has %d flocks", notes[k].Flock+1, len(models))
		}
		j, err := flock.ReadJoining(notes[k].Joined, models[notes[k].Flock])
		if err != nil {
			return nil, fmt.Errorf("damaged event at tick %d: %w", notes[k].Tick, err)
		}
		all = append(all, j.Flock.Params)
	}
	if n += len(all); n != len(models) {
		return nil, fmt.Errorf("damaged: it has %d flocks, but descriptions of %d models", n, len(models))
	}
	return all, nil
}

func (p *replay) joinFlock(n *storedEvent) error {
	if n.Flock < p.world.FlockCount() {
		return nil
	}
	model, err := p.r.ModelOf(n.Flock)
	if err != nil {
		return err
	}
	j, err := flock.ReadJoining(n.Joined, model)
	if err != nil {
		return err
	}
	return p.world.Join(j.Flock, j.Regarders)
}

// snapshot stores the state of the World. It includes counts for flocks that join later.
func (p *replay) snapshot() {
	s := &p.simulated
	p.world.Snapshot(s)
	all := len(p.r.contents.meta.Flocks())
	if all > 1 && len(s.Counts) == 0 {
		s.Counts = append(s.Counts, s.Len())
	}
	for all > 1 && len(s.Counts) < all {
		s.Counts = append(s.Counts, 0)
	}
}
