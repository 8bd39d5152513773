// node check.mjs FOLDER: compares the poses in FOLDER/*.json, which the program
// beside this file wrote, with what three's GLTFLoader makes of FOLDER/*.glb, and
// runs Khronos's validator on the files. It fails on a difference of a millionth
// of the model's size or more, and on what the validator calls an error.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import validator from 'gltf-validator'
import * as THREE from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

globalThis.self = globalThis // which the loader asks for image support
const tolerance = 2e-6

// withoutPictures leaves materials out, whose images Node cannot decode.
function withoutPictures(glb) {
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
    const at = new THREE.Vector3()
    const flat = []
    for (let i = 0; i < mesh.geometry.attributes.position.count; i++) {
      mesh.getVertexPosition(i, at).applyMatrix4(mesh.matrixWorld)
      flat.push(at.x, at.y, at.z)
    }
    out.push(flat)
  })
  return out
}

function posed(gltf, clip, time) {
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

// difference is the largest between two poses, of the size of the second.
function difference(got, want) {
  if (got.length !== want.length) throw new Error(`${got.length} primitives, three has ${want.length}`)
  let far = 0
  let size = 0
  want.forEach((primitive, k) => {
    if (got[k].length !== primitive.length) throw new Error(`primitive ${k}: ${got[k].length / 3} vertices, three has ${primitive.length / 3}`)
    primitive.forEach((v, i) => {
      far = Math.max(far, Math.abs(v - got[k][i]))
      size = Math.max(size, Math.abs(v))
    })
  })
  return far / size
}

async function check(folder, name) {
  const glb = readFileSync(join(folder, `${name}.glb`))
  const report = await validator.validateBytes(new Uint8Array(glb), { maxIssues: 20 })
  const errors = report.issues.messages.filter((m) => m.severity === 0)
  const { poses } = JSON.parse(readFileSync(join(folder, `${name}.json`)))
  const gltf = await new GLTFLoader().parseAsync(withoutPictures(glb), '')
  let far = 0
  for (const p of poses) {
    const off = difference(p.primitives ?? [], posed(gltf, p.clip, p.time))
    if (!(off <= tolerance)) console.log(`${name}: clip ${p.clip} at ${p.time} s: off by ${off} of the size`)
    far = Math.max(far, off)
  }
  for (const e of errors) console.log(`${name}: validator: ${e.code} ${e.pointer}: ${e.message}`)
  return { name, far, poses: poses.length, errors: errors.length, warnings: report.issues.numWarnings }
}

const folder = process.argv[2]
const results = []
for (const file of readdirSync(folder).filter((f) => f.endsWith('.json')).sort()) {
  results.push(await check(folder, basename(file, '.json')))
}
const made = results.filter((r) => r.name.startsWith('sample'))
const line = (name, of) => console.log(`${name}: ${of.reduce((n, r) => n + r.poses, 0)} poses, off by ${Math.max(...of.map((r) => r.far)).toExponential(1)} ` +
  `of the size at most; validator: ${of.reduce((n, r) => n + r.errors, 0)} errors, ${of.reduce((n, r) => n + r.warnings, 0)} warnings`)
for (const r of results.filter((r) => !made.includes(r))) line(r.name, [r])
if (made.length > 0) line(`${made.length} samples`, made)
if (results.length === 0 || results.some((r) => !(r.far <= tolerance) || r.errors > 0)) process.exit(1)
