// Messages between the page and the worker that simulates the flock. The types of the data are the types of Go's
// package engine/web/live.

export type Value = number | boolean | string;
export type Values = Readonly<Record<string, Value>>;

export interface Parameter {
    readonly key: string;
    readonly group: string;
    readonly owner?: string;   // model that its rule belongs to; absent: the flock's own
    readonly label: string;
    readonly unit?: string;
    readonly doc: string;
    readonly kind: "number" | "whole" | "switch" | "choice";
    readonly min: number;
    readonly max: number;
    readonly soft: number;     // end of the slider
    readonly options?: readonly string[];
    readonly value: Value;     // the scene's value
}

export interface FlockAbout {
    readonly name: string;
    readonly model: string;
    readonly count: number;
    readonly params: readonly Parameter[];
}

export interface Suggestion { readonly label: string; readonly set: Values }
export interface Step { readonly text: string; readonly point: string; readonly wait: string }

export interface Description {
    readonly seed: string;
    readonly tickRate: number;
    readonly flocks: readonly FlockAbout[];
    readonly suggestions: readonly Suggestion[];
    readonly lessons: readonly Step[];
    readonly threat: boolean;  // whether birds can flee from the pointer
    readonly plane: boolean;   // whether the flock flies in a plane
    readonly leads: boolean;   // whether birds may take the lead
    readonly question: string; // title of the part that explains the chosen bird
}

export interface FlockState { readonly values: Values; readonly idle: readonly string[] }

export interface Test { readonly name: string; readonly value: string; readonly needed: string; readonly passed: boolean; readonly doc: string }

export interface Inspection {
    readonly bird: number;
    readonly question: string;
    readonly answer: string;
    readonly seconds: number;
    readonly tests: readonly Test[];
    readonly now: string;
    readonly facts: readonly { readonly name: string; readonly value: string }[];
    readonly steers: readonly { readonly rule: string; readonly length: number }[];
    readonly unit: string;
}

export interface FrameMessage {
    readonly kind: "frame";
    readonly run: number;              // number of the restart, from 0
    readonly tick: number;
    readonly counts: readonly number[]; // birds of each flock
    readonly hash: string;             // hash of the state, 16 hexadecimal digits
    readonly polarization: number;     // polarization of the first flock; NaN if no bird flies
    readonly events: readonly { readonly tick: number; readonly bird: number; readonly kind: "began" | "ended" | "attack" | "split" }[];
    readonly places: readonly number[] | undefined; // placements of all obstacles, if they changed (see SolidsAbout)
    readonly birds: Float32Array<ArrayBuffer>; // birdFloats values of each bird
    readonly milliseconds: number;     // time of a tick
}

/** Number of values of a bird in a frame (see live.BirdFloats): position, rotation, phase, speed, flags. */
export const birdFloats = 10;

export type ToWorker =
    | { readonly kind: "open"; readonly core: string; readonly text: string; readonly start: ArrayBuffer | null }
    | { readonly kind: "run"; readonly run: number; readonly to: number }
    | { readonly kind: "set"; readonly flock: number; readonly values: Values }
    | { readonly kind: "inspect"; readonly bird: number }
    | { readonly kind: "threat"; readonly at: readonly [number, number, number] | null }
    | { readonly kind: "restart"; readonly seed: string };

export type FromWorker =
    | { readonly kind: "ready" }
    | FrameMessage
    | { readonly kind: "states"; readonly states: readonly FlockState[] }
    | { readonly kind: "restarted"; readonly run: number; readonly seed: string; readonly states: readonly FlockState[] }
    | { readonly kind: "inspection"; readonly inspection: Inspection }
    | { readonly kind: "refused"; readonly message: string }
    | { readonly kind: "failed"; readonly message: string };
