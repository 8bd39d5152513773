// A flock that a worker simulates while the page shows it.

import { birdFloats, type Description, type FlockState, type FrameMessage, type FromWorker, type Inspection, type ToWorker, type Values } from "./protocol.ts";
import { modelOf, type Species } from "./scene.ts";
import { Flag, type FlockEvent, type FlockSource, type Instances, type View } from "./source.ts";

/** The birds at a tick, as the page stores them. */
interface Frame {
    readonly time: number;       // s
    readonly tick: number;
    readonly hash: string;
    readonly counts: readonly number[];
    readonly birds: Float32Array;
    readonly held: Float32Array; // weights of the poses rest and flare of each bird
    readonly leaders: readonly number[];
    readonly places: Float32Array | undefined; // placements of the obstacles; undefined: those at the start
}

const foldTime = 0.28, unfoldTime = 0.16, flareTime = 0.15; // durations of changes of pose, s
const ahead = 3;      // frames that the worker simulates ahead of the picture
const mostFrames = 400;
const mostBirds = 2000; // the user can choose at least this number of birds
const mostEvents = 5000;

/** The functions of a page that receive messages about its flock. */
export interface Listener {
    started(): void;
    frame(m: FrameMessage): void;
    states(states: readonly FlockState[]): void;
    inspection(i: Inspection): void;
    restarted(seed: string): void;
    refused(message: string): void;
    failed(message: string): void;
}

/** The scene and the flock at tick 0; see Go's lessonAbout in lesson.go. */
export interface LiveAbout {
    readonly text: string; // the scenario file
    readonly size: number; // drawn size of the birds, in wingspans
    readonly description: Description;
    readonly states: readonly FlockState[];
    readonly counts: readonly number[];
    readonly hash: string;
}

export class LiveSource implements FlockSource {
    /** count is the largest number of birds that the page can show. */
    readonly count: number;
    readonly start = 0;
    readonly duration = Infinity;
    readonly events: FlockEvent[] = [];
    readonly description: Description;
    listener: Listener | undefined;
    species: readonly Species[] = []; // species of the flocks; the page sets them
    /** values contains the current values of each flock's parameters. */
    values: readonly FlockState[];
    private worker: Worker | undefined;
    private waiting: ToWorker[] | undefined = []; // messages for the simulation, until it is ready
    private frames: Frame[] = [];
    private run = 0;
    private restarting = false; // the frames still belong to the previous run
    private shown = 0;  // simulated time of the picture, s
    private asked = -1; // the tick up to which the worker must simulate

    /** birds are the birds at tick 0. keep is the time for which traces are kept, s. */
    constructor(private readonly about: LiveAbout, birds: Float32Array, private readonly keep: number) {
        this.description = about.description;
        this.values = about.states;
        const many = about.counts.reduce((sum, n) => sum + n, 0);
        if (birds.length !== birdFloats * many) throw new Error("The page's flock is damaged.");
        this.count = Math.max(mostBirds, 2 * many);
        this.frames = [{ time: 0, tick: 0, hash: about.hash, counts: about.counts, birds, held: poses(birds, 0, undefined), leaders: leadersOf(birds), places: undefined }];
    }

    /**
     * begin starts the simulation. program is the program of the worker. core is the simulation in base64.
     * checkpoint is the state at tick 0, or empty.
     */
    begin(program: string, core: string, checkpoint: ArrayBuffer): void {
        const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
        const worker = this.worker = new Worker(url);
        URL.revokeObjectURL(url);
        worker.onerror = e => { this.listener?.failed(e.message === "" ? "It did not start." : e.message); };
        worker.onmessage = ({ data: m }: MessageEvent<FromWorker>) => { this.receive(m); };
        const start = checkpoint.byteLength > 0 ? checkpoint : null;
        worker.postMessage({ kind: "open", core, text: this.about.text, start } satisfies ToWorker, start === null ? [] : [start]);
    }

    get ready(): boolean { return this.waiting === undefined; }

    private send(m: ToWorker): void {
        if (this.waiting === undefined) this.worker?.postMessage(m);
        else this.waiting.push(m);
    }

    /** middle returns the mean position of the first flock's birds, m. */
    get middle(): [number, number, number] {
        const { birds, counts } = this.last, sum: [number, number, number] = [0, 0, 0];
        for (let b = 0; b < counts[0]; b++) for (let k = 0; k < 3; k++) sum[k] += birds[birdFloats * b + k] / counts[0];
        return sum;
    }

