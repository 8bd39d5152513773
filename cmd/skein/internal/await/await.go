package await

import "context"

// Do calls do, which may take a long time and cannot be interrupted. If ctx is cancelled, Do returns at once,
// and do continues in the background.
func Do[T any](ctx context.Context, do func() (T, error)) (result T, err error) {
	if err := ctx.Err(); err != nil {
		return result, err
	}
	return Start(ctx, do)()
}

// Start starts do, which may take a long time and cannot be interrupted. It returns a function that waits for
// the result, or until ctx is cancelled.
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
			var zero T
			return zero, ctx.Err()
		}
	}
}
