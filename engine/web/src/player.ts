// The clock of the viewer. It determines the instant of the flock that the picture shows.

import { clamp } from "./maths.ts";
import type { FlockSource } from "./source.ts";

/** Speeds at which a flock can play, in simulated seconds per second. */
export const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];

export class Player {
    /** time is the simulated time that the picture shows, s. */
    time = 0;
    playing: boolean;
    speed = 1;

    constructor(private readonly source: FlockSource, playing: boolean) { this.playing = playing; }

    get live(): boolean { return !Number.isFinite(this.source.duration); }
    get ended(): boolean { return !this.live && this.time >= this.source.duration; }

    /** advance advances the time by seconds of the wall clock. */
    advance(seconds: number): void {
        if (!this.playing) return;
        this.time += clamp(seconds, 0, 0.25) * this.speed;
        if (this.time >= this.source.duration) {
            this.time = this.source.duration;
            this.playing = false;
        }
    }

    toggle(): void {
        if (this.ended && !this.playing) this.time = 0;
        this.playing = !this.playing;
    }

    seek(time: number): void { this.time = clamp(time, 0, this.source.duration); }

    /** faster chooses the next higher speed or, with -1, the next lower speed. */
    faster(by: 1 | -1): void {
        const k = speeds.findIndex(s => s >= this.speed);
        this.speed = speeds[clamp(k + by, 0, speeds.length - 1)];
    }
}
