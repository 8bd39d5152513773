// A recorded flight. Go's type flight in flight.go describes its encoding.

import { clamp, mix, nlerp, type Quat } from "./maths.ts";
import type { Moves } from "./solids.ts";
import { Flag, type FlockEvent, type FlockSource, type Instances, type View } from "./source.ts";

/** The description of a flight; see Go's FlightAbout. */
export interface FlightAbout {
    readonly birds: number;
    readonly frames: number;
    readonly fps: number;
    readonly start: number;              // simulated time of the first frame, s
    readonly quantum: number;            // unit of positions, m
    readonly turn: number;               // unit of the components of rotations
    readonly species: readonly number[]; // number of birds of each species
    readonly spans: readonly number[];   // wingspan of each species, m
    readonly sizes: readonly { frame: number; species: number; size: number }[] | null;
    readonly ids: readonly number[];
    readonly names?: readonly string[];
    readonly models?: readonly number[]; // index of each bird's model among those of its species
}

const mostInstances = 12_000_000;
const traceRate = 10; // points of a trace per second

/** Reader reads numbers of variable length. It fails at the end of the data. */
class Reader {
    private at = 0;
    constructor(private readonly bytes: Uint8Array) {}

    unsigned(): number {
        let value = 0, factor = 1;
        for (let k = 0; k < 8; k++) {
            if (this.at >= this.bytes.length) throw new Error("The flight's data ends too early.");
            const byte = this.bytes[this.at++];
            value += (byte & 0x7f) * factor;
            if (byte < 0x80) return value;
            factor *= 128;
        }
        throw new Error("The flight's data is damaged.");
    }

    signed(): number {
        const n = this.unsigned();
        return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
    }
}

/** checked returns the description of a flight. It fails if its numbers are not plausible. */
export function checked(about: FlightAbout): FlightAbout {
    const whole = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 0;
    const list = (all: unknown, n: number) => Array.isArray(all) && all.length === n;
    const { birds, frames, fps, species } = about;
    if (!Number.isFinite(about.start) || !whole(birds) || !whole(frames) || frames < 1 || birds * frames > mostInstances || !(fps > 0 && fps < 1e5) ||
        !list(species, species.length) || !species.every(whole) || species.reduce((a, b) => a + b, 0) !== birds ||
        !list(about.spans, species.length) || !list(about.ids, birds) || about.names != null && !list(about.names, birds) ||
        about.models != null && !list(about.models, birds)) {
        throw new Error("The flight's description is damaged.");
    }
    return about;
}

/** A time span in which a bird leads, in frames; to is the first frame after it. */
interface Lead { readonly bird: number; readonly from: number; readonly to: number }

export class Recorded implements FlockSource {
    readonly count: number;
    readonly start: number;
    readonly duration: number;
    readonly events: readonly FlockEvent[];
    private readonly frames: number;
    private readonly fps: number;
    // Values of bird b in frame f have the index b * frames + f.
    private readonly position: Float32Array;
    private readonly rotation: Int16Array;
    private readonly phase: Uint16Array;
    private readonly held: Uint8Array;
    private readonly flags: Uint8Array;
    private readonly speciesOf: Uint8Array;
    private readonly leads: Lead[] = [];

    constructor(private readonly about: FlightAbout, data: Uint8Array, private readonly views: Float32Array, private readonly moves: Moves | undefined) {
        const { birds, frames, fps } = checked(about);
        this.count = birds;
        this.frames = frames;
        this.fps = fps;
        this.start = about.start;
        this.duration = (frames - 1) / fps;
        const n = birds * frames;
        this.position = new Float32Array(3 * n);
        this.rotation = new Int16Array(4 * n);
        this.phase = new Uint16Array(n);
        this.held = new Uint8Array(2 * n);
        this.flags = new Uint8Array(n);
        this.speciesOf = new Uint8Array(birds);
        let first = 0;
        about.species.forEach((many, k) => { this.speciesOf.fill(k, first, first += many); });
        this.decode(new Reader(data));
        this.findLeads();
        this.events = this.leads.flatMap((l): FlockEvent[] => [
            { time: l.from / fps, bird: l.bird, kind: "began" },
            ...l.to < frames ? [{ time: l.to / fps, bird: l.bird, kind: "ended" } as const] : [],
        ]).sort((a, b) => a.time - b.time);
    }

