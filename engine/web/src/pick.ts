// Finds the bird at a place in the picture.

import { rotate, type Quat, type Vec3 } from "./maths.ts";
import { Flag, type Instances, type View } from "./source.ts";

/** A place in the picture, in units of its size, from the top left corner. size is the size of a wingspan at this place. */
export interface Spot { readonly x: number; readonly y: number; readonly size: number }

/** spotOf returns the place of a bird in a picture, or undefined if the bird is behind the camera or absent. */
export function spotOf(birds: Instances, b: number, view: View, width: number, height: number): Spot | undefined {
    if ((birds.flags[b] & Flag.present) === 0 || b === view.hide) return undefined;
    const p: Vec3 = [birds.position[3 * b] - view.eye[0], birds.position[3 * b + 1] - view.eye[1], birds.position[3 * b + 2] - view.eye[2]];
    const back: Quat = [-view.rotation[0], -view.rotation[1], -view.rotation[2], view.rotation[3]];
    const c = rotate(back, p), depth = -c[2], focal = height / 2 / Math.tan(view.fov / 2);
    if (!(depth > 0.05)) return undefined;
    return { x: width / 2 + focal * c[0] / depth, y: height / 2 - focal * c[1] / depth, size: focal * birds.size[b] / depth };
}

/** pick returns the bird nearest to a place, within slack or half its wingspan, or -1. */
export function pick(birds: Instances, count: number, view: View, width: number, height: number, x: number, y: number, slack: number): number {
    let best = -1, least = 1;
    for (let b = 0; b < count; b++) {
        const s = spotOf(birds, b, view, width, height);
        if (s === undefined) continue;
        const score = Math.hypot(s.x - x, s.y - y) / Math.max(slack, s.size / 2);
        if (score < least) [best, least] = [b, score];
    }
    return best;
}
