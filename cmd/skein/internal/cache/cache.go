package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"skein/cmd/skein/internal/build"
	"skein/flock/files"
	"skein/flock/whole"
)

// Cache stores results that take long to compute as files in the user's cache folder. Without
// such a folder it stores nothing.
type Cache struct {
	Folder   string        // empty if there is no cache folder
	MaxBytes int64         // size limit, bytes; the newest file always stays
	MinTime  time.Duration // results that took less time are not stored
}

// maxCacheFile is the largest cached file that is read, in bytes.
const maxCacheFile = 1 << 30

// New returns the user's cache for one kind of results. Its files take at most the given number of
// bytes.
func New(kind string, most int64) Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return Cache{}
	}
	return Cache{filepath.Join(dir, "skein", kind), most, 100 * time.Millisecond}
}

// Make returns the result stored under a name, decoded by decode. If there is none or it is
// damaged, Make computes the result with compute and, if that took long, stores it encoded by pack.
// An empty name stores nothing.
func Make[T any](c Cache, name string, decode func([]byte) (T, error), compute func() (T, error), pack func(T) ([]byte, error)) (T, error) {
	if data, ok := c.Get(name); ok {
		if data, ok = unsealed(data); ok {
			if v, err := decode(data); err == nil {
				return v, nil
			}
		}
		c.remove(name)
	}
	begun := time.Now()
	v, err := compute()
	if err != nil || name == "" || time.Since(begun) < c.MinTime {
		return v, err
	}
	if data, err := pack(v); err == nil {
		c.Put(name, sealed(data))
	}
	return v, nil
}

// sealed appends a checksum to data, because a disk may return other data than was written.
func sealed(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

// unsealed returns the data without its checksum, and false if the data is damaged.
func unsealed(data []byte) ([]byte, bool) {
	n := len(data) - sha256.Size
	if n < 0 {
		return nil, false
	}
	sum := sha256.Sum256(data[:n])
	return data[:n], bytes.Equal(sum[:], data[n:])
}

// Get returns the data stored under a name.
func (c Cache) Get(name string) ([]byte, bool) {
	if c.Folder == "" || name == "" {
		return nil, false
	}
	path := filepath.Join(c.Folder, name)
	data, err := files.Read(path, maxCacheFile)
	if err == nil {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // marks it as recently used
	}
	return data, err == nil
}

// remove deletes the data stored under a name, if possible.
func (c Cache) remove(name string) { _ = os.Remove(filepath.Join(c.Folder, name)) }

// Put stores data under a name, if possible.
func (c Cache) Put(name string, data []byte) {
	if c.Folder == "" {
		return
	}
	f, err := whole.Create(filepath.Join(c.Folder, name), true)
	if err != nil {
		return
	}
	if _, err := f.Write(data); err != nil {
		f.Abort()
		return
	}
	if f.Commit() == nil { // on an error it is computed again next time
		c.prune(c.MaxBytes)
	}
}

// prune deletes the least recently used files until at most the given number of bytes is left.
func (c Cache) prune(most int64) {
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		return
	}
	var all []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			all = append(all, info)
			total += info.Size()
		}
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for k := 0; total > most && k < len(all)-1; k++ {
		if os.Remove(filepath.Join(c.Folder, all[k].Name())) == nil {
			total -= all[k].Size()
		}
	}
}

// Key returns the name under which to store a result that this build of skein computes from some
// data. Other builds get other names, because their results may differ. The name is empty if the
// build cannot be identified.
func Key(of ...[]byte) string {
	build := build.ID()
	if build == "" {
		return ""
	}
	sum := sha256.New()
	for _, b := range append([][]byte{[]byte(build)}, of...) {
		fmt.Fprintln(sum, len(b))
		sum.Write(b)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
