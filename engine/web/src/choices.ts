// The user's changes of parameters, and two sets of them to switch between.

import type { Description, Value, Values } from "./protocol.ts";

type Changes = readonly Map<string, Value>[]; // changes of each flock

/** Choices keeps two sets of changes, A and B. One of them is in effect. */
export class Choices {
    now: "A" | "B" = "A";
    private sets: Record<"A" | "B", Changes>;

    /** The object calls apply with the values that differ after a switch. */
    constructor(private readonly about: Description, private readonly apply: (flock: number, values: Values) => void) {
        const none = () => about.flocks.map(() => new Map<string, Value>());
        this.sets = { A: none(), B: none() };
    }

    note(flock: number, values: Values): void {
        for (const [key, v] of Object.entries(values)) {
            if (v === this.original(flock, key)) this.sets[this.now][flock].delete(key);
            else this.sets[this.now][flock].set(key, v);
        }
    }

    switch(): void {
        const from = this.sets[this.now];
        this.now = this.now === "A" ? "B" : "A";
        this.become(from);
    }

    reset(): void {
        const from = this.sets[this.now];
        this.sets[this.now] = this.about.flocks.map(() => new Map<string, Value>());
        this.become(from);
    }

    /** differing returns the number of parameters that differ between A and B. */
    get differing(): number {
        return this.about.flocks.reduce((sum, _, k) => sum + this.difference(this.sets.A[k], this.sets.B[k], k).length, 0);
    }

    /** changed returns the number of parameters that differ from the scene. */
    get changed(): number { return this.sets[this.now].reduce((sum, flock) => sum + flock.size, 0); }

    private become(from: Changes): void {
        this.about.flocks.forEach((_, k) => {
            const to = this.sets[this.now][k], keys = this.difference(from[k], to, k);
            if (keys.length > 0) this.apply(k, Object.fromEntries(keys.map(key => [key, to.get(key) ?? this.original(k, key)])));
        });
    }

    private difference(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>, flock: number): string[] {
        const at = (m: ReadonlyMap<string, Value>, key: string) => m.get(key) ?? this.original(flock, key);
        return [...new Set([...a.keys(), ...b.keys()])].filter(key => at(a, key) !== at(b, key));
    }

    private original(flock: number, key: string): Value {
        const p = this.about.flocks[flock].params.find(p => p.key === key);
        if (p === undefined) throw new Error(`There is no parameter ${key}.`);
        return p.value;
    }
}