    /** state returns the tick and the hash of the picture's birds. */
    state(time: number): { tick: number; hash: string } {
        const [, b] = this.around(time);
        return { tick: b.tick, hash: b.hash };
    }

    set(flock: number, values: Values): void { this.send({ kind: "set", flock, values }); }
    inspect(bird: number): void { this.send({ kind: "inspect", bird }); }
    threat(at: readonly [number, number, number] | null): void { this.send({ kind: "threat", at }); }
    restart(seed: string): void { this.send({ kind: "restart", seed }); }

    private get last(): Frame { return this.frames[this.frames.length - 1]; }

    private receive(m: FromWorker): void {
        switch (m.kind) {
            case "frame":
                if (m.run !== this.run) return;
                if (this.restarting) this.forget();
                this.add(m);
                this.listener?.frame(m);
                break;
            case "states":
                this.values = m.states;
                this.listener?.states(m.states);
                break;
            case "restarted":
                this.run = m.run;
                this.values = m.states;
                this.restarting = true; // until the first frame arrives, the picture shows the old frames
                this.events.length = 0;
                this.listener?.restarted(m.seed);
                this.listener?.states(m.states);
                break;
            case "inspection": this.listener?.inspection(m.inspection); break;
            case "refused": this.listener?.refused(m.message); break;
            case "failed": this.listener?.failed(m.message); break;
            case "ready": this.started(); break;
        }
    }

    private started(): void {
        const all = this.waiting ?? [];
        this.waiting = undefined;
        for (const m of all) this.send(m);
        this.listener?.started();
    }

    /** forget deletes the data of the previous run. */
    private forget(): void {
        this.restarting = false;
        this.frames = [];
        this.shown = 0;
        this.asked = -1;
    }

    private add(m: FrameMessage): void {
        const time = m.tick / this.description.tickRate;
        if (this.frames.length > 0 && this.last.tick === m.tick) this.frames.pop();
        const before = this.frames.length > 0 ? this.last : undefined;
        const places = m.places === undefined ? before?.places : Float32Array.from(m.places);
        this.frames.push({ time, tick: m.tick, hash: m.hash, counts: m.counts, birds: m.birds, held: poses(m.birds, time, before), leaders: leadersOf(m.birds), places });
        while (this.frames.length > 2 && (this.frames[1].time < time - this.keep - 1 || this.frames.length > mostFrames)) this.frames.shift();
        for (const { tick, bird, kind } of m.events) if (kind === "began" || kind === "ended") this.events.push({ time: tick / this.description.tickRate, bird, kind });
        if (this.events.length > mostEvents) this.events.splice(0, this.events.length - mostEvents);
    }

    sample(time: number, out: Instances): number {
        this.shown = this.smoothed(time);
        const [a, b] = this.around(this.shown);
        const share = b.time > a.time ? (this.shown - a.time) / (b.time - a.time) : 1;
        const n = Math.min(b.birds.length / birdFloats, out.capacity);
        out.flags.fill(0, n);
        for (let i = 0; i < n; i++) copyBird(a, b, i, share, out);
        this.copyFlocks(b, n, out);
        this.ask();
        return this.shown;
    }

    /** smoothed returns the time to show. If the worker is slower than the clock, time slows down evenly. */
    private smoothed(time: number): number {
        const frame = 1 / 30;
        const lead = this.last.time - this.shown;
        const forward = Math.max(0, time - this.shown) * Math.min(1, Math.max(0, lead / (1.5 * frame)));
        return Math.min(this.shown + forward, this.last.time);
    }

    /** ask lets the worker simulate a little ahead of the picture. */
    private ask(): void {
        if (this.restarting) return;
        const rate = this.description.tickRate;
        const to = Math.ceil(this.shown * rate + ahead * Math.max(1, rate / 30));
        if (to === this.asked) return;
        this.asked = to;
        this.send({ kind: "run", run: this.run, to });
    }

    /** around returns the frames before and after a time. */
    private around(time: number): [Frame, Frame] {
        let k = this.frames.length - 1;
        while (k > 0 && this.frames[k].time > time) k--;
        return [this.frames[k], this.frames[Math.min(k + 1, this.frames.length - 1)]];
    }

