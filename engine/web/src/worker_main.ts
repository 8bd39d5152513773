// The program of the worker: it simulates the flock with the core, engine/web/core. The page puts Go's
// runtime for JavaScript before it.

import { bytesOf, inflated } from "./data.ts";
import { birdFloats, type Description, type FlockState, type FrameMessage, type FromWorker, type Inspection, type ToWorker } from "./protocol.ts";

/** The functions of the core. Each returns an Error if it fails. */
interface Core {
    load(name: string, text: string, start: Uint8Array | null): string | Error;
    restart(seed: string): Error | null;
    step(ticks: number): { tick: number; counts: number[]; hash: string; polarization: number; events: string; solids: string } | Error;
    frame(bytes: Uint8Array): number | Error;
    set(flock: number, values: string): Error | null;
    states(): string | Error;
    inspect(bird: number): string | Error;
    threat(...at: number[]): Error | null;
}

interface GoRuntime { readonly importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }

interface Scope {
    readonly Go: new () => GoRuntime;
    readonly skein: Core;
    onmessage: ((e: MessageEvent<ToWorker>) => void) | null;
    postMessage(message: FromWorker, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as Scope;
const wake = new MessageChannel();

let tick = 0, target = 0, ticksPerFrame = 1, run = 0, waiting = false;

/** valid returns the result of the core, or throws its error. */
function valid<T>(result: T | Error): T {
    if (result instanceof Error) throw result;
    return result;
}

function post(message: FromWorker, transfer: Transferable[] = []): void { scope.postMessage(message, transfer); }

function states(): FlockState[] { return JSON.parse(valid(scope.skein.states())) as FlockState[]; }

/** open starts the core, which is compressed and in base64, and loads the scene. */
async function open(core: string, text: string, start: ArrayBuffer | null): Promise<void> {
    const go = new scope.Go();
    const wasm = new Response(inflated(bytesOf(core)), { headers: { "Content-Type": "application/wasm" } });
    const { instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject);
    void go.run(instance).then(() => { post({ kind: "failed", message: "The simulation ended." }); });
    const description = JSON.parse(valid(scope.skein.load("scene.toml", text, start === null ? null : new Uint8Array(start)))) as Description;
    ticksPerFrame = Math.max(1, Math.round(description.tickRate / 30));
    post({ kind: "ready" });
    advance(0);
}

/** advance simulates some ticks and posts the birds. */
function advance(ticks: number): void {
    const began = performance.now();
    const { tick: now, counts, hash, polarization, events, solids } = valid(scope.skein.step(ticks));
    const birds = new Float32Array(birdFloats * counts.reduce((sum, n) => sum + n, 0));
    valid(scope.skein.frame(new Uint8Array(birds.buffer)));
    tick = now;
    post({
        kind: "frame", run, tick, counts, hash, polarization, birds, milliseconds: (performance.now() - began) / Math.max(1, ticks),
        events: events === "" ? [] : JSON.parse(events) as FrameMessage["events"],
        places: solids === "" ? undefined : (JSON.parse(solids) as number[][]).flat(),
    }, [birds.buffer]);
}

/** proceed simulates towards the target. Between two frames, it lets messages in. */
function proceed(): void {
    if (waiting || tick >= target) return;
    waiting = true;
    wake.port2.postMessage(0);
}

wake.port1.onmessage = () => {
    waiting = false;
    if (tick < target) guard(() => { advance(ticksPerFrame); });
    proceed();
};

/** guard reports an error of the simulation. */
function guard(act: () => void): void {
    try {
        act();
    } catch (e) {
        target = tick;
        post({ kind: "failed", message: messageOf(e) });
    }
}

/** ask carries out a request of the user. If this is not possible, the page shows the reason. */
function ask(act: () => void): void {
    try {
        act();
    } catch (e) {
        post({ kind: "refused", message: messageOf(e) });
    }
}

function messageOf(e: unknown): string { return e instanceof Error ? e.message : String(e); }

scope.onmessage = ({ data: m }) => {
    switch (m.kind) {
        case "open":
            open(m.core, m.text, m.start).catch((e: unknown) => { post({ kind: "failed", message: messageOf(e) }); });
            break;
        case "run":
            if (m.run !== run) break; // the page sent the request before it knew of the restart
            target = m.to;
            proceed();
            break;
        case "set":
            ask(() => { valid(scope.skein.set(m.flock, JSON.stringify(m.values))); });
            post({ kind: "states", states: states() });
            break;
        case "inspect":
            ask(() => { post({ kind: "inspection", inspection: JSON.parse(valid(scope.skein.inspect(m.bird))) as Inspection }); });
            break;
        case "threat":
            ask(() => { valid(m.at === null ? scope.skein.threat() : scope.skein.threat(...m.at)); });
            break;
        case "restart":
            ask(() => {
                valid(scope.skein.restart(m.seed));
                run++;
                target = 0;
                post({ kind: "restarted", run, seed: m.seed, states: states() });
                advance(0);
            });
    }
};
