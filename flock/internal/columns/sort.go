package columns

import "skein/flock/internal/lanes"

// Field is an array of the state that a sort reorders. Gather fills slots of a spare array, and Swap then
// exchanges the two arrays.
type Field interface {
	Gather(slots []int32, from, to int)
	Swap()
}

// FieldOf is an array with its spare array.
type FieldOf[T any] struct{ Array, Spare *[]T }

// Gather copies the elements of the array in the given slots to the elements [from, to) of the spare array.
func (f FieldOf[T]) Gather(slots []int32, from, to int) {
	Gather(*f.Spare, *f.Array, slots, from, to)
}

// Gather copies array[slots[i]] to dst[i] for i in [begin, end). A worker therefore writes sequentially, and
// only to its own part.
func Gather[T any](dst, array []T, slots []int32, begin, end int) {
	dst, slots = dst[begin:end], slots[begin:end]
	for i, slot := range slots {
		dst[i] = array[slot]
	}
}

// Swap exchanges the two arrays.
func (f FieldOf[T]) Swap() { *f.Array, *f.Spare = *f.Spare, *f.Array }

// Spares are the spare arrays that are not yet used by a field of a batch.
type Spares struct {
	Reals []*[]float32
	Whole *[]int32
	Flags *[]uint32
}

// SortBatches returns the arrays of all columns as fields of a sort. It uses as few batches as the spare
// arrays allow. newSpares returns all spare arrays.
func (t Table) SortBatches(b *lanes.Boids, newSpares func() *Spares) (batches [][]Field) {
	var spares []*Spares
	for p := range t.eachPart {
		k, a := 0, Field(nil)
		for ; a == nil; k++ {
			if k == len(spares) {
				spares, batches = append(spares, newSpares()), append(batches, nil)
			}
			a = p.sortField(b, spares[k])
		}
		batches[k-1] = append(batches[k-1], a)
	}
	return batches
}
