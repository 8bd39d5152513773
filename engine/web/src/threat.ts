// The pointer as a threat: birds flee from the mouse or the finger.

import { element } from "./dom.ts";
import { add, normalize, rotate, scale, sub, type Vec3 } from "./maths.ts";
import type { View } from "./source.ts";

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * placeUnder returns the place where the ray through a point of the picture meets the plane through middle that faces
 * the camera, or a level plane. x and y are from -1 to 1, to the right and up.
 */
export function placeUnder(view: View, aspect: number, x: number, y: number, middle: Vec3, level: boolean): Vec3 | undefined {
    const t = Math.tan(view.fov / 2), ray = normalize(rotate(view.rotation, [x * t * aspect, y * t, -1]));
    const normal: Vec3 = level ? [0, 1, 0] : rotate(view.rotation, [0, 0, -1]);
    const way = dot(sub(middle, view.eye), normal) / dot(ray, normal);
    return way > 0 && Number.isFinite(way) ? add(view.eye, scale(ray, way)) : undefined;
}

/** Threat covers the picture while it is on. It reports the position of the pointer, in the units of placeUnder. */
export class Threat {
    readonly cover = element("div", { class: "threat" });
    private readonly mark = element("i");
    private at: { x: number; y: number } | undefined;
    private changed = false;

    constructor(private readonly canvas: HTMLCanvasElement) {
        this.cover.hidden = true;
        this.cover.append(this.mark);
        const move = (e: PointerEvent) => { this.moveTo(e.clientX, e.clientY); };
        this.cover.addEventListener("pointerdown", e => {
            this.cover.setPointerCapture(e.pointerId);
            move(e);
        });
        this.cover.addEventListener("pointermove", move);
        this.cover.addEventListener("pointerleave", () => { this.leave(); });
        this.cover.addEventListener("pointercancel", () => { this.leave(); });
        this.cover.addEventListener("pointerup", e => { if (e.pointerType !== "mouse") this.leave(); });
        this.cover.addEventListener("wheel", e => {
            e.preventDefault();
            canvas.dispatchEvent(new WheelEvent("wheel", e));
        }, { passive: false });
    }

    get on(): boolean { return !this.cover.hidden; }

    turn(on: boolean): void {
        this.cover.hidden = !on;
        this.leave();
    }

    private moveTo(x: number, y: number): void {
        const box = this.canvas.getBoundingClientRect();
        this.at = { x: 2 * (x - box.left) / box.width - 1, y: 1 - 2 * (y - box.top) / box.height };
        this.changed = true;
        this.mark.style.transform = `translate(${x}px, ${y}px)`;
        this.mark.hidden = false;
    }

    private leave(): void {
        this.at = undefined;
        this.changed = true;
        this.mark.hidden = true;
    }

    /**
     * take returns the position of the pointer, null if there is none, or undefined if nothing changed since the
     * last call. The birds move on, so a pointer at rest is also a change.
     */
    take(): { x: number; y: number } | null | undefined {
        if (!this.changed && this.at === undefined) return undefined;
        this.changed = false;
        return this.at ?? null;
    }
}
