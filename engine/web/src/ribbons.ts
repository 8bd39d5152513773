// Draws traces as ribbons that face the camera.

import { program, Uniforms, type GL } from "./gl.ts";
import { ribbonAttributes, ribbonFragment, ribbonVertex } from "./shaders.ts";
import type { View } from "./source.ts";

export type Ink = readonly [number, number, number, number]; // linear colour and opacity

const floats = 7; // number of floats of a vertex: place and ink

/** A line to draw (see Ribbons.add). */
export interface Trace { readonly points: readonly number[]; readonly ink: Ink; readonly leading: Ink; readonly width: number; readonly fades: boolean }

export class Ribbons {
    private readonly u: Uniforms;
    private readonly vertexArray: WebGLVertexArrayObject;
    private readonly buffer: WebGLBuffer;
    private rows = new Float32Array(floats * 1024);
    private length = 0;

    constructor(private readonly gl: GL) {
        this.u = new Uniforms(gl, program(gl, ribbonVertex, ribbonFragment, ribbonAttributes));
        this.vertexArray = gl.createVertexArray();
        this.buffer = gl.createBuffer();
        gl.bindVertexArray(this.vertexArray);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        for (const [k, size, offset] of [[0, 3, 0], [1, 4, 12]]) {
            gl.enableVertexAttribArray(k);
            gl.vertexAttribPointer(k, size, gl.FLOAT, false, 4 * floats, offset);
        }
        gl.bindVertexArray(null);
    }

    clear(): void { this.length = 0; }

    /**
     * add adds a trace. Its points are x, y, z and 1 if the bird leads there, or four NaN for a gap, oldest first.
     * If fades is true, it fades towards its oldest point. width is in m, and pixel is the angle of a pixel.
     */
    add({ points, ink, leading, width, fades }: Trace, view: View, pixel: number): void {
        const n = points.length / 4;
        for (let i = 0; i + 1 < n; i++) {
            if (Number.isNaN(points[4 * i]) || Number.isNaN(points[4 * i + 4])) continue;
            const c = points[4 * i + 3] > 0 || points[4 * i + 7] > 0 ? leading : ink;
            if (c[3] > 0) this.segment(points, i, n, view, c, width, pixel, fades);
        }
    }

    private segment(points: readonly number[], i: number, n: number, view: View, ink: Ink, width: number, pixel: number, fades: boolean): void {
        const ends: [number[], number[]][] = [i, i + 1].map(k => this.sides(points, k, view, ink, width, pixel, fades ? (k + 1) / n : 1));
        const [[a, b], [c, d]] = ends;
        for (const v of [a, b, c, c, b, d]) {
            if (this.length + floats > this.rows.length) {
                const more = new Float32Array(2 * this.rows.length);
                more.set(this.rows);
                this.rows = more;
            }
            this.rows.set(v, this.length);
            this.length += floats;
        }
    }

    /** sides returns the two vertices at point k. young is 1 at the end of a trace, and falls towards its start. */
    private sides(points: readonly number[], k: number, view: View, ink: Ink, width: number, pixel: number, young: number): [number[], number[]] {
        const at = (i: number, axis: number) => points[4 * i + axis];
        const before = k > 0 && !Number.isNaN(at(k - 1, 0)) ? k - 1 : k, after = 4 * k + 4 < points.length && !Number.isNaN(at(k + 1, 0)) ? k + 1 : k;
        const t = [0, 1, 2].map(axis => at(after, axis) - at(before, axis)), p = [0, 1, 2].map(axis => at(k, axis) - view.eye[axis]);
        const side = [t[1] * p[2] - t[2] * p[1], t[2] * p[0] - t[0] * p[2], t[0] * p[1] - t[1] * p[0]];
        const long = Math.hypot(side[0], side[1], side[2]) || 1;
        const half = Math.max(width * (0.06 + 0.94 * young), 1.4 * pixel * Math.hypot(p[0], p[1], p[2])) / 2;
        const c = [ink[0], ink[1], ink[2], ink[3] * young * young];
        return [
            [...p.map((x, axis) => x + side[axis] / long * half), ...c],
            [...p.map((x, axis) => x - side[axis] / long * half), ...c],
        ];
    }

    draw(matrix: Float32Array): void {
        if (this.length === 0) return;
        const { gl, u } = this;
        gl.useProgram(u.program);
        gl.uniformMatrix4fv(u.at("viewProjection"), false, matrix);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.depthMask(false);
        gl.bindVertexArray(this.vertexArray);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, this.rows.subarray(0, this.length), gl.STREAM_DRAW);
        gl.drawArrays(gl.TRIANGLES, 0, this.length / floats);
        gl.disable(gl.BLEND);
    }
}
