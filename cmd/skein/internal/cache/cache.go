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

// Cache stores results that take long to compute in the user's cache folder. It stores nothing if there is
// no such folder.
type Cache struct {
	Folder   string        // empty if there is no cache folder
	MaxBytes int64         // size limit, in bytes; the newest file always stays
	MinTime  time.Duration // results that took less time are not stored
}

const maxCacheFile = 1 << 30

// New returns the user's cache for one kind of results. maxBytes is the size limit of its files, in bytes.
func New(kind string, maxBytes int64) Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return Cache{}
	}
	return Cache{filepath.Join(dir, "skein", kind), maxBytes, 100 * time.Millisecond}
}

// Make returns the result that is stored under a name, and decodes it with the function decode. If no result
// is stored or it is damaged, Make calls the function compute. It encodes the new result with the function
// pack, and stores it if computing it took long. If the name is empty, nothing is stored.
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

func sealed(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

func unsealed(data []byte) ([]byte, bool) {
	n := len(data) - sha256.Size
	if n < 0 {
		return nil, false
	}
	sum := sha256.Sum256(data[:n])
	return data[:n], bytes.Equal(sum[:], data[n:])
}

// Get returns the data stored under a name, if there is any.
func (c Cache) Get(name string) ([]byte, bool) {
	if c.Folder == "" || name == "" {
		return nil, false
	}
	path := filepath.Join(c.Folder, name)
	data, err := files.Read(path, maxCacheFile)
	if err == nil {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // mark the file as recently used
	}
	return data, err == nil
}

// Path returns the path of the file with a name, for a caller that writes the file itself. It returns "" if
// there is no cache folder. The folder may not exist yet.
func (c Cache) Path(name string) string {
	if c.Folder == "" {
		return ""
	}
	return filepath.Join(c.Folder, name)
}

// Prune deletes the least recently used files until the remaining files fit in the size limit.
func (c Cache) Prune() { c.prune(c.MaxBytes) }

func (c Cache) remove(name string) { _ = os.Remove(filepath.Join(c.Folder, name)) }

// Put stores data under a name. If an error occurs, nothing is stored.
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
	if f.Commit() == nil { // after an error, the result will be computed again next time
		c.prune(c.MaxBytes)
	}
}

// prune deletes the least recently used files until the remaining files have at most maxBytes bytes. It
// always keeps the newest file.
func (c Cache) prune(maxBytes int64) {
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
	for k := 0; total > maxBytes && k < len(all)-1; k++ {
		if os.Remove(filepath.Join(c.Folder, all[k].Name())) == nil {
			total -= all[k].Size()
		}
	}
}

// Key returns a name for a result that depends only on the given data and on this build of skein. It
// returns "" if the build cannot be identified.
func Key(parts ...[]byte) string {
	build := build.ID()
	if build == "" {
		return ""
	}
	sum := sha256.New()
	for _, b := range append([][]byte{[]byte(build)}, parts...) {
		fmt.Fprintln(sum, len(b))
		sum.Write(b)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
