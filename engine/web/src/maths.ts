// Vectors, rotations and matrices. Rotations are unit quaternions in the order x, y, z, w. Matrices are stored
// column by column, as WebGL expects.

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export function clamp(x: number, low: number, high: number): number { return Math.min(Math.max(x, low), high); }
export function mix(a: number, b: number, share: number): number { return a + (b - a) * share; }
export function smooth(x: number): number { const t = clamp(x, 0, 1); return t * t * (3 - 2 * t); }

export function add(a: Vec3, b: Vec3): Vec3 { return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]; }
export function sub(a: Vec3, b: Vec3): Vec3 { return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]; }
export function scale(a: Vec3, s: number): Vec3 { return [a[0] * s, a[1] * s, a[2] * s]; }
export function dot(a: Vec3, b: Vec3): number { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
export function length(a: Vec3): number { return Math.hypot(a[0], a[1], a[2]); }
export function mix3(a: Vec3, b: Vec3, share: number): Vec3 {
    return [mix(a[0], b[0], share), mix(a[1], b[1], share), mix(a[2], b[2], share)];
}
export function cross(a: Vec3, b: Vec3): Vec3 {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** normalize returns the unit vector in the direction of a. If a is too short, it returns the argument otherwise. */
export function normalize(a: Vec3, otherwise: Vec3 = [0, 0, 1]): Vec3 {
    const l = length(a);
    return l > 1e-9 ? scale(a, 1 / l) : otherwise;
}

export function rotate(q: Quat, v: Vec3): Vec3 {
    const u: Vec3 = [q[0], q[1], q[2]];
    const t = scale(cross(u, v), 2);
    return add(add(v, scale(t, q[3])), cross(u, t));
}

/** unit returns the quaternion with length 1, or no rotation if q is zero. */
export function unit(q: Quat): Quat {
    const l = Math.hypot(q[0], q[1], q[2], q[3]);
    return l > 1e-9 ? [q[0] / l, q[1] / l, q[2] / l, q[3] / l] : [0, 0, 0, 1];
}

/** nlerp returns a rotation between two rotations, along the shorter way. */
export function nlerp(a: Quat, b: Quat, share: number): Quat {
    const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
    return unit([mix(a[0], sign * b[0], share), mix(a[1], sign * b[1], share), mix(a[2], sign * b[2], share), mix(a[3], sign * b[3], share)]);
}

/** lookAt returns the rotation of a camera at eye that looks at target. */
export function lookAt(eye: Vec3, target: Vec3, up: Vec3): Quat {
    const back = normalize(sub(eye, target));
    const right = normalize(cross(up, back), [1, 0, 0]);
    return fromAxes(right, cross(back, right), back);
}

/** fromAxes returns the rotation with these columns. */
export function fromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
    const trace = x[0] + y[1] + z[2];
    if (trace > 0) {
        const s = 2 * Math.sqrt(trace + 1);
        return unit([(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4]);
    }
    if (x[0] > y[1] && x[0] > z[2]) {
        const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
        return unit([s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s]);
    }
    if (y[1] > z[2]) {
        const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
        return unit([(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s]);
    }
    const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
    return unit([(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s]);
}

/** viewProjection returns the matrix from the world, relative to the eye, to clip space. */
export function viewProjection(rotation: Quat, fov: number, aspect: number, near: number, far: number): Float32Array {
    const f = 1 / Math.tan(fov / 2);
    const x = rotate(rotation, [1, 0, 0]), y = rotate(rotation, [0, 1, 0]), z = rotate(rotation, [0, 0, 1]);
    const a = (far + near) / (near - far), b = 2 * far * near / (near - far);
    const out = new Float32Array(16);
    for (let k = 0; k < 3; k++) {
        out[4 * k] = x[k] * f / aspect;
        out[4 * k + 1] = y[k] * f;
        out[4 * k + 2] = z[k] * a;
        out[4 * k + 3] = -z[k];
    }
    out[14] = b;
    return out;
}
