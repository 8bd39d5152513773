// node hydra.mjs NAME ...: draws layers, such as run.usdc, with Hydra, the part of Pixar's USD that gives a
// scene to a renderer. Every mesh must get a material, and USD must have no warning about the layer. Each
// mesh must have the same points at all times: the poses of a wingbeat do not move.
import { readFileSync } from 'node:fs'
import { pixarUSD } from './pixar_usd.mjs'

const problems = []
// The program lacks the plugins that these lines name, and its renderer draws neither cameras nor lights.
const usual = /schema type 'UsdVol|pluginFactory|doesn't support prim type '(Camera|LightAPI|\w*Light)'/
const usd = await pixarUSD((line) => /^(\w+ )?(Error|Warning)/.test(line) && !usual.test(line) && problems.push(line))

function fail(line) {
  console.error(`hydra: ${line}`)
  process.exit(1)
}

class Mesh {
  setMaterial(id) { this.material = id }
  updatePoints(points) { this.points = Float32Array.from(points) }
  updateIndices() {}
  updateNormals() {}
  updatePrimvar() {}
  setTransform() {}
  setDisplayColor() {}
  setUV() {}
}

// drawn returns the meshes of a layer, by path, and the points of each at some times.
function drawn(name) {
  usd.FS.writeFile('/' + name, new Uint8Array(readFileSync(name)))
  const meshes = new Map()
  const driver = new usd.HdWebSyncDriver({
    createRPrim(kind, id) {
      if (kind === 'mesh') meshes.set(id, new Mesh())
      return meshes.get(id) ?? new Mesh()
    },
    createSPrim: () => ({ updateNode() {}, updateFinished() {} }),
    createBPrim() {}, setDriver() {}, CommitResources() {},
  }, name)
  const last = driver.GetStage().GetEndTimeCode()
  const points = new Map([...meshes.keys()].map((id) => [id, []]))
  for (const time of [1, 1.5, 2, last, last + 10]) {
    driver.SetTime(time)
    driver.Draw()
    for (const [id, mesh] of meshes) (points.get(id) ?? points.set(id, []).get(id)).push(mesh.points)
  }
  return { meshes, points }
}

for (const name of process.argv.slice(2)) {
  const { meshes, points } = drawn(name)
  if (problems.length > 0) fail(`${name}: ${problems[0]}`)
  if (meshes.size === 0) fail(`${name}: no meshes`)
  for (const [id, mesh] of meshes) {
    if (!mesh.material && !/\/World\/|\/Ground$/.test(id)) fail(`${name}: ${id} has no material`)
    for (const at of points.get(id)) {
      if (!at?.length) fail(`${name}: ${id} has no points`)
      if (at.some((x, k) => x !== points.get(id)[0][k])) fail(`${name}: ${id} moves`)
    }
  }
  console.log(`Hydra: ${meshes.size} meshes of ${name} have materials, and their points do not move`)
}
process.exit(0)
