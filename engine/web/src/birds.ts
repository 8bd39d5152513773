// Draws all birds. Nearer birds have more triangles.

import { setAir, setAmbient } from "./backdrop.ts";
import { floatTexture, program, staticBuffer, Uniforms, type GL } from "./gl.ts";
import type { Mesh } from "./mesh.ts";
import { birdOf, type Bird, type Scene } from "./scene.ts";
import { birdAttributes, birdFragment, birdVertex } from "./shaders.ts";
import { Flag, type Instances, type View } from "./source.ts";

const floats = 15; // number of floats of an instance: place, rotation, pose, wingspan, held pose, its weight, tint

/** levelSizes are wingspans in pixels. Below each of them, the next level of detail is drawn. */
const levelSizes = [150, 60, 26];

/** A level of detail on the graphics card, with its instances. */
class DrawnLevel {
    readonly vertexArray: WebGLVertexArrayObject;
    readonly instances: WebGLBuffer;
    readonly texture: WebGLTexture;
    rows = new Float32Array(floats * 64);
    count = 0;
    private held = 0; // size of the buffer, floats

    constructor(private readonly gl: GL, readonly mesh: Mesh, readonly bird: Bird) {
        this.texture = floatTexture(gl, mesh.width, mesh.height, mesh.poses);
        this.vertexArray = gl.createVertexArray();
        gl.bindVertexArray(this.vertexArray);
        staticBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, mesh.indices);
        staticBuffer(gl, gl.ARRAY_BUFFER, mesh.colours);
        for (let k = 0; k < 2; k++) {
            gl.enableVertexAttribArray(k);
            gl.vertexAttribPointer(k, 4, gl.UNSIGNED_BYTE, true, 8, 4 * k);
        }
        this.instances = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
        let offset = 0;
        [3, 4, 4, 4].forEach((size, k) => {
            gl.enableVertexAttribArray(2 + k);
            gl.vertexAttribPointer(2 + k, size, gl.FLOAT, false, 4 * floats, offset);
            gl.vertexAttribDivisor(2 + k, 1);
            offset += 4 * size;
        });
        gl.bindVertexArray(null);
    }

    /** next returns the offset in rows of a new instance. */
    next(): number {
        const at = floats * this.count++;
        if (at + floats > this.rows.length) {
            const more = new Float32Array(2 * this.rows.length);
            more.set(this.rows);
            this.rows = more;
        }
        return at;
    }

    draw(u: Uniforms): void {
        if (this.count === 0) return;
        const { gl } = this;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
        const rows = this.rows.subarray(0, floats * this.count);
        if (this.rows.length > this.held) {
            gl.bufferData(gl.ARRAY_BUFFER, this.rows, gl.DYNAMIC_DRAW);
            this.held = this.rows.length;
        } else {
            gl.bufferSubData(gl.ARRAY_BUFFER, 0, rows);
        }
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.uniform3i(u.at("shape"), this.mesh.vertices, this.bird.beat, this.mesh.width);
        gl.bindVertexArray(this.vertexArray);
        gl.drawElementsInstanced(gl.TRIANGLES, this.mesh.indices.length, gl.UNSIGNED_INT, 0, this.count);
    }
}

/** Tint returns the tint of a bird, or undefined for none: linear colour and opacity. */
export type Tint = (bird: number) => readonly [number, number, number, number] | undefined;

export class Birds {
    private readonly u: Uniforms;
    private readonly levels: DrawnLevel[][];

    /** meshes holds the levels of detail of each bird of the scene. */
    constructor(private readonly gl: GL, private readonly scene: Scene, meshes: readonly (readonly Mesh[])[]) {
        this.u = new Uniforms(gl, program(gl, birdVertex, birdFragment, birdAttributes));
        this.levels = meshes.map((all, k) => all.map(mesh => new DrawnLevel(gl, mesh, scene.birds[k])));
    }

    draw(birds: Instances, count: number, view: View, matrix: Float32Array, height: number, exposure: number, tint: Tint): void {
        const { gl, u, scene: { light } } = this;
        this.collect(birds, count, view, height, tint);
        gl.useProgram(u.program);
        setAir(gl, u, light, exposure);
        setAmbient(gl, u, light);
        gl.uniform1i(u.at("poses"), 1);
        gl.uniformMatrix4fv(u.at("viewProjection"), false, matrix);
        gl.depthMask(true);
        gl.enable(gl.DEPTH_TEST);
        for (const all of this.levels) for (const level of all) level.draw(u);
    }

    private collect(birds: Instances, count: number, view: View, height: number, tint: Tint): void {
        for (const all of this.levels) for (const level of all) level.count = 0;
        const focal = height / 2 / Math.tan(view.fov / 2);
        for (let b = 0; b < count; b++) {
            if ((birds.flags[b] & Flag.present) === 0 || b === view.hide) continue;
            const x = birds.position[3 * b] - view.eye[0], y = birds.position[3 * b + 1] - view.eye[1], z = birds.position[3 * b + 2] - view.eye[2];
            const size = birds.size[b], pixels = focal * size / Math.max(Math.hypot(x, y, z), 1e-3);
            const levels = this.levels.at(birdOf(this.scene.species.at(birds.species[b]), birds.model[b]) ?? this.levels.length);
            if (levels === undefined || !Number.isFinite(pixels)) continue;
            let k = Math.max(0, levels.length - 1 - levelSizes.length);
            while (k < levels.length - 1 && pixels < levelSizes[k + levelSizes.length + 1 - levels.length]) k++;
            this.put(levels[k], birds, b, x, y, z, tint);
        }
    }

    private put(level: DrawnLevel, birds: Instances, b: number, x: number, y: number, z: number, tint: Tint): void {
        const at = level.next(), { rows, bird } = level, q = birds.rotation, c = tint(b);
        rows[at] = x; rows[at + 1] = y; rows[at + 2] = z;
        for (let k = 0; k < 4; k++) rows[at + 3 + k] = q[4 * b + k];
        rows[at + 7] = birds.phase[b] * bird.beat;
        rows[at + 8] = birds.size[b];
        const rest = bird.rest > 0 ? birds.held[2 * b] : 0, flare = bird.flare > 0 ? birds.held[2 * b + 1] : 0;
        rows[at + 9] = rest > 0 ? bird.rest : bird.flare;
        rows[at + 10] = rest > 0 ? rest : flare;
        for (let k = 0; k < 4; k++) rows[at + 11 + k] = c === undefined ? 0 : c[k];
    }
}
