// The camera: the scene's own, around the flock, behind a bird, or through a bird's eyes.

import { add, clamp, length, lookAt, mix, mix3, nlerp, normalize, rotate, scale, smooth, sub, type Quat, type Vec3 } from "./maths.ts";
import { Flag, type Instances, type View } from "./source.ts";

export type Mode = "scene" | "orbit" | "follow" | "eye";

const switchTime = 0.6; // duration of a change of the mode, s
const steepest = 1.5;   // largest elevation of an orbit, radians
const eyeAngle = 1.15;  // vertical angle of a bird's eyes, radians

export interface FlockShape { readonly middle: Vec3; readonly radius: number }

/** shapeOf returns the middle of the present birds, and a distance from it within which most of them fly. */
export function shapeOf(birds: Instances, count: number): FlockShape {
    const middle: Vec3 = [0, 0, 0];
    let n = 0;
    for (let b = 0; b < count; b++) {
        if ((birds.flags[b] & Flag.present) === 0) continue;
        for (let k = 0; k < 3; k++) middle[k] += birds.position[3 * b + k];
        n++;
    }
    if (n === 0) return { middle: [0, 10, 0], radius: 10 };
    for (let k = 0; k < 3; k++) middle[k] /= n;
    let sum = 0;
    for (let b = 0; b < count; b++) {
        if ((birds.flags[b] & Flag.present) !== 0) sum += length(sub(positionOf(birds, b), middle)) ** 2;
    }
    return { middle, radius: Math.max(1.6 * Math.sqrt(sum / n), 2) };
}

export function positionOf(birds: Instances, b: number): Vec3 {
    return [birds.position[3 * b], birds.position[3 * b + 1], birds.position[3 * b + 2]];
}

export function rotationOf(birds: Instances, b: number): Quat {
    return [birds.rotation[4 * b], birds.rotation[4 * b + 1], birds.rotation[4 * b + 2], birds.rotation[4 * b + 3]];
}

export class Camera {
    mode: Mode;
    turned = false;
    /** still says whether changes of the mode happen at once. */
    still = false;
    private azimuth = 0;
    private elevation = -0.1;
    private distance = 45;
    private sway = 0;
    private rise = 0.2;
    private trail = 5;    // distance behind a bird, wingspans
    private look: [number, number] = [0, 0]; // turn of a bird's view to the side and up, radians
    private zoom = 1;     // factor of the angle of the scene's camera and of a bird's eyes
    private heading: Quat | undefined;  // smoothed heading of the bird
    private headingOf = -1;
    private middle: Vec3 | undefined;   // smoothed middle of the flock
    private radius = 10;  // radius of the flock, m
    private last: View;
    private from: View;
    private left = 0;     // remaining time of the change, s

    constructor(opening: View, private readonly hasScene: boolean) {
        this.mode = hasScene ? "scene" : "orbit";
        this.last = this.from = opening;
        const back = rotate(opening.rotation, [0, 0, 1]);
        this.azimuth = Math.atan2(back[0], back[2]);
        this.elevation = Math.asin(clamp(back[1], -1, 1));
    }

    get moving(): boolean { return this.left > 0; }

    get view(): View { return this.last; }

    setMode(mode: Mode): void {
        if (mode === this.mode || mode === "scene" && !this.hasScene) return;
        this.change();
        if (mode === "orbit") this.orbitFromHere(this.mode === "follow" || this.mode === "eye");
        this.mode = mode;
        this.zoom = 1;
        this.look = [0, 0];
    }

    /** change starts a smooth change from the current view. */
    change(): void {
        this.from = this.last;
        this.left = this.still ? 0 : switchTime;
    }

    /** orbitFromHere starts an orbit at the current view. If far is true, its distance shows the whole flock. */
    private orbitFromHere(far: boolean): void {
        const out = sub(this.last.eye, this.middle ?? [0, 10, 0]);
        this.distance = Math.max(length(out), 1);
        this.azimuth = Math.atan2(out[0], out[2]);
        this.elevation = clamp(Math.asin(clamp(out[1] / this.distance, -1, 1)), far ? -0.4 : -steepest, far ? 0.4 : steepest);
        if (far) this.distance = Math.max(3 * this.radius, this.distance);
    }

    /** turn moves the camera around its subject by angles to the right and up, in radians. */
    turn(right: number, up: number): void {
        this.turned = true;
        if (this.mode === "scene") this.setMode("orbit");
        if (this.mode === "orbit") {
            this.azimuth -= right;
            this.elevation = clamp(this.elevation - up, -steepest, steepest);
        } else if (this.mode === "follow") {
            this.sway -= right;
            this.rise = clamp(this.rise - up, -1, 1.4);
        } else {
            this.look = [clamp(this.look[0] - right, -2.6, 2.6), clamp(this.look[1] + up, -1.2, 1.2)];
        }
    }