    /** copyFlocks fills in the values that all birds of a flock share. */
    private copyFlocks(f: Frame, n: number, out: Instances): void {
        let b = 0;
        f.counts.forEach((count, flock) => {
            const span = Number(this.values[flock]?.values.wingspan ?? 1) * this.about.size;
            const first = b, species = this.species.at(flock);
            for (const end = Math.min(b + count, n); b < end; b++) {
                out.model[b] = modelOf(species, b - first);
                out.size[b] = span;
                out.species[b] = flock;
            }
        });
    }

    trace(bird: number, from: number, to: number, out: number[]): void {
        const at = birdFloats * bird;
        for (const f of this.frames) {
            if (f.time < from || f.time > to) continue;
            if (at >= f.birds.length || (f.birds[at + 9] & Flag.jumped) !== 0) out.push(NaN, NaN, NaN, NaN);
            if (at < f.birds.length) out.push(f.birds[at], f.birds[at + 1], f.birds[at + 2], (f.birds[at + 9] & Flag.leading) !== 0 ? 1 : 0);
        }
    }

    leaders(from: number, to: number): readonly number[] {
        const all = new Set<number>();
        for (const f of this.frames) if (f.time >= from && f.time <= to) for (const b of f.leaders) all.add(b);
        return [...all];
    }

    name(bird: number): string { return String(bird); }
    places(time: number): Float32Array | undefined {
        const [a, b] = this.around(time), from = a.places, to = b.places;
        if (from === to || from === undefined || to === undefined) return from;
        const share = (time - a.time) / (b.time - a.time);
        return from.map((x, k) => x + (to[k] - x) * share);
    }

    camera(): View | undefined { return undefined; }
}

function leadersOf(birds: Float32Array): number[] {
    const all: number[] = [];
    for (let b = 0, n = birds.length / birdFloats; b < n; b++) {
        if ((birds[birdFloats * b + 9] & Flag.leading) !== 0) all.push(b);
    }
    return all;
}

/** copyBird fills in a bird between two frames. A bird that jumped, or is new, is copied from the later frame. */
function copyBird(a: Frame, b: Frame, i: number, share: number, out: Instances): void {
    const at = birdFloats * i, q = b.birds;
    const jumped = at >= a.birds.length || (q[at + 9] & Flag.jumped) !== 0;
    const p = jumped ? q : a.birds, t = jumped ? 1 : share;
    for (let k = 0; k < 3; k++) out.position[3 * i + k] = p[at + k] + (q[at + k] - p[at + k]) * t;
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += p[at + k] * q[at + k];
    let sum = 0;
    for (let k = 3; k < 7; k++) {
        const x = (dot < 0 ? -p[at + k] : p[at + k]) * (1 - t) + q[at + k] * t;
        out.rotation[4 * i + k - 3] = x;
        sum += x * x;
    }
    for (let k = 0; k < 4; k++) out.rotation[4 * i + k] /= Math.sqrt(sum);
    const forward = (q[at + 7] - p[at + 7] + 1) % 1; // the phase only grows
    out.phase[i] = (p[at + 7] + forward * t) % 1;
    out.speed[i] = p[at + 8] + (q[at + 8] - p[at + 8]) * t;
    out.flags[i] = t < 0.5 ? p[at + 9] : q[at + 9];
    const h = jumped ? b.held : a.held;
    for (let k = 0; k < 2; k++) out.held[2 * i + k] = h[2 * i + k] + (b.held[2 * i + k] - h[2 * i + k]) * t;
}

/** poses returns the weights of the poses rest (of a perched bird) and flare (of a landing bird). */
function poses(birds: Float32Array, time: number, before: Frame | undefined): Float32Array {
    const n = birds.length / birdFloats, held = new Float32Array(2 * n);
    const dt = before === undefined ? 1 : Math.max(0, time - before.time);
    for (let b = 0; b < n; b++) {
        const flags = birds[birdFloats * b + 9];
        const known = before !== undefined && 2 * b < before.held.length;
        const rest = (flags & Flag.perched) !== 0 ? 1 : 0, flare = (flags & Flag.landing) !== 0 ? 1 : 0;
        const step = dt / (rest === 1 ? foldTime : unfoldTime), turn = dt / flareTime;
        const r = known ? before.held[2 * b] : rest, f = known ? before.held[2 * b + 1] : flare;
        held[2 * b] = Math.min(Math.max(rest, r - step), r + step);
        held[2 * b + 1] = Math.min(Math.max(flare, f - turn), f + turn);
    }
    return held;
}
