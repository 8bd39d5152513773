// Draws the sky and the ground, and measures their brightness.

import { program, Uniforms, type GL } from "./gl.ts";
import { clamp, dot, normalize, rotate, scale, type Quat, type Vec3 } from "./maths.ts";
import type { Light } from "./scene.ts";
import { backdropFragment, backdropVertex, copyFragment, copyVertex } from "./shaders.ts";
import type { View } from "./source.ts";

const columns = 48, rows = 32; // size of the map of the sky

/** land returns the share of water in low places, of water everywhere, of fields, and the height of hills. */
function land(kind: string): [number, number, number, number] {
    switch (kind) {
        case "marsh": return [1, 0, 0, 0.022];
        case "coast": return [0, 1, 0, 0];
        case "fields": return [0, 0, 1, 0.03];
        case "hills": return [0, 0, 0, 0.12];
        case "city": return [0, 0, 0.4, 0.03];
        default: return [0, 0, 0, 0.03];
    }
}

export class Sky {
    readonly texels: Float32Array; // red, green, blue and 0 of 48 columns and 64 rows
    private readonly brightestView: number;

    constructor(readonly light: Light, data: Uint8Array<ArrayBuffer>) {
        const n = columns * rows * 2;
        if (data.length !== 6 * n) throw new Error("The sky's data is damaged.");
        const view = new DataView(data.buffer, data.byteOffset, data.length);
        this.texels = new Float32Array(4 * n);
        for (let i = 0; i < n; i++) {
            for (let k = 0; k < 3; k++) this.texels[4 * i + k] = light.brightest * (view.getUint16(6 * i + 2 * k, true) / 65535) ** 2;
        }
        let most = 0;
        for (let k = 0; k < 12; k++) {
            const a = k * Math.PI / 6;
            const turn: Quat = [Math.sin(0.075) * Math.cos(a / 2), Math.sin(a / 2) * Math.cos(0.075), -Math.sin(a / 2) * Math.sin(0.075), Math.cos(a / 2) * Math.cos(0.075)];
            most = Math.max(most, this.luminance({ eye: [0, 2, 0], rotation: turn, fov: 0.82, hide: -1 }, 16 / 9));
        }
        this.brightestView = most;
    }

    /** gain returns the factor by which the exposure adapts to a view, as in skein's sky/meter.go. */
    gain(view: View, aspect: number): number {
        if (this.light.adapt === 0 || this.brightestView === 0) return 1;
        const target = Math.min(0.4, 2 * this.brightestView);
        return clamp((target / Math.max(this.luminance(view, aspect), 1e-6)) ** this.light.adapt, 1 / 8, 8);
    }

    private luminance(view: View, aspect: number): number {
        const high = Math.tan(view.fov / 2);
        let sum = 0;
        for (let j = 0; j < 5; j++) {
            for (let i = 0; i < 7; i++) {
                const d = rotate(view.rotation, normalize([((2 * i + 1) / 7 - 1) * high * aspect, ((2 * j + 1) / 5 - 1) * high, -1]));
                sum += Math.log(Math.max(this.towards(d), 1e-6));
            }
        }
        return Math.exp(sum / 35);
    }

    private towards(d: Vec3): number {
        if (d[1] >= 0) return this.at(d);
        const level = normalize([d[0], 0, d[2]], [0, 0, -1]);
        const share = Math.min(1, -d[1] / 0.15);
        return this.at(level) * (1 - share) + Math.max(luminance(this.light.bounced), 0.25 * this.at([d[0], -d[1], d[2]])) * share;
    }

    private at(d: Vec3): number {
        const { sun } = this.light, level = normalize([d[0], 0, d[2]], [0, 0, -1]);
        const toSun = dot(level, normalize([sun[0], 0, sun[2]], [0, 0, -1]));
        const column = Math.round(Math.sqrt(clamp((1 - toSun) / 2, 0, 1)) * (columns - 1)), row = Math.round(Math.sqrt(clamp(d[1], 0, 1)) * (rows - 1));
        const i = 4 * (row * columns + column), j = i + 4 * rows * columns, g = 0.76;
        const phase = (1 - g * g) / (4 * Math.PI) * (1 + g * g - 2 * g * dot(d, [sun[0], sun[1], sun[2]])) ** -1.5;
        return luminance(this.texels.subarray(i, i + 3)) + phase * luminance(this.texels.subarray(j, j + 3));
    }
}

function luminance(c: ArrayLike<number>): number { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }

/** setAir sets the uniforms that all shaders with light share. */
export function setAir(gl: GL, u: Uniforms, light: Light, exposure: number): void {
    const flat = normalize([light.sun[0], 0, light.sun[2]], [1, 0, 0]);
    gl.uniform1i(u.at("skyMap"), 0);
    gl.uniform3f(u.at("sunDirection"), ...light.sun);
    gl.uniform3f(u.at("keyDirection"), ...light.key);
    gl.uniform3f(u.at("keyLight"), ...light.keyLight);
    gl.uniform2f(u.at("sunAzimuth"), flat[0], flat[2]);
    gl.uniform4f(u.at("hazes"), light.haze, light.airHaze, exposure, light.land === "paper" ? 1 : 0);
}

