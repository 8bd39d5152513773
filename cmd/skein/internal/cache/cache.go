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

// Cache stores results that take long to compute in the user's cache folder, if there is one.
type Cache struct {
	Folder   string        // empty if the user has no cache folder
	MaxBytes int64         // limit on the total size of the files; the newest file is always kept
	MinTime  time.Duration // faster results are not stored
}

const maxCacheFile = 1 << 30

// New returns the user's cache for one kind of result, with at most maxBytes bytes.
func New(kind string, maxBytes int64) Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return Cache{}
	}
	return Cache{filepath.Join(dir, "skein", kind), maxBytes, 100 * time.Millisecond}
}

// Make returns the result stored under a name. If none is stored or it is damaged, Make computes it, and
// stores it if that took long. An empty name stores nothing.
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

func (c Cache) remove(name string) { _ = os.Remove(filepath.Join(c.Folder, name)) }

// Put stores data under a name, unless an error occurs.
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
	if f.Commit() == nil { // after an error, the result is computed again next time
		c.prune(c.MaxBytes)
	}
}

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

// Key returns a name for a result that depends only on the given data and this build of skein, or "" if the
// build is unknown.
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
