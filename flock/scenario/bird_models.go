package scenario

import (
	"fmt"
	"slices"

	"skein/flock/look"
)

// MaxModels is the largest number of models in a flock. MaxShare is the largest share of a model.
const (
	MaxModels = 8
	MaxShare  = 1000
)

// texts gets and sets a list of strings. set returns the reason why the list is invalid, or "".
type texts struct {
	get func() []string
	set func([]string) string
}

// wholes gets and sets a list of integers. set returns the reason why the list is invalid, or "".
type wholes struct {
	get func() []int
	set func([]int) string
}

// readWholes reads integers within the field's range. It returns the reason why the value is invalid, or "".
func (f field) readWholes(p wholes, v any) string {
	list, ok := v.([]any)
	if !ok {
		return mustBe(v, "a list of whole numbers, such as [3, 1]")
	}
	var all []int
	for k, one := range list {
		n, why := f.readInt(one)
		if why != "" {
			return fmt.Sprintf("number %d %s", k+1, why)
		}
		all = append(all, int(n))
	}
	return p.set(all)
}

// Files returns the names of all models. There is at least one.
func (b *Bird) Files() []string {
	all := []string{b.File}
	for _, file := range b.More {
		if file == "" {
			break
		}
		all = append(all, file)
	}
	return all
}

// SetFiles sets the names of all models, and gives them equal shares. Additional models get the settings of
// the first one. If the names are invalid, SetFiles changes nothing and returns the reason. Otherwise, it
// returns "".
func (b *Bird) SetFiles(list []string) string {
	switch {
	case len(list) == 0 || slices.Contains(list, ""):
		return fmt.Sprintf("= %s must be a list of models, such as [\"a.glb\", \"b.glb\"]", literal(anyList(list)))
	case len(list) > MaxModels:
		return fmt.Sprintf("= %s has too many models: at most %d are allowed", literal(anyList(list)), MaxModels)
	}
	before := len(b.Files())
	b.File, b.More = list[0], [MaxModels - 1]string{}
	copy(b.More[:], list[1:])
	for k := before; k < len(list); k++ {
		*b.Settings(k) = b.ModelSettings
	}
	b.clearUnused()
	b.SetShares(slices.Repeat([]int{1}, len(list)))
	return ""
}

// Settings returns the settings of the model with index k.
func (b *Bird) Settings(k int) *ModelSettings {
	if k == 0 {
		return &b.ModelSettings
	}
	return &b.MoreSettings[k-1]
}

// clearUnused clears the settings of models that the bird does not have, so that equal birds compare equal.
func (b *Bird) clearUnused() { clear(b.MoreSettings[len(b.Files())-1:]) }

func anyList[T any](list []T) (all []any) {
	for _, v := range list {
		all = append(all, v)
	}
	return all
}

// AllShares returns the share of each model, at least 1.
func (b *Bird) AllShares() []int {
	all := slices.Clone(b.Shares[:len(b.Files())])
	for k := range all {
		all[k] = max(all[k], 1)
	}
	return all
}

// SetShares sets the share of each model. A single model has no share.
func (b *Bird) SetShares(list []int) {
	if b.Shares = [MaxModels]int{}; len(list) > 1 {
		copy(b.Shares[:], list)
	}
}

func (b *Bird) setShares(list []int) string {
	if len(list) > MaxModels {
		return fmt.Sprintf("= %s has too many numbers: at most %d are allowed", literal(anyList(list)), MaxModels)
	}
	b.SetShares(list)
	return ""
}

// Model returns the bird reduced to the model with index k and its settings.
func (b *Bird) Model(k int) Bird {
	one := *b
	one.File, one.More, one.Shares = b.Files()[k], [MaxModels - 1]string{}, [MaxModels]int{}
	one.ModelSettings, one.MoreSettings = *b.Settings(k), [MaxModels - 1]ModelSettings{}
	return one
}

// WithModel returns a copy of the scene in which the first flock has only the model with index k.
func WithModel(sc *Scenario, k int) *Scenario {
	one := *sc
	one.Bird = sc.Bird.Model(k)
	return &one
}

// checkModels returns an error if the keys about models contradict each other. If the file sets other models
// than the base, but no shares, all shares are equal.
func (d *decoder) checkModels() error {
	entries := map[string]entry{}
	for _, e := range d.entries {
		if len(e.keys) == 2 && e.keys[0] == "bird" {
			entries[e.keys[1]] = e
		}
	}
	b := &d.s.Bird
	shares, shared := entries["shares"]
	list, many := entries["files"]
	if _, one := entries["file"]; one && many {
		return d.errorAt(list, "bird.files and bird.file cannot be used together; remove one of them")
	} else if one {
		b.More, b.Shares = [MaxModels - 1]string{}, [MaxModels]int{}
	}
	if err := d.checkModelSettings(entries); err != nil {
		return err
	}
	if !shared {
		return nil
	}
	d.fields[fieldKey{"bird", "shares"}].store(d.s, d.value(shares)) // setting the files has reset the shares
	if numbers, _ := d.value(shares).([]any); len(numbers) != len(b.Files()) {
		return d.errorAt(shares, "bird.shares must have an entry for each model (entries: %d, models: %d)", len(numbers), len(b.Files()))
	}
	return nil
}

// RenameFiles replaces the path of each model file. It does not change the names of built-in birds.
func (b *Bird) RenameFiles(to func(path string) string) {
	for k, file := range b.Files() {
		if !IsModelFile(file) {
			continue
		}
		if k == 0 {
			b.File = to(file)
		} else {
			b.More[k-1] = to(file)
		}
	}
}

// DrawsBirds reports whether the scene draws birds instead of spheres.
func (s *Scenario) DrawsBirds() bool { return s.Show.Style == look.Birds }