export function setAmbient(gl: GL, u: Uniforms, light: Light): void {
    gl.uniform3f(u.at("ambientMean"), ...light.ambient[0]);
    gl.uniform3f(u.at("ambientSun"), ...light.ambient[1]);
    gl.uniform3f(u.at("ambientUp"), ...light.ambient[2]);
}

/** A picture with fewer pixels, which is drawn first. */
interface Target { readonly texture: WebGLTexture; readonly framebuffer: WebGLFramebuffer; readonly width: number; readonly height: number }

export class Backdrop {
    private readonly u: Uniforms;
    private readonly map: WebGLTexture;
    private readonly noise: WebGLTexture;
    private readonly empty: WebGLVertexArrayObject;
    private readonly copy: Uniforms;
    private target: Target | undefined;

    constructor(private readonly gl: GL, private readonly sky: Sky) {
        this.u = new Uniforms(gl, program(gl, backdropVertex, backdropFragment));
        this.copy = new Uniforms(gl, program(gl, copyVertex, copyFragment));
        this.empty = gl.createVertexArray();
        this.map = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, this.map);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, columns, 2 * rows, 0, gl.RGBA, gl.FLOAT, sky.texels);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        this.noise = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, this.noise);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, noiseSize, noiseSize, 0, gl.RGBA, gl.UNSIGNED_BYTE, noiseTexels());
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    }

    /** draw draws a picture of the size of canvas. One drawn pixel covers several pixels in each direction. */
    draw(view: View, canvas: HTMLCanvasElement, exposure: number, time: number, coarse: number): void {
        const { gl } = this, width = Math.ceil(canvas.width / coarse), height = Math.ceil(canvas.height / coarse);
        gl.depthMask(false);
        gl.disable(gl.DEPTH_TEST);
        gl.bindVertexArray(this.empty);
        if (coarse === 1) {
            this.drawLight(view, canvas.width / canvas.height, height, exposure, time);
            return;
        }
        if (this.target?.width !== width || this.target.height !== height) this.target = this.makeTarget(width, height);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.framebuffer);
        gl.viewport(0, 0, width, height);
        this.drawLight(view, canvas.width / canvas.height, height, exposure, time);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.useProgram(this.copy.program);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.target.texture);
        gl.uniform1i(this.copy.at("picture"), 0);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.bindTexture(gl.TEXTURE_2D, this.map);
    }

    private makeTarget(width: number, height: number): Target {
        const { gl } = this;
        gl.deleteTexture(this.target?.texture ?? null);
        gl.deleteFramebuffer(this.target?.framebuffer ?? null);
        const texture = gl.createTexture(), framebuffer = gl.createFramebuffer();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        return { texture, framebuffer, width, height };
    }

    private drawLight(view: View, aspect: number, height: number, exposure: number, time: number): void {
        const { gl, u, sky: { light } } = this, high = Math.tan(view.fov / 2);
        gl.useProgram(u.program);
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, this.noise);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.map);
        setAir(gl, u, light, exposure);
        gl.uniform1i(u.at("noise"), 1);
        gl.uniform3f(u.at("right"), ...scale(rotate(view.rotation, [1, 0, 0]), high * aspect));
        gl.uniform3f(u.at("up"), ...scale(rotate(view.rotation, [0, 1, 0]), high));
        gl.uniform3f(u.at("forward"), ...rotate(view.rotation, [0, 0, -1]));
        gl.uniform3f(u.at("disc"), ...light.disc);
        gl.uniform3f(u.at("clouds"), ...light.clouds);
        gl.uniform3f(u.at("ground"), ...light.ground);
        gl.uniform3f(u.at("skylight"), ...light.skylight);
        gl.uniform3f(u.at("eye"), ...view.eye);
        gl.uniform4f(u.at("land"), ...land(light.land));
        gl.uniform2f(u.at("pixel"), 2 * high / height, time % 1000);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
}

const noiseSize = 256;

/** noiseTexels returns four kinds of smooth noise that repeat, with the mean 0.5. */
function noiseTexels(): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(4 * noiseSize * noiseSize);
    let seed = 1;
    const random = () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;
    for (let channel = 0; channel < 4; channel++) {
        const sum = new Float32Array(noiseSize * noiseSize);
        for (let cells = 8, weight = 0.5; cells <= 64; cells *= 2, weight *= 0.55) {
            const values = Float32Array.from({ length: cells * cells }, random);
            addOctave(sum, values, cells, weight);
        }
        for (let i = 0; i < sum.length; i++) out[4 * i + channel] = clamp(Math.round(127.5 + 255 * sum[i]), 0, 255);
    }
    return out;
}

/** addOctave adds smooth noise between random values on a square of cells. */
function addOctave(sum: Float32Array, values: Float32Array, cells: number, weight: number): void {
    for (let y = 0; y < noiseSize; y++) {
        for (let x = 0; x < noiseSize; x++) {
            const u = x * cells / noiseSize, v = y * cells / noiseSize, i = Math.floor(u), j = Math.floor(v);
            const fu = (u - i) ** 2 * (3 - 2 * (u - i)), fv = (v - j) ** 2 * (3 - 2 * (v - j));
            const at = (a: number, b: number) => values[(b % cells) * cells + a % cells];
            const low = at(i, j) + (at(i + 1, j) - at(i, j)) * fu, top = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * fu;
            sum[y * noiseSize + x] += weight * (low + (top - low) * fv - 0.5);
        }
    }
}
