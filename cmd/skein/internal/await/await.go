package await

import "context"

// Do runs work that takes long and cannot be stopped. If ctx is cancelled, Do returns at once, and the work
// goes on in the background.
func Do[T any](ctx context.Context, do func() (T, error)) (none T, err error) {
	if err := ctx.Err(); err != nil {
		return none, err
	}
	return Start(ctx, do)()
}

// Start starts work that takes long and cannot be stopped. The function that it returns waits for the
// result, but returns at once if ctx is cancelled.
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
