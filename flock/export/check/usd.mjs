// node usd.mjs FOLDER: tinyusdz reads run.usda, run.usdz and xforms.usda, builds
// the scene of each, and every bird must be where run.csv has it, with as many
// samples at the same times.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
const fail = (line) => {
  console.error(`usd: ${line}`)
  process.exitCode = 1
}

// tinyusdz is built for browsers alone: for it this is a worker that has its wasm.
async function tinyusdz() {
  globalThis.WorkerGlobalScope = class {}
  globalThis.self = globalThis
  process.type = 'renderer'
  const { default: init } = await import('tinyusdz/tinyusdz.js')
  const wasm = new URL('tinyusdz.wasm', import.meta.resolve('tinyusdz/tinyusdz.js'))
  return init({ wasmBinary: readFileSync(wasm), printErr: () => {} })
}

// positions are those of run.csv: of each frame, of each boid, three numbers.
function positions() {
  const frames = new Map()
  const [header, ...rows] = readFileSync(join(folder, 'run.csv'), 'utf8').trim().split('\n')
  const at = header.split(',').indexOf('px')
  for (const row of rows) {
    const cells = row.split(',')
    const frame = Number(cells[0])
    if (!frames.has(frame)) frames.set(frame, [])
    frames.get(frame)[Number(cells[2])] = cells.slice(at, at + 3).map(Number)
  }
  return frames
}

// samples are those of an attribute, from the layer as tinyusdz writes it again: a
// list of numbers for each time.
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
  if (!layer.loadAsLayerFromBinary(data, name)) fail(`${name} is no layer: ${layer.error()}`)
  const stage = new native.TinyUSDZLoaderNative()
  if (!stage.loadFromBinary(data, name)) fail(`${name} makes no scene: ${stage.error()}`)
  if (stage.numMeshes() !== 24) fail(`${name} has ${stage.numMeshes()} meshes, want the 24 poses`)
  return layer.layerToString()
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
    if (!text.includes(`    ${line}\n`)) fail(`${name}: the layer does not say ${line}`)
  }
}

function checkInstancer(name, text, frames) {
  const widths = {
    'point3f[] positions': 3, 'quath[] orientations': 4, 'vector3f[] velocities': 3, 'vector3f[] angularVelocities': 3,
    'int[] protoIndices': 1, 'float[] primvars:flapPhase': 1, 'int[] primvars:leader': 1,
  }
  for (const [declaration, width] of Object.entries(widths)) {
    const got = samples(text, declaration)
    if ([...got.keys()].join() !== [...frames.keys()].join()) fail(`${name}: ${declaration}: times ${[...got.keys()]}`)
    for (const [frame, boids] of frames) {
      const values = got.get(frame) ?? []
      if (values.length !== width * boids.length) fail(`${name}: ${declaration}: ${values.length} numbers in frame ${frame}`)
      if (width === 3 && declaration.includes('positions')) boids.forEach((want, i) => near(name, frame, values.slice(3 * i, 3 * i + 3), want))
    }
  }
}

function checkPrims(name, text, frames) {
  const birds = [...text.matchAll(/def Xform "bird_(\d{5})"/g)]
  const first = frames.values().next().value
  if (birds.length !== first.length) fail(`${name} has ${birds.length} birds, want ${first.length}`)
  for (const bird of birds) {
    const got = samples(text.slice(bird.index), 'double3 xformOp:translate')
    for (const [frame, boids] of frames) near(name, frame, got.get(frame) ?? [], boids[Number(bird[1])])
  }
}

const native = await tinyusdz()
const frames = positions()
for (const name of ['run.usda', 'run.usdz', 'xforms.usda']) {
  const text = load(native, name)
  checkHead(name, text, frames)
  if (name === 'xforms.usda') checkPrims(name, text, frames)
  else checkInstancer(name, text, frames)
}
if (!process.exitCode) console.log(`tinyusdz: ${frames.size} frames of .usda and .usdz, every bird where the CSV has it`)
