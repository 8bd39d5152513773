//go:build js && wasm

// Core is the simulation of a flock for a web page. The program defines the object skein, which
// JavaScript calls, and then waits. The functions of skein return an Error if they fail. They
// return JSON as text. src/protocol.ts describes its content.
package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strconv"
	"syscall/js"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/web/live"
)

type core struct {
	session *live.Session
	frame   []float32
}

// garbagePercent is the growth of the heap, in per cent, after which the garbage collector runs. It
// is large, because the heap is small and there is no second core for the collector.
const garbagePercent = 400

func main() {
	debug.SetGCPercent(garbagePercent)
	c := &core{}
	js.Global().Set("skein", map[string]any{
		"load":    function(c.load),
		"restart": function(c.restart),
		"step":    function(c.step),
		"frame":   function(c.copyFrame),
		"set":     function(c.set),
		"states":  function(c.states),
		"inspect": function(c.inspect),
		"threat":  function(c.threat),
		"hash":    function(c.hash),
	})
	select {}
}

// function makes a Go function callable from JavaScript. It returns an Error for an error or a panic.
func function(f func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (out any) {
		defer func() {
			if r := recover(); r != nil {
				out = errorOf(fmt.Sprint(r))
			}
		}()
		v, err := f(args)
		if err != nil {
			return errorOf(err.Error())
		}
		return v
	})
}

func errorOf(text string) js.Value { return js.Global().Get("Error").New(text) }

// load starts a scene and returns its description as JSON. It is called as load(name, text of the scenario
// file, checkpoint or null).
func (c *core) load(args []js.Value) (any, error) {
	var start []byte
	if !args[2].IsNull() {
		start = make([]byte, args[2].Get("length").Int())
		js.CopyBytesToGo(start, args[2])
	}
	s, err := live.Open(args[0].String(), []byte(args[1].String()), start)
	if err != nil {
		return nil, err
	}
	c.session = s
	return encode(s.Describe())
}

func (c *core) restart(args []js.Value) (any, error) {
	seed, err := strconv.ParseUint(args[0].String(), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("seed %q: must be a whole number from 0 to 18446744073709551615", args[0].String())
	}
	return nil, c.session.Restart(seed)
}

// step advances the flock. It is called as step(ticks). It returns the tick, the number of birds in each
// flock, the hash and the polarization, which is NaN if undefined. It also returns two JSON values: the
// events since the last call, and the placements of all obstacles. The second is empty if the placements have
// not changed.
func (c *core) step(args []js.Value) (any, error) {
	s := c.session
	s.Step(args[0].Int())
	events, err := encodeAll(s.TakeEvents())
	if err != nil {
		return nil, err
	}
	solids, err := encodeAll(s.TakeSolids())
	if err != nil {
		return nil, err
	}
	polarization := js.Global().Get("NaN")
	if x, ok := s.Polarization(); ok {
		polarization = js.ValueOf(x)
	}
	counts := []any{}
	for _, n := range s.Counts() {
		counts = append(counts, n)
	}
	c.frame = s.AppendFrame(c.frame[:0])
	return map[string]any{
		"tick": float64(s.Snapshot().Tick), "counts": counts, "hash": s.Hash(), "polarization": polarization, "events": events, "solids": solids,
	}, nil
}

// copyFrame copies the birds after the last step to an array. It is called as frame(Uint8Array). The length
// of the array is 4·live.BirdFloats bytes for each bird.
func (c *core) copyFrame(args []js.Value) (any, error) {
	if len(c.frame) == 0 {
		return 0, nil
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&c.frame[0])), 4*len(c.frame))
	return js.CopyBytesToJS(args[0], bytes), nil
}

// set changes parameters: set(index of the flock, JSON object of keys and values).
func (c *core) set(args []js.Value) (any, error) {
	var values map[string]any
	if err := json.Unmarshal([]byte(args[1].String()), &values); err != nil {
		return nil, err
	}
	return nil, c.session.Set(args[0].Int(), values)
}

func (c *core) states([]js.Value) (any, error) { return encode(c.session.States()) }

// inspect returns an explanation of a bird as JSON. It is called as inspect(id).
func (c *core) inspect(args []js.Value) (any, error) {
	why, err := c.session.Inspect(args[0].Int())
	if err != nil {
		return nil, err
	}
	return encode(why)
}

// threat makes birds flee from a place. It is called as threat(x, y, z), or threat() to end the threat.
func (c *core) threat(args []js.Value) (any, error) {
	if len(args) < 3 {
		return nil, c.session.Threat(mgl32.Vec3{}, false)
	}
	at := mgl32.Vec3{float32(args[0].Float()), float32(args[1].Float()), float32(args[2].Float())}
	return nil, c.session.Threat(at, true)
}

func (c *core) hash([]js.Value) (any, error) { return c.session.Hash(), nil }

func encode(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

func encodeAll[T any](all []T) (string, error) {
	if len(all) == 0 {
		return "", nil
	}
	return encode(all)
}
