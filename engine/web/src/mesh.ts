// The mesh of a bird, decoded. Go's encodeLevel in bird.go describes the encoding.

import type { Bird, Level } from "./scene.ts";

const columns = 2048; // texels in a row of the texture of poses

export interface Mesh {
    readonly indices: Uint32Array<ArrayBuffer>;
    readonly colours: Uint8Array<ArrayBuffer>; // front and back of each vertex: twice sRGB and 0
    readonly width: number;
    readonly height: number;
    readonly poses: Float32Array; // texel of pose p and vertex v: p * vertices + v; x, y, z, packed normal
    readonly vertices: number;
}

/** decodeMesh returns the mesh of a level of detail. It fails if the data does not fit the description. */
export function decodeMesh(bird: Bird, level: Level, data: Uint8Array<ArrayBuffer>): Mesh {
    const n = level.vertices, triangles = level.triangles, { poses } = bird;
    const counts = [n, triangles, poses];
    if (!counts.every(c => Number.isSafeInteger(c) && c > 0) || n * poses > 20_000_000 || data.length !== 12 * triangles + 6 * n + 9 * n * poses) {
        throw new Error("The bird's mesh is damaged.");
    }
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const indices = new Uint32Array(3 * triangles);
    for (let k = 0; k < indices.length; k++) {
        indices[k] = view.getUint32(4 * k, true);
        if (indices[k] >= n) throw new Error("The bird's mesh is damaged.");
    }
    const colours = new Uint8Array(8 * n), from = 12 * triangles;
    for (let v = 0; v < n; v++) {
        for (let k = 0; k < 3; k++) {
            colours[8 * v + k] = data[from + 3 * v + k];
            colours[8 * v + 4 + k] = data[from + 3 * n + 3 * v + k];
        }
    }
    const height = Math.ceil(n * poses / columns), width = Math.min(columns, n * poses);
    const texels = new Float32Array(4 * width * height);
    const positions = from + 6 * n, normals = positions + 6 * n * poses;
    const at = new Int16Array(3 * n), normal = new Int8Array(3 * n);
    for (let p = 0; p < poses; p++) {
        for (let v = 0; v < n; v++) {
            const texel = 4 * (p * n + v);
            let packed = 0;
            for (let k = 0; k < 3; k++) {
                const i = 3 * v + k;
                at[i] += view.getInt16(positions + 2 * (3 * n * p + i), true); // wraps around
                normal[i] += view.getInt8(normals + 3 * n * p + i);
                texels[texel + k] = at[i] / 32767 * level.reach;
                packed = packed * 256 + normal[i] + 128;
            }
            texels[texel + 3] = packed;
        }
    }
    return { indices, colours, width, height, poses: texels, vertices: n };
}