    private decode(from: Reader): void {
        for (let b = 0; b < this.count; b++) {
            let flags = 0;
            for (let f = 0; f < this.frames; f++) {
                flags ^= from.unsigned();
                this.flags[b * this.frames + f] = flags;
            }
        }
        const { quantum } = this.about;
        for (let k = 0; k < 3; k++) this.column(from, true, (i, x) => { this.position[3 * i + k] = x * quantum; });
        for (let k = 0; k < 4; k++) this.column(from, true, (i, x) => { this.rotation[4 * i + k] = clamp(x, -32767, 32767); });
        this.column(from, true, (i, x) => { this.phase[i] = x; });
        for (let k = 0; k < 2; k++) this.column(from, false, (i, x) => { this.held[2 * i + k] = clamp(x, 0, 255); });
    }

    /** column reads a column of numbers and gives each to set. steady says whether numbers change steadily. */
    private column(from: Reader, steady: boolean, set: (i: number, x: number) => void): void {
        for (let b = 0; b < this.count; b++) {
            let last = 0, before = 0, seen = 0;
            for (let i = b * this.frames; i < (b + 1) * this.frames; i++) {
                if ((this.flags[i] & Flag.present) === 0) continue;
                const now = from.signed() + (steady && seen > 1 ? 2 * last - before : last);
                before = last;
                last = now;
                seen++;
                set(i, now);
            }
        }
    }

    private findLeads(): void {
        for (let b = 0; b < this.count; b++) {
            let since = -1;
            for (let f = 0; f <= this.frames; f++) {
                const leads = f < this.frames && (this.flags[b * this.frames + f] & Flag.leading) !== 0;
                if (leads && since < 0) since = f;
                if (!leads && since >= 0) {
                    this.leads.push({ bird: b, from: since, to: f });
                    since = -1;
                }
            }
        }
    }

    sample(time: number, out: Instances): number {
        const at = clamp(time, 0, this.duration) * this.fps;
        const f = Math.min(Math.floor(at + 1e-6), this.frames - 1), share = clamp(at - f, 0, 1);
        const sizes = this.sizes(f);
        for (let b = 0; b < Math.min(this.count, out.capacity); b++) {
            this.sampleBird(b, f, share, out);
            const species = this.speciesOf[b];
            out.species[b] = species;
            out.model[b] = this.about.models?.[b] ?? 0;
            out.size[b] = sizes[species];
        }
        return at / this.fps;
    }

    private sizes(frame: number): number[] {
        const all = this.about.spans.slice();
        for (const z of this.about.sizes ?? []) if (z.frame <= frame && z.species in all) all[z.species] = this.about.spans[z.species] * z.size;
        return all;
    }

