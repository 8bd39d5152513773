package recording

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/google/go-cmp/cmp"

	"skein/flock"
)

// The summary of a finished recording agrees with its records, even after it was continued.
func TestSummaryAgreesWithRecords(t *testing.T) {
	f := fly(t, 40, 100)
	path := f.save(t)
	second, err := Continue(path, true)
	if err != nil {
		t.Fatal(err)
	}
	longer := fly(t, 40, 140)
	for i := 100; i < 140; i++ {
		if err := second.Frame(&longer.frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{f.save(t), path} {
		data := load(t, file)
		from := bytes.NewReader(data)
		brief, err := readSummary(from, from.Size())
		if err != nil {
			t.Fatal(err)
		}
		quick, err := readerOf(from, from.Size(), brief)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := newWalker(from, from.Size())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(slow.segments, quick.segments, cmp.AllowUnexported(segment{})); diff != "" {
			t.Error("segments", diff)
		}
		if diff := cmp.Diff(slow.Meta(), quick.Meta()); diff != "" {
			t.Error("metadata", diff)
		}
		if diff := cmp.Diff(slow.Files(), quick.Files()); diff != "" {
			t.Error("files", diff)
		}
		want, err := slow.Events()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := quick.Events(); err != nil || len(want) == 0 {
			t.Errorf("%d events, %v", len(want), err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Error("events", diff)
		}
		quick.Close()
		slow.Close()
	}
}

// If a finished recording is damaged, its undamaged frames can still be read.
func TestUndamagedFramesAreReadable(t *testing.T) {
	f := fly(t, 40, 100)
	data := load(t, f.save(t))
	r, err := newReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	data[r.contents.chunks[2].offset+200] ^= 1
	second, err := readAll(t, data, f.frames)
	if second != r.segments[1].first || err == nil {
		t.Fatalf("%d frames, %v", second, err)
	}
	s := f.frames[0]
	if err := r.Frame(r.segments[2].first, &s); err != nil || !same(&s, &f.frames[r.segments[2].first]) {
		t.Errorf("the frame after the damage differs, or gives the error %v", err)
	}
}

// FuzzSummary changes the summary of a recording and corrects the summary's checksum.
func FuzzSummary(f *testing.F) {
	data := load(f, fly(f, 2, 31).save(f))
	size := len(data) - len(mcap.Magic) - footerSize
	start := int(binary.LittleEndian.Uint64(data[size+9:]))
	f.Add(bytes.Clone(data[start:size]))
	f.Fuzz(func(t *testing.T, summary []byte) {
		file := append(bytes.Clone(data[:start]), summary...)
		file = append(file, data[size:size+footerSize-4]...)
		file = binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
		file = append(file, mcap.Magic...)
		found, err := readSummary(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		r, err := readerOf(bytes.NewReader(file), int64(len(file)), found)
		if err != nil {
			return
		}
		defer r.Close()
		var s flock.Snapshot
		for i := range min(r.Frames(), 100) {
			_ = r.Frame(i, &s)
		}
		_, _ = r.Frames(), r.Frame(r.Frames()-1, &s)
		_, _ = r.Events()
		_, _, _ = r.Checkpoint(r.Frames() - 1)
		_, _ = r.Params(0)
	})
}
