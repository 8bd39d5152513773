package await

import "context"

// Do does something that takes long and cannot be stopped, and leaves it
// when ctx is done, or does not begin it.
func Do[T any](ctx context.Context, do func() (T, error)) (none T, err error) {
	if err := ctx.Err(); err != nil {
		return none, err
	}
	return Start(ctx, do)()
}

// Start begins something that takes long and cannot be stopped, and returns
// what waits for it, and leaves it when ctx is done.
func Start[T any](ctx context.Context, do func() (T, error)) func() (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := do()
		done <- result{v, err}
	}()
	return func() (T, error) {
		select {
		case r := <-done:
			return r.value, r.err
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
	}
}