    /** sampleBird sets bird b at a share of the way from frame f to the next. */
    private sampleBird(b: number, f: number, share: number, out: Instances): void {
        let i = b * this.frames + f;
        const follows = f + 1 < this.frames && this.joined(i);
        if (!follows && share >= 0.5 && f + 1 < this.frames && (this.flags[i + 1] & Flag.present) !== 0) {
            i++; // the bird has jumped, or has just appeared
            share -= 1;
        }
        out.flags[b] = this.flags[i];
        if ((this.flags[i] & Flag.present) === 0) return;
        const p = this.position, q = this.rotation, dt = 1 / this.fps;
        let speed = 0;
        for (let k = 0; k < 3; k++) {
            const v = this.velocity(i, f, k);
            speed += v * v;
            out.position[3 * b + k] = follows
                ? cubic(p[3 * i + k], p[3 * i + 3 + k], v * dt, this.velocity(i + 1, f + 1, k) * dt, share)
                : p[3 * i + k] + v * dt * share;
        }
        out.speed[b] = Math.sqrt(speed);
        const j = follows ? i + 1 : i;
        const turn = nlerp([q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]], [q[4 * j], q[4 * j + 1], q[4 * j + 2], q[4 * j + 3]], clamp(share, 0, 1));
        out.rotation.set(turn, 4 * b);
        const turns = (this.phase[i] + ((this.phase[j] - this.phase[i]) & 0xffff) * clamp(share, 0, 1)) / 256;
        out.phase[b] = turns - Math.floor(turns);
        for (let k = 0; k < 2; k++) out.held[2 * b + k] = mix(this.held[2 * i + k], this.held[2 * j + k], clamp(share, 0, 1)) / 255;
    }

    /** joined reports whether a bird flies from index i to the next one without a jump. */
    private joined(i: number): boolean {
        const there = this.flags[i] & this.flags[i + 1] & Flag.present;
        return there !== 0 && (this.flags[i + 1] & Flag.jumped) === 0;
    }

    /** velocity returns coordinate k of a bird's velocity in m/s. The value at index i belongs to the given frame. */
    private velocity(i: number, frame: number, k: number): number {
        const p = this.position;
        const before = frame > 0 && this.joined(i - 1), after = frame + 1 < this.frames && this.joined(i);
        const from = before ? i - 1 : i, to = after ? i + 1 : i;
        return from === to ? 0 : (p[3 * to + k] - p[3 * from + k]) * this.fps / (to - from);
    }

    trace(bird: number, from: number, to: number, out: number[]): void {
        const step = Math.max(1, Math.round(this.fps / traceRate));
        const last = clamp(to, 0, this.duration) * this.fps;
        let gap = true;
        for (let f = Math.max(0, Math.ceil(from * this.fps / step) * step); f <= last; f += step) {
            const i = bird * this.frames + f;
            let leads = 0, whole = true;
            for (let k = f; k < Math.min(f + step, this.frames - 1); k++) {
                const j = bird * this.frames + k;
                leads |= this.flags[j] & Flag.leading;
                whole &&= k >= last || this.joined(j);
            }
            if ((this.flags[i] & Flag.present) === 0) {
                if (!gap) out.push(NaN, NaN, NaN, NaN);
                gap = true;
                continue;
            }
            out.push(this.position[3 * i], this.position[3 * i + 1], this.position[3 * i + 2], leads !== 0 ? 1 : 0);
            gap = !whole;
            if (gap) out.push(NaN, NaN, NaN, NaN);
        }
    }

    leaders(from: number, to: number): readonly number[] {
        const all = new Set<number>();
        for (const l of this.leads) if (l.from <= to * this.fps && l.to >= from * this.fps) all.add(l.bird);
        return [...all];
    }

    name(bird: number): string { return this.about.names?.[bird] ?? String(this.about.ids[bird]); }

    places(time: number): Float32Array | undefined { return this.moves?.places(clamp(time, 0, this.duration) * this.fps); }

    camera(time: number): View | undefined {
        const n = Math.min(this.frames, Math.floor(this.views.length / 9));
        if (n === 0) return undefined;
        const at = clamp(time * this.fps, 0, n - 1), i = Math.floor(at), j = Math.min(i + 1, n - 1);
        const a = this.view(i), b = this.view(j);
        const same = a.hide === b.hide && Math.abs(dot4(a.rotation, b.rotation)) > 0.98; // otherwise the camera cuts
        const share = same ? at - i : 0;
        return {
            eye: [mix(a.eye[0], b.eye[0], share), mix(a.eye[1], b.eye[1], share), mix(a.eye[2], b.eye[2], share)],
            rotation: nlerp(a.rotation, b.rotation, share), fov: mix(a.fov, b.fov, share), hide: a.hide,
        };
    }

    private view(i: number): View {
        const v = this.views.subarray(9 * i, 9 * i + 9);
        return { eye: [v[0], v[1], v[2]], rotation: [v[3], v[4], v[5], v[6]], fov: clamp(v[7], 0.02, 3), hide: v[8] };
    }
}

function dot4(a: Quat, b: Quat): number { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

/** cubic returns the curve from a to b with the slopes u and v at its ends. */
function cubic(a: number, b: number, u: number, v: number, t: number): number {
    return a + t * (u + t * (3 * (b - a) - 2 * u - v + t * (2 * (a - b) + u + v)));
}
