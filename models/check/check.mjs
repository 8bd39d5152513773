// node check.mjs FOLDER: compares the poses in FOLDER/*.json, which main.go wrote, with those of
// three's GLTFLoader for FOLDER/*.glb, and runs the Khronos glTF validator on the files. It fails
// if a difference exceeds two millionths of the model's size or the validator reports an error.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import validator from 'gltf-validator'
import * as THREE from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

globalThis.self = globalThis // GLTFLoader looks here for image support
const tolerance = 2e-6

// withoutImages removes materials, because Node cannot decode their images.
function withoutImages(glb) {
  const length = glb.readUInt32LE(12)
  const doc = JSON.parse(glb.toString('utf8', 20, 20 + length))
  for (const list of ['materials', 'textures', 'images']) delete doc[list]
  for (const mesh of doc.meshes ?? []) for (const p of mesh.primitives) delete p.material
  let text = Buffer.from(JSON.stringify(doc))
  text = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')])
  const rest = glb.subarray(20 + length)
  const head = Buffer.alloc(20)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + text.length + rest.length, 8)
  head.writeUInt32LE(text.length, 12)
  head.write('JSON', 16)
  const all = Buffer.concat([head, text, rest])
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.length)
}

function positions(scene) {
  scene.updateMatrixWorld(true)
  const out = []
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return
    if (mesh.isSkinnedMesh) mesh.skeleton.update()
    const vertex = new THREE.Vector3()
    const flat = []
    for (let i = 0; i < mesh.geometry.attributes.position.count; i++) {
      mesh.getVertexPosition(i, vertex).applyMatrix4(mesh.matrixWorld)
      flat.push(vertex.x, vertex.y, vertex.z)
    }
    out.push(flat)
  })
  return out
}

function poseAt(gltf, clip, time) {
  if (clip < 0) return positions(gltf.scene)
  const mixer = new THREE.AnimationMixer(gltf.scene)
  const action = mixer.clipAction(gltf.animations[clip])
  action.setLoop(THREE.LoopOnce)
  action.clampWhenFinished = true
  action.play()
  mixer.setTime(time)
  const out = positions(gltf.scene)
  mixer.stopAllAction()
  mixer.uncacheRoot(gltf.scene)
  return out
}

// difference returns the largest difference between two poses, relative to the size of the second.
function difference(got, want) {
  if (got.length !== want.length) throw new Error(`${got.length} primitives, three.js has ${want.length}`)
  let worst = 0
  let size = 0
  want.forEach((primitive, k) => {
    if (got[k].length !== primitive.length) throw new Error(`primitive ${k}: ${got[k].length / 3} vertices, three.js has ${primitive.length / 3}`)
    primitive.forEach((v, i) => {
      worst = Math.max(worst, Math.abs(v - got[k][i]))
      size = Math.max(size, Math.abs(v))
    })
  })
  return worst / size
}

async function check(folder, name) {
  const glb = readFileSync(join(folder, `${name}.glb`))
  const report = await validator.validateBytes(new Uint8Array(glb), { maxIssues: 20 })
  const errors = report.issues.messages.filter((m) => m.severity === 0)
  const { poses } = JSON.parse(readFileSync(join(folder, `${name}.json`)))
  const gltf = await new GLTFLoader().parseAsync(withoutImages(glb), '')
  let worst = 0
  for (const p of poses) {
    const error = difference(p.primitives ?? [], poseAt(gltf, p.clip, p.time))
    if (!(error <= tolerance)) console.log(`${name}: clip ${p.clip} at ${p.time} s: differs by ${error} of the model's size`)
    worst = Math.max(worst, error)
  }
  for (const e of errors) console.log(`${name}: validator: ${e.code} ${e.pointer}: ${e.message}`)
  return { name, worst, poses: poses.length, errors: errors.length, warnings: report.issues.numWarnings }
}

const folder = process.argv[2]
const results = []
for (const file of readdirSync(folder).filter((f) => f.endsWith('.json')).sort()) {
  results.push(await check(folder, basename(file, '.json')))
}
const samples = results.filter((r) => r.name.startsWith('sample'))
const report = (name, group) => console.log(`${name}: ${group.reduce((n, r) => n + r.poses, 0)} poses, at most ${Math.max(...group.map((r) => r.worst)).toExponential(1)} ` +
  `of the size off; validator: ${group.reduce((n, r) => n + r.errors, 0)} errors, ${group.reduce((n, r) => n + r.warnings, 0)} warnings`)
for (const r of results.filter((r) => !samples.includes(r))) report(r.name, [r])
if (samples.length > 0) report(`${samples.length} samples`, samples)
if (results.length === 0 || results.some((r) => !(r.worst <= tolerance) || r.errors > 0)) process.exit(1)
