// node usd.mjs FOLDER NAME: reads NAME.usda, NAME.usdc, NAME.usdz, NAME-xforms.usda and
// NAME-xforms.usdc with tinyusdz and builds their scenes. Every bird must have the positions of NAME.csv,
// at the same times, and, if there are several species, be below the prim of its species.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, run] = process.argv.slice(2)
const fail = (line) => {
  console.error(`usd: ${line}`)
  process.exitCode = 1
}

// tinyusdz is built for browsers only: this makes Node look like a worker and passes the wasm.
async function tinyusdz() {
  globalThis.WorkerGlobalScope = class {}
  globalThis.self = globalThis
  process.type = 'renderer'
  const { default: init } = await import('tinyusdz/tinyusdz.js')
  const wasm = new URL('tinyusdz.wasm', import.meta.resolve('tinyusdz/tinyusdz.js'))
  return init({ wasmBinary: readFileSync(wasm), printErr: () => {} })
}

// species returns the species in NAME.csv, by name: each with its first id and, for each frame,
// the positions of its boids.
function species() {
  const all = new Map()
  const [header, ...rows] = readFileSync(join(folder, `${run}.csv`), 'utf8').trim().split('\n')
  const [at, named] = ['px', 'species'].map((name) => header.split(',').indexOf(name))
  for (const row of rows) {
    const cells = row.split(',')
    const [frame, id] = [Number(cells[0]), Number(cells[2])]
    if (!all.has(cells[named])) all.set(cells[named], { first: id, frames: new Map() })
    const { first, frames } = all.get(cells[named])
    if (!frames.has(frame)) frames.set(frame, [])
    frames.get(frame)[id - first] = cells.slice(at, at + 3).map(Number)
  }
  return all
}

// part returns the part of the layer that belongs to a species: all of it if there is only one.
function part(name, text, wanted) {
  if (flocks.size === 1) return text
  const starts = [...text.matchAll(/^    def Xform "(.*)"/gm)]
  const k = starts.findIndex((m) => m[1] === wanted)
  if (k < 0) fail(`${name}: no prim of species ${wanted}`)
  return text.slice(starts[k]?.index, starts[k + 1]?.index)
}

// samples returns the samples of an attribute in a layer that tinyusdz has written: a list of
// numbers for each time.
function samples(text, declaration) {
  const start = text.indexOf(`${declaration}.timeSamples = {`)
  if (start < 0) return new Map()
  const lines = text.slice(start, text.indexOf('}', start)).split('\n').slice(1, -1)
  return new Map(lines.map((line) => {
    const colon = line.indexOf(':')
    return [Number(line.slice(0, colon)), (line.slice(colon + 1).match(/-?[\d.]+(e[-+]?\d+)?/g) ?? []).map(Number)]
  }))
}

function load(native, name) {
  const data = new Uint8Array(readFileSync(join(folder, name)))
  const layer = new native.TinyUSDZLoaderNative()
  if (!layer.loadAsLayerFromBinary(data, name)) fail(`${name} cannot be read as a layer: ${layer.error()}`)
  const stage = new native.TinyUSDZLoaderNative()
  if (!stage.loadFromBinary(data, name)) fail(`${name} cannot be read as a scene: ${stage.error()}`)
  const text = layer.layerToString()
  const ground = text.includes('def Mesh "Ground"') ? 1 : 0
  if (stage.numMeshes() - ground !== 24 * flocks.size) fail(`${name} has ${stage.numMeshes()} meshes, want the 24 poses of each bird`)
  return text
}

function near(name, frame, got, want) {
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(got[k] - want[k]) < 1e-4)) return fail(`${name}: frame ${frame}: a bird is at ${got}, want ${want}`)
  }
}

function checkHead(name, text, frames) {
  const numbers = [...frames.keys()]
  for (const line of ['defaultPrim = "Flock"', 'upAxis = "Y"', 'metersPerUnit = 1', 'timeCodesPerSecond = 30',
    `startTimeCode = ${numbers[0]}`, `endTimeCode = ${numbers.at(-1)}`]) {
    if (!text.includes(`    ${line}\n`)) fail(`${name}: the layer does not contain ${line}`)
  }
}

function checkInstancer(name, text, frames) {
  const widths = {
    'point3f[] positions': 3, 'quath[] orientations': 4, 'vector3f[] velocities': 3, 'vector3f[] angularVelocities': 3,
    'int[] protoIndices': 1, 'float[] primvars:flapPhase': 1, 'int[] primvars:leader': 1,
  }
  for (const [declaration, width] of Object.entries(widths)) {
    const got = samples(text, declaration)
    if ([...got.keys()].join() !== [...frames.keys()].join()) fail(`${name}: ${declaration}: samples at ${[...got.keys()]}, want ${[...frames.keys()]}`)
    for (const [frame, boids] of frames) {
      const values = got.get(frame) ?? []
      if (values.length !== width * boids.length) fail(`${name}: ${declaration}: ${values.length} numbers in frame ${frame}`)
      if (width === 3 && declaration.includes('positions')) boids.forEach((want, i) => near(name, frame, values.slice(3 * i, 3 * i + 3), want))
    }
  }
}

function checkPrims(name, text, { frames, first: lowest }) {
  const birds = [...text.matchAll(/def Xform "bird_(\d{5})"/g)]
  const first = frames.values().next().value
  if (birds.length !== first.length) fail(`${name} has ${birds.length} birds, want ${first.length}`)
  for (const bird of birds) {
    const got = samples(text.slice(bird.index), 'double3 xformOp:translate')
    for (const [frame, boids] of frames) near(name, frame, got.get(frame) ?? [], boids[Number(bird[1]) - lowest])
  }
}

const native = await tinyusdz()
const flocks = species()
let count = 0
for (const name of [`${run}.usda`, `${run}.usdc`, `${run}.usdz`, `${run}-xforms.usda`, `${run}-xforms.usdc`]) {
  const text = load(native, name)
  for (const [kind, birds] of flocks) {
    checkHead(name, text, birds.frames)
    count = birds.frames.size
    if (name.includes('-xforms.')) checkPrims(name, part(name, text, kind), birds)
    else checkInstancer(name, part(name, text, kind), birds.frames)
  }
}
if (!process.exitCode) console.log(`tinyusdz: ${count} frames of .usda, .usdc and .usdz, all birds of ${[...flocks.keys()]} at the positions of the CSV`)
