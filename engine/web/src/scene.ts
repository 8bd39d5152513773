// The scene as data: the content of a page except the flock itself. Go's Scene in scene.go
// writes it as JSON.

import type { View } from "./source.ts";

export type Colour = readonly [number, number, number]; // linear RGB, unless a comment says sRGB

/** A species of bird, and its mesh. */
export interface Species {
    readonly name: string;
    readonly bird: number;   // index in Scene.birds of the first model
    readonly models?: readonly (readonly [bird: number, share: number])[]; // for unlike birds; without it, there is one model
    readonly colour: Colour; // sRGB, in the legend of species
}

/**
 * modelOf returns the number of a bird's model among those of its species. number is the number of the bird in its
 * flock. It does the same as the method Model of Go's models.Shares.
 */
export function modelOf(species: Species | undefined, number: number): number {
    const models = species?.models ?? [];
    const total = models.reduce((sum, [, share]) => sum + share, 0);
    let at = Math.floor((Math.imul(number, 2654435769) >>> 0) * total / 2 ** 32);
    for (let k = 0; k < models.length; k++) {
        if (at < models[k][1]) return k;
        at -= models[k][1];
    }
    return 0;
}

/** birdOf returns the index in Scene.birds of a model of a species. */
export function birdOf(species: Species | undefined, model: number): number | undefined {
    return species?.models?.at(model)?.[0] ?? species?.bird;
}

/** A bird's mesh in several poses. data is the name of the page's data with its vertices. */
export interface Bird {
    readonly beat: number;            // number of poses of the wingbeat, which come first
    readonly poses: number;
    readonly rest: number;            // index of the pose with folded wings; 0: none
    readonly flare: number;           // index of the pose that brakes; 0: none
    readonly levels: readonly Level[]; // from most to fewest triangles
}

export interface Level {
    readonly data: string;      // name of the page's data
    readonly vertices: number;  // per pose
    readonly triangles: number;
    readonly reach: number;     // the largest coordinate, wingspans
    readonly sheets: boolean;   // whether triangles must be visible from both sides
}

/** The light. Colours are linear and exposed. */
export interface Light {
    readonly sun: Colour;       // unit vector towards the sun
    readonly key: Colour;       // unit vector towards the light that casts shadows: the sun or the moon
    readonly keyLight: Colour;  // irradiance on a surface that faces this light
    readonly disc: Colour;      // radiance of the sun's disc
    readonly skylight: Colour;  // light of the sky on a level surface, divided by pi
    readonly bounced: Colour;   // radiance of the ground
    readonly ambient: readonly [Colour, Colour, Colour]; // light from all around: mean, slope towards the sun, slope upwards
    readonly brightest: number; // largest radiance in the map of the sky
    readonly ground: Colour;    // albedo
    readonly haze: number;      // share of light that the air absorbs per metre
    readonly airHaze: number;   // share of light that the air scatters forward per metre
    readonly exposure: number;
    readonly adapt: number;     // share of the brightness difference between views that the exposure compensates, 0 to 1
    readonly land: string;      // kind of ground: meadow, marsh, fields, hills, coast, city or paper
    readonly clouds: readonly [number, number, number]; // shares of the sky that low and high clouds cover, and the darkness of low clouds
}

/** Colours of leaders and traces: linear RGB and opacity. */
export interface Inks {
    readonly leader: readonly [number, number, number, number];
    readonly trace: readonly [number, number, number, number];
    readonly leaderTrace: readonly [number, number, number, number];
    readonly selectedTrace: readonly [number, number, number, number];
}

/**
 * The obstacles: their triangles are in the page's data solids, and their movements, if there are any, in the data
 * moves. place is the transform of an obstacle from its own coordinates to the world at the start, three numbers for
 * each column of its matrix. If all are 0, the obstacle does not exist.
 */
export interface SolidsAbout {
    readonly vertices: number;
    readonly parts: readonly { readonly triangles: number; readonly place: readonly number[] }[];
    readonly moves: number;
}

export interface Scene {
    readonly title: string;
    readonly flock: string;    // number and kind of the birds
    readonly description: string;
    readonly credit: string;
    readonly watch: string;    // hint about what to look for
    readonly program: string;  // the program that wrote the page
    readonly notes: readonly string[]; // for example the largest error of a position
    readonly species: readonly Species[];
    readonly birds: readonly Bird[];
    readonly light: Light;
    readonly inks: Inks;
    readonly traceSeconds: number; // length of traces, s
    readonly view: View;       // the opening view
    readonly chosen: number;   // index of the bird that is chosen when the page opens, or -1
    readonly solids?: SolidsAbout;
    readonly wires?: readonly (readonly [number, number, number])[][]; // points of the wires on which birds perch, m
    readonly aspect: number;   // width of the picture for which views are made, divided by its height
}
