// The interface between a flock and the viewer. recorded.ts implements it for a recording, live.ts for a
// flock that is simulated in a worker.
//
// Positions are in metres, with Y up, right-handed. Rotations are unit quaternions from bird axes (X left,
// Y up, Z forward) to the world's, in the order x, y, z, w. Times are simulated seconds
// since the first instant.

/** Flags of a bird at an instant. */
export const Flag = { present: 1, jumped: 2, leading: 4, gliding: 8, perched: 16, landing: 32 } as const;

/** All birds at an instant. The viewer creates it, and a source fills it. */
export class Instances {
    readonly position: Float32Array; // x, y, z of each bird, m
    readonly rotation: Float32Array; // x, y, z, w of each bird
    readonly phase: Float32Array;    // phase of the wingbeat in turns, [0,1); at 0 the wings are fully open
    readonly held: Float32Array;     // weights of the poses rest and flare of each bird, 0 to 1
    readonly speed: Float32Array;    // over the ground, m/s
    readonly size: Float32Array;     // wingspan, m
    readonly species: Uint8Array;    // index in FlockSource.species
    readonly model: Uint8Array;      // index among the models of the species
    readonly flags: Uint8Array;      // see Flag; a bird without Flag.present is not drawn

    constructor(readonly capacity: number) {
        this.position = new Float32Array(3 * capacity);
        this.rotation = new Float32Array(4 * capacity);
        this.phase = new Float32Array(capacity);
        this.held = new Float32Array(2 * capacity);
        this.speed = new Float32Array(capacity);
        this.size = new Float32Array(capacity);
        this.species = new Uint8Array(capacity);
        this.model = new Uint8Array(capacity);
        this.flags = new Uint8Array(capacity);
    }
}

/** An escape of a leader: something to show on the timeline. */
export interface FlockEvent {
    readonly time: number; // s
    readonly bird: number; // index of the bird
    readonly kind: "began" | "ended";
}

/** The camera at an instant. */
export interface View {
    eye: [number, number, number];               // m
    rotation: [number, number, number, number];  // from camera axes (right, up, backward): x, y, z, w
    fov: number;                                 // full vertical angle, radians
    hide: number;                                // index of the bird that is not drawn, or -1
}

export interface FlockSource {
    /** count is the largest possible number of birds. Indices of birds are less than this. */
    readonly count: number;
    /** start is the simulated time of the first instant, s. Other times are relative to it. */
    readonly start: number;
    /** duration is the length in s, or Infinity if the flock is live. */
    readonly duration: number;
    /** events lists the events up to now, in order of time. */
    readonly events: readonly FlockEvent[];
    /** sample fills out with the birds at the given time or, if there are none, at the nearest time with birds. It returns the time. */
    sample(time: number, out: Instances): number;
    /**
     * trace appends the positions of a bird between two times to out, oldest first: x, y, z, and 1 if the
     * bird leads then, otherwise 0. For a jump of the bird, or its absence, it appends four NaN.
     */
    trace(bird: number, from: number, to: number, out: number[]): void;
    /** leaders returns the birds that lead at any time between two times. */
    leaders(from: number, to: number): readonly number[];
    name(bird: number): string;
    /** places returns the placements of the obstacles at a time, one after the other (see SolidsAbout). undefined means those at the start. */
    places(time: number): Float32Array | undefined;
    /** camera returns the scene's own camera at a time, if the source has one. */
    camera(time: number): View | undefined;
}
