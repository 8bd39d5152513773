// Draws the obstacles. Go's surroundings.go describes the encoding of their data.

import { setAir, setAmbient } from "./backdrop.ts";
import { program, staticBuffer, Uniforms, type GL } from "./gl.ts";
import type { Light, SolidsAbout } from "./scene.ts";
import { solidAttributes, solidFragment, solidVertex } from "./shaders.ts";
import type { View } from "./source.ts";

const damaged = "The data of the obstacles is damaged.";

/** The triangles of all obstacles, in their own coordinates, as pieces of the page's data. */
export interface SolidMesh {
    readonly indices: Uint8Array;
    readonly positions: Uint8Array; // three 32-bit floats for each vertex
    readonly normals: Uint8Array;   // three signed bytes
    readonly colours: Uint8Array;   // three bytes in sRGB
    readonly parts: readonly number[]; // number of triangles of each obstacle
    readonly places: Float32Array;     // placements at the start
}

export const placeFloats = 12; // numbers of a placement

/** decodeSolids returns the mesh of the obstacles. It fails if the data does not fit the description. */
export function decodeSolids(about: SolidsAbout, data: Uint8Array<ArrayBuffer>): SolidMesh {
    const { vertices: n, parts } = about, whole = (x: unknown) => Number.isSafeInteger(x) && x as number >= 0;
    const triangles = parts.reduce((sum, p) => sum + p.triangles, 0);
    if (!whole(n) || !parts.every(p => whole(p.triangles) && p.place.length === placeFloats) || data.length !== 12 * triangles + 18 * n) throw new Error(damaged);
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    for (let k = 0; k < 3 * triangles; k++) if (view.getUint32(4 * k, true) >= n) throw new Error(damaged);
    const at = 12 * triangles;
    return {
        indices: data.subarray(0, at), positions: data.subarray(at, at + 12 * n), normals: data.subarray(at + 12 * n, at + 15 * n),
        colours: data.subarray(at + 15 * n), parts: parts.map(p => p.triangles), places: Float32Array.from(parts.flatMap(p => p.place)),
    };
}

/** The movements of the obstacles of a recording. Go's method moves of solids describes the encoding. */
export class Moves {
    private readonly frames: Uint32Array;    // frame of each movement; they ascend
    private readonly parts: Uint32Array;
    private readonly targets: Float32Array;  // placement after each movement
    private readonly before: Int32Array;     // the previous movement of the same part, or -1
    private readonly now: Float32Array;

    constructor(about: SolidsAbout, data: Uint8Array<ArrayBuffer>) {
        const n = about.moves, size = 8 + 4 * placeFloats;
        if (data.length !== size * n) throw new Error(damaged);
        const view = new DataView(data.buffer, data.byteOffset, data.length);
        this.frames = Uint32Array.from({ length: n }, (_, k) => view.getUint32(size * k, true));
        this.parts = Uint32Array.from({ length: n }, (_, k) => view.getUint32(size * k + 4, true));
        this.targets = Float32Array.from({ length: placeFloats * n }, (_, k) => view.getFloat32(size * Math.floor(k / placeFloats) + 8 + 4 * (k % placeFloats), true));
        if (!this.parts.every(p => p < about.parts.length)) throw new Error(damaged);
        this.start = Float32Array.from(about.parts.flatMap(p => p.place));
        this.now = this.start.slice();
        const last = new Int32Array(about.parts.length).fill(-1);
        this.before = Int32Array.from(this.parts, (p, k) => { const b = last[p]; last[p] = k; return b; });
    }

    private readonly start: Float32Array;

    /**
     * places returns the placements at a time in frames. An obstacle that moves in every frame moves evenly between the
     * frames.
     */
    places(at: number): Float32Array {
        const { now, frames } = this;
        now.set(this.start);
        for (let k = 0; k < frames.length && frames[k] < at + 1; k++) {
            const share = Math.min(1, at + 1 - frames[k]);
            if (share === 1 || this.glides(k)) this.mix(k, share);
        }
        return now;
    }

    /** glides reports whether a movement continues a movement of the previous frame. An obstacle that appears or disappears does not glide. */
    private glides(k: number): boolean {
        const b = this.before[k];
        return b >= 0 && this.frames[b] === this.frames[k] - 1 && this.exists(k) && this.exists(b);
    }

    /** exists reports whether the obstacle exists after a movement. Otherwise its placement is 0. */
    private exists(k: number): boolean { return this.targets.subarray(placeFloats * k, placeFloats * (k + 1)).some((x) => x !== 0); }

    /** mix moves an obstacle by a share of the way to the placement after a movement. */
    private mix(k: number, share: number): void {
        const from = placeFloats * this.parts[k];
        for (let j = 0; j < placeFloats; j++) this.now[from + j] += (this.targets[placeFloats * k + j] - this.now[from + j]) * share;
    }
}

export class Solids {
    private readonly u: Uniforms;
    private readonly vertexArray: WebGLVertexArrayObject;

    constructor(private readonly gl: GL, private readonly light: Light, private readonly mesh: SolidMesh) {
        this.u = new Uniforms(gl, program(gl, solidVertex, solidFragment, solidAttributes));
        this.vertexArray = gl.createVertexArray();
        gl.bindVertexArray(this.vertexArray);
        staticBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, mesh.indices.slice());
        const attributes = [[mesh.positions, gl.FLOAT, false], [mesh.normals, gl.BYTE, true], [mesh.colours, gl.UNSIGNED_BYTE, true]] as const;
        attributes.forEach(([bytes, type, normalized], k) => {
            staticBuffer(gl, gl.ARRAY_BUFFER, bytes.slice());
            gl.enableVertexAttribArray(k);
            gl.vertexAttribPointer(k, 3, type, normalized, 0, 0);
        });
        gl.bindVertexArray(null);
    }

    /** draw draws the obstacles at these placements, or at their placements at the start. */
    draw(view: View, matrix: Float32Array, exposure: number, places: Float32Array = this.mesh.places): void {
        const { gl, u, light } = this;
        gl.useProgram(u.program);
        setAir(gl, u, light, exposure);
        setAmbient(gl, u, light);
        gl.uniform3f(u.at("eye"), ...view.eye);
        gl.uniformMatrix4fv(u.at("viewProjection"), false, matrix);
        gl.depthMask(true);
        gl.enable(gl.DEPTH_TEST);
        gl.bindVertexArray(this.vertexArray);
        let first = 0;
        this.mesh.parts.forEach((triangles, k) => {
            const p = places.subarray(placeFloats * k, placeFloats * (k + 1));
            if (triangles > 0 && p.some(x => x !== 0)) {
                gl.uniformMatrix4x3fv(u.at("placement"), false, p);
                gl.drawElements(gl.TRIANGLES, 3 * triangles, gl.UNSIGNED_INT, 12 * first);
            }
            first += triangles;
        });
    }
}
