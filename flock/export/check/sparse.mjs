// node sparse.mjs table: writes sparse_tracks.csv, a table of birds with a row per hour, as GPS loggers send
// them. One bird begins late, and one has a gap.
//
// node sparse.mjs check: reads the exports of this table with programs that are not skein's: sparse.csv,
// sparse.tidy.csv and sparse.parquet with DuckDB, sparse.glb with the Khronos validator and three.js, and
// sparse.usda and sparse.usdc with Pixar's USD. Every bird must be where the table says.
import { readFileSync, writeFileSync } from 'node:fs'

const birds = 20
const hours = 720
const hour = 3600

// present reports whether a bird has a row at an hour.
const present = (bird, at) => !(bird === 4 && at < 48) && !(bird === 7 && at >= 200 && at < 248)

// place returns where a bird is at an hour, in m, with Z up. skein does not move tracks within 10 km of the
// origin.
const place = (bird, at) => [
  5000 * Math.sin(at / 40 + bird) + 200 * (bird - 10), 5000 * Math.cos(at / 57) - 200 * (bird - 10), 500 + 50 * Math.sin(at / 9 + bird),
]

// exported returns the place with Y up, as exports have it.
const exported = (bird, at) => {
  const [x, y, z] = place(bird, at)
  return [x, z, -y]
}

function fail(text) {
  console.error(`sparse: ${text}`)
  process.exit(1)
}

const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

function writeTable() {
  const lines = ['id,time,x,y,z']
  for (let bird = 0; bird < birds; bird++) {
    for (let at = 0; at < hours; at++) {
      if (present(bird, at)) lines.push([bird, at * hour, ...place(bird, at).map((x) => x.toFixed(4))].join())
    }
  }
  writeFileSync('sparse_tracks.csv', lines.join('\n') + '\n')
}

// tolerance is the greatest error of a position, in m: positions are float32.
const tolerance = 2e-3

async function checkTables() {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const db = await (await DuckDBInstance.create()).connect()
  for (const [file, at] of [['sparse.csv', 'px::double x, py::double y, pz::double z'], ['sparse.parquet', 'px::double x, py::double y, pz::double z'], ['sparse.tidy.csv', 'x::double x, y::double y, z::double z']]) {
    const rows = (await db.runAndReadAll(`select time, id::int id, ${at} from '${file}' order by time, id`)).getRowObjectsJson()
    let k = 0
    for (let h = 0; h < hours; h++) {
      for (let bird = 0; bird < birds; bird++) {
        if (!present(bird, h)) continue
        const row = rows[k++] ?? fail(`${file}: ${rows.length} rows are too few`)
        if (Number(row.time) !== h * hour || Number(row.id) !== bird) fail(`${file}: bird ${row.id} at ${row.time} s, want bird ${bird} at ${h * hour} s`)
        if (!(far([row.x, row.y, row.z], exported(bird, h)) < tolerance)) fail(`${file}: bird ${bird} at hour ${h} is at ${[row.x, row.y, row.z]}, want ${exported(bird, h)}`)
      }
    }
    if (k !== rows.length) fail(`${file}: ${rows.length} rows, want ${k}`)
    console.log(`DuckDB: ${k} rows of ${file} are as in the table`)
  }
}

// A sparse recording plays at one frame per second.
async function checkGLB() {
  const { default: validator } = await import('gltf-validator')
  const THREE = await import('three')
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js')
  const bytes = readFileSync('sparse.glb')
  const { issues } = await validator.validateBytes(new Uint8Array(bytes))
  if (issues.numErrors + issues.numWarnings > 0) fail(`sparse.glb: ${JSON.stringify(issues.messages.slice(0, 5))}`)
  globalThis.self = globalThis // three.js needs these parts of a browser for textures
  globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} })
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '')
  if (gltf.animations[0].duration !== hours - 1) fail(`sparse.glb lasts ${gltf.animations[0].duration} s, want ${hours - 1} s`)
  const mixer = new THREE.AnimationMixer(gltf.scene)
  const action = mixer.clipAction(gltf.animations[0])
  action.setLoop(THREE.LoopOnce).clampWhenFinished = true
  action.play()
  for (let h = 0; h < hours; h++) {
    mixer.setTime(h)
    for (let bird = 0; bird < birds; bird++) {
      const node = gltf.scene.getObjectByName(`bird_${String(bird).padStart(4, '0')}`) ?? fail(`sparse.glb has no bird ${bird}`)
      if (node.scale.x > 0 !== present(bird, h)) fail(`sparse.glb: bird ${bird} has the scale ${node.scale.x} at hour ${h}`)
      if (present(bird, h) && !(far(node.position.toArray(), exported(bird, h)) < 2 * tolerance)) fail(`sparse.glb: bird ${bird} at hour ${h} is at ${node.position.toArray()}, want ${exported(bird, h)}`)
    }
  }
  console.log(`three.js plays ${hours} frames of sparse.glb, one per second, and the validator has no warning`)
}

async function checkUSD() {
  const { pixarUSD } = await import('./pixar_usd.mjs')
  const usd = await pixarUSD((line) => /^(Error|Runtime Error)/.test(line) && fail(line))
  for (const file of ['sparse.usda', 'sparse.usdc']) {
    usd.FS.writeFile('/' + file, new Uint8Array(readFileSync(file)))
    const text = (usd.UsdStage.Open('/' + file) ?? fail(`Pixar's USD cannot open ${file}`)).GetRootLayer().ExportToString()
    if (!/timeCodesPerSecond = 1\r?\n/.test(text)) fail(`${file}: the layer does not play one frame per second`)
    const samples = (name) => new Map(text.split(`${name}.timeSamples = {`)[1].split('}')[0].trim().split('\n').map((line) => {
      const [frame, values] = line.split(': ')
      return [Number(frame), (values.match(/-?[\d.]+(e[-+]?\d+)?/g) ?? []).map(Number)]
    }))
    const [positions, absent] = [samples('point3f[] positions'), samples('int64[] invisibleIds')]
    for (let h = 0; h < hours; h++) {
      const [all, hidden] = [positions.get(h + 1), absent.get(h + 1)]
      if (all?.length !== 3 * birds) fail(`${file}: frame ${h + 1} has ${all?.length} numbers`)
      for (let bird = 0; bird < birds; bird++) {
        if (hidden.includes(bird) === present(bird, h)) fail(`${file}: the hidden birds of frame ${h + 1} are ${hidden}`)
        const at = all.slice(3 * bird, 3 * bird + 3)
        if (present(bird, h) && !(far(at, exported(bird, h)) < tolerance)) fail(`${file}: bird ${bird} in frame ${h + 1} is at ${at}, want ${exported(bird, h)}`)
      }
    }
    console.log(`Pixar's USD: ${positions.size} frames of ${file} are as in the table`)
  }
}

if (process.argv[2] === 'table') writeTable()
else {
  await checkTables()
  await checkGLB()
  await checkUSD()
  process.exit(0)
}
