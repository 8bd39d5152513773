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

// Cache keeps what is costly to find in the user's folder for caches. Where there is none
// nothing is kept.
type Cache struct {
	Folder string        // empty: none
	Most   int64         // bytes; what was put last stays, however large it is
	Worth  time.Duration // what was found sooner is not kept
}

// maxCacheFile is the largest cached file that is read, in bytes.
const maxCacheFile = 1 << 30

// New is that of this user for a kind of things.
func New(kind string, most int64) Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return Cache{}
	}
	return Cache{filepath.Join(dir, "skein", kind), most, 100 * time.Millisecond}
}

// Make makes what is kept under a name, or makes it anew and keeps it, where that took long.
// No name: nothing is kept. What is damaged is forgotten.
func Make[T any](c Cache, name string, again func([]byte) (T, error), anew func() (T, error), pack func(T) ([]byte, error)) (T, error) {
	if data, ok := c.Get(name); ok {
		if data, ok = unsealed(data); ok {
			if v, err := again(data); err == nil {
				return v, nil
			}
		}
		c.forget(name)
	}
	begun := time.Now()
	v, err := anew()
	if err != nil || name == "" || time.Since(begun) < c.Worth {
		return v, err
	}
	if data, err := pack(v); err == nil {
		c.Put(name, sealed(data))
	}
	return v, nil
}

// sealed is data and its checksum: what a disk gives back may be another thing.
func sealed(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

// unsealed returns what was sealed, unless it is damaged.
func unsealed(data []byte) ([]byte, bool) {
	n := len(data) - sha256.Size
	if n < 0 {
		return nil, false
	}
	sum := sha256.Sum256(data[:n])
	return data[:n], bytes.Equal(sum[:], data[n:])
}

// Get returns what was put under the name.
func (c Cache) Get(name string) ([]byte, bool) {
	if c.Folder == "" || name == "" {
		return nil, false
	}
	path := filepath.Join(c.Folder, name)
	data, err := files.Read(path, maxCacheFile)
	if err == nil {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // it is of use: prune takes others first
	}
	return data, err == nil
}

// forget removes what was put under the name, where it can.
func (c Cache) forget(name string) { _ = os.Remove(filepath.Join(c.Folder, name)) }

// Put keeps it, if there is room.
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
	if f.Commit() == nil { // it is found anew where it is not kept
		c.prune(c.Most)
	}
}

// prune removes what was longest of no use, until there is no more than so much.
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

// Key names what this very build of skein makes of something: another build may make
// something else of it. It is empty where the build cannot be told.
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
