// node things.mjs FOLDER NAME: checks how the things of moving.toml change, in NAME.usda as
// tinyusdz reads it and in NAME.glb as three.js plays it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as THREE from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

const [folder, run] = process.argv.slice(2)
const fail = (line) => {
  console.error(`things: ${line}`)
  process.exitCode = 1
}

// wanted returns the boxes around the things at a time in s, from the events in moving.toml,
// each with a tolerance. An event at a tick takes effect in the next frame.
function wanted(time) {
  const around = (x, y, z, dx, dy = dx, dz = dx) => [x - dx, y - dy, z - dz, x + dx, y + dy, z + dz]
  const ramp = Math.min(Math.max(time - 0.3, 0), 1)
  const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
  const tower = time < 0.52 ? around(30, 10, 0, 3, 10, 2)
    : time < 1.22 ? around(40, 10, 10, 3, 10, 2) : around(40, 10, 10, 3 * c + 2 * s, 10, 3 * s + 2 * c)
  return {
    tower: [tower, 1e-3], ball: [around(-40, 5, 0, 4 + 4 * ramp), 0.2],
    home: [around(0, 20 + 10 * ramp, 40, 5), 0.4], way: [[-60, 20, -40, 60, 25, -30], 1e-3],
    roof: [[tower[0], 20, tower[2], tower[3], 20, tower[5]], 0.5],
  }
}

function check(where, time, name, got) {
  const [want, slack] = wanted(time)[name]
  if (!(want.length === got.length && want.every((x, k) => Math.abs(x - got[k]) <= slack))) {
    fail(`${where}: ${name} at ${time} s: ${got.map((x) => x.toFixed(3))}, want ${want.map((x) => x.toFixed(3))}`)
  }
}

const times = [0, 0.4, 0.5, 0.55, 0.8, 1.2, 1.25, 1.9]
const box = (b) => [...b.min.toArray(), ...b.max.toArray()]
const ball = (at, r) => new THREE.Box3(at.clone().subScalar(r), at.clone().addScalar(r))

// three.js needs these parts of a browser for textures.
globalThis.self = globalThis
globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} })

const bytes = readFileSync(join(folder, `${run}.glb`))
const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '')
const mixer = new THREE.AnimationMixer(gltf.scene)
mixer.clipAction(gltf.animations[0]).setLoop(THREE.LoopOnce).play()
for (const time of times) {
  mixer.setTime(time)
  gltf.scene.updateMatrixWorld(true)
  for (const name of Object.keys(wanted(0))) {
    const node = gltf.scene.getObjectByName(name) ?? fail(`${run}.glb: no ${name}`)
    const bounds = name === 'home' ? ball(node.position, node.userData.radius * node.scale.x) : new THREE.Box3().setFromObject(node, true)
    check(`${run}.glb`, time, name, box(bounds))
  }
}

// Read the layer with tinyusdz and write it as text again.
globalThis.WorkerGlobalScope = class {}
process.type = 'renderer'
const { default: init } = await import('tinyusdz/tinyusdz.js')
const native = await init({ wasmBinary: readFileSync(new URL('tinyusdz.wasm', import.meta.resolve('tinyusdz/tinyusdz.js'))), printErr: () => {} })
const name = `${run}.usda`
const data = new Uint8Array(readFileSync(join(folder, name)))
const layer = new native.TinyUSDZLoaderNative()
if (!layer.loadAsLayerFromBinary(data, name)) fail(`${name} cannot be read as a layer: ${layer.error()}`)
const stage = new native.TinyUSDZLoaderNative()
if (!stage.loadFromBinary(data, name)) fail(`${name} cannot be read as a scene: ${stage.error()}`)
const text = layer.layerToString()

// block returns the text of a thing's prim.
function block(thing) {
  const start = text.search(new RegExp(`def \\w+ "${thing}"`))
  if (start < 0) fail(`${name}: no ${thing}`)
  const end = text.indexOf('xformOpOrder', start)
  return text.slice(start, end)
}

const numbers = (line) => (line.match(/-?[\d.]+(e[-+]?\d+)?/g) ?? []).map(Number)

// value returns an attribute's value at a time code, interpolated linearly between samples.
function value(prim, attribute, code) {
  const plain = prim.match(new RegExp(`${attribute} = (.*)`))
  if (plain) return numbers(plain[1])
  const start = prim.indexOf(`${attribute}.timeSamples = {`)
  if (start < 0) fail(`${name}: no ${attribute}`)
  const samples = prim.slice(start, prim.indexOf('}', start)).split('\n').slice(1, -1).map((line) => {
    const colon = line.indexOf(':')
    return [Number(line.slice(0, colon)), numbers(line.slice(colon + 1))]
  })
  const k = samples.findIndex(([at]) => at >= code)
  if (k <= 0) return samples.at(k)[1]
  const [[a, p], [b, q]] = [samples[k - 1], samples[k]]
  return p.map((x, i) => x + ((code - a) / (b - a)) * (q[i] - x))
}

for (const time of times) {
  for (const thing of Object.keys(wanted(0))) {
    const prim = block(thing)
    const at = (attribute) => value(prim, `xformOp:${attribute}`, 1 + 30 * time)
    const [w, x, y, z] = at('orient')
    const matrix = new THREE.Matrix4().compose(
      new THREE.Vector3(...at('translate')), new THREE.Quaternion(x, y, z, w).normalize(), new THREE.Vector3(...at('scale')))
    const points = prim.includes('[] points')
      ? numbers(prim.match(/\[\] points = (.*)/)[1])
      : box(ball(new THREE.Vector3(), numbers(prim.match(/skein:radius = (.*)/)[1])[0]))
    const all = new THREE.Box3()
    for (let k = 0; k < points.length; k += 3) all.expandByPoint(new THREE.Vector3(...points.slice(k, k + 3)).applyMatrix4(matrix))
    check(name, time, thing, box(all))
  }
}
if (!process.exitCode) console.log(`things: all in the expected places at ${times.length} times, in .glb (three.js) and in .usda (tinyusdz)`)