    /** zoomBy moves the camera closer if the factor is above 1, and otherwise away. */
    zoomBy(factor: number): void {
        if (this.mode === "orbit") this.distance = clamp(this.distance / factor, 0.5, 2000);
        else if (this.mode === "follow") this.trail = clamp(this.trail / factor, 0.9, 500);
        else this.zoom = clamp(this.zoom / factor, 0.1, 1.6);
    }

    /**
     * update returns the view at an instant. dt is the time since the last picture, s. steady says whether this
     * instant follows that picture.
     */
    update(dt: number, birds: Instances, shape: FlockShape, bird: number, scene: View | undefined, steady: boolean): View {
        const share = steady ? 1 - Math.exp(-4 * dt) : 1;
        this.middle = mix3(this.middle ?? shape.middle, shape.middle, share);
        this.radius = shape.radius;
        const to = this.aim(dt, birds, bird, scene, steady);
        to.eye[1] = Math.max(to.eye[1], 0.3);
        this.left = Math.max(0, this.left - dt);
        if (this.left > 0) {
            const t = smooth(1 - this.left / switchTime);
            this.last = {
                eye: mix3(this.from.eye, to.eye, t), rotation: nlerp(this.from.rotation, to.rotation, t), fov: mix(this.from.fov, to.fov, t),
                hide: to.hide >= 0 && length(sub(mix3(this.from.eye, to.eye, t), to.eye)) < 0.5 ? to.hide : -1,
            };
        } else {
            this.last = to;
        }
        return this.last;
    }

    private aim(dt: number, birds: Instances, bird: number, scene: View | undefined, steady: boolean): View {
        const there = bird >= 0 && (birds.flags[bird] & Flag.present) !== 0;
        if (this.mode === "scene" && scene != null) return { ...scene, eye: [...scene.eye], fov: scene.fov * this.zoom };
        if (this.mode === "follow" && there) return this.behind(dt, birds, bird, steady);
        if (this.mode === "eye" && there) return this.inside(dt, birds, bird, steady);
        if (this.mode === "follow" || this.mode === "eye") return { ...this.last, eye: [...this.last.eye], hide: -1 };
        return around(this.middle ?? [0, 10, 0], this.azimuth, this.elevation, this.distance);
    }

    private smoothHeading(rate: number, dt: number, birds: Instances, bird: number, steady: boolean): Quat {
        const now = rotationOf(birds, bird);
        const known = steady && this.headingOf === bird && this.heading != null;
        this.heading = known && this.heading != null ? nlerp(this.heading, now, 1 - Math.exp(-rate * dt)) : now;
        this.headingOf = bird;
        return this.heading;
    }

    private behind(dt: number, birds: Instances, bird: number, steady: boolean): View {
        const ahead = rotate(this.smoothHeading(2.5, dt, birds, bird, steady), [0, 0, 1]);
        const tail = Math.atan2(-ahead[0], -ahead[2]);
        return around(positionOf(birds, bird), tail + this.sway, this.rise, this.trail * birds.size[bird]);
    }

    private inside(dt: number, birds: Instances, bird: number, steady: boolean): View {
        const heading = this.smoothHeading(9, dt, birds, bird, steady), span = birds.size[bird];
        const up = rotate(heading, [0, 1, 0]), ahead = rotate(heading, [0, 0, 1]);
        const eye = add(positionOf(birds, bird), add(scale(ahead, 0.25 * span), scale(up, 0.08 * span)));
        const [side, lift] = this.look;
        const left = rotate(heading, [1, 0, 0]);
        const to = normalize(add(add(scale(ahead, Math.cos(side) * Math.cos(lift)), scale(left, Math.sin(side) * Math.cos(lift))), scale(up, Math.sin(lift))));
        return { eye, rotation: lookAt(eye, add(eye, to), up), fov: eyeAngle * this.zoom, hide: bird };
    }
}

/** around returns a view of target from a direction. A camera that would be below the ground looks up. */
function around(target: Vec3, azimuth: number, elevation: number, distance: number): View {
    const c = Math.cos(elevation);
    const eye = add(target, scale([Math.sin(azimuth) * c, Math.sin(elevation), Math.cos(azimuth) * c], distance));
    eye[1] = Math.max(eye[1], 0.5);
    return { eye, rotation: lookAt(eye, target, [0, 1, 0]), fov: 0.82, hide: -1 };
}
