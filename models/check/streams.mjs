// node streams.mjs FILE [COUNT]: lets meshoptimizer encode COUNT (100) byte streams of every mode and
// filter, and writes them with what meshoptimizer decodes them to. The test TestStreams of package
// models/meshopt reads the file. Its own testdata/streams.json was written by `node streams.mjs FILE`.
import { writeFileSync } from 'node:fs'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'

await MeshoptEncoder.ready
await MeshoptDecoder.ready

// random returns the same numbers from 0 to 1 in every run (a linear congruential generator).
let state = 1n
function random() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
  return Number(state >> 33n) / 2 ** 31
}
const below = (n) => Math.floor(random() * n)
const pick = (list) => list[below(list.length)]
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

// attributes returns elements that change smoothly, not at all, at random, in steps, or in some bits.
function attributes(count, stride) {
  const kinds = Array.from({ length: stride / 4 }, () => pick(['floats', 'smooth', 'shorts', 'noise', 'constant', 'steps', 'bits']))
  const data = new DataView(new ArrayBuffer(count * stride))
  kinds.forEach((kind, k) => {
    const phase = random() * 6, rate = random() / 9, range = pick([3, 20, 200, 3000]), constant = below(2 ** 32), shift = below(28)
    for (let i = 0; i < count; i++) {
      const at = i * stride + 4 * k, wave = Math.sin(phase + rate * i)
      if (kind === 'floats') data.setFloat32(at, wave, true)
      else if (kind === 'smooth') for (let j = 0; j < 4; j++) data.setInt8(at + j, 100 * wave + below(range / 9))
      else if (kind === 'shorts') for (let j = 0; j < 2; j++) data.setInt16(at + 2 * j, 9 * range * wave + below(range), true)
      else if (kind === 'noise') data.setUint32(at, below(2 ** 32), true)
      else if (kind === 'constant') data.setUint32(at, constant, true)
      else if (kind === 'bits') data.setUint32(at, constant ^ (below(16) << shift), true)
      else data.setUint32(at, (i >> below(5)) + (random() < 0.05 ? below(2 ** 31) : 0), true)
    }
  })
  return bytesOf(data)
}

// filtered returns encoded elements of unit vectors, unit quaternions, floats or colours.
function filtered(filter, count, stride) {
  const floats = (n, low, high) => Float32Array.from({ length: n }, () => low + random() * (high - low))
  const units = floats(4 * count, -1, 1)
  for (let i = 0; i < units.length; i += 4) {
    const n = filter === 'OCTAHEDRAL' ? 3 : 4
    if (random() < 0.2) units.fill(0, i, i + n), units[i + below(n)] = pick([-1, 1])
    const size = Math.hypot(...units.subarray(i, i + n))
    for (let k = 0; k < n; k++) units[i + k] /= size
  }
  const bits = 2 + below(stride === 4 ? 7 : 15)
  switch (filter) {
    case 'OCTAHEDRAL': return MeshoptEncoder.encodeFilterOct(units, count, stride, bits)
    case 'QUATERNION': return MeshoptEncoder.encodeFilterQuat(units, count, stride, Math.max(bits, 4))
    case 'COLOR': return MeshoptEncoder.encodeFilterColor(floats(4 * count, 0, 1), count, stride, bits)
  }
  const size = pick([1e-20, 1e-3, 1, 1e9])
  return MeshoptEncoder.encodeFilterExp(floats(count * stride / 4, -size, size), count, stride, 1 + below(24), pick(['Separate', 'SharedVector', 'SharedComponent', 'Clamped']))
}

// grid returns the triangles of a grid in an order that is good to compress, or in another order.
function grid(wide, high) {
  const out = []
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const a = y * (wide + 1) + x, b = a + wide + 1
      out.push([a, a + 1, b], [b, a + 1, b + 1])
    }
  }
  const order = pick(['optimized', 'rows', 'shuffled'])
  if (order === 'shuffled') out.sort(() => random() - 0.5)
  const indices = Uint32Array.from(out.flat())
  if (order === 'optimized') {
    const [newIndex] = MeshoptEncoder.reorderMesh(indices, true, true) // also sorts the triangles
    return indices.map((i) => newIndex[i])
  }
  return indices
}

function indices(mode) {
  const one = grid(1 + below(12), 1 + below(9))
  const kind = pick(['grid', 'two grids', 'random', 'far'])
  if (kind === 'grid') return one
  if (kind === 'two grids') return Uint32Array.from([...one, ...one])
  const count = 3 * (1 + below(40)), limit = kind === 'far' ? 2 ** 30 - 1 : 100
  return Uint32Array.from({ length: mode === 'INDICES' ? count - below(3) : count }, () => below(limit))
}

function stream(number) {
  const mode = pick(['ATTRIBUTES', 'ATTRIBUTES', 'ATTRIBUTES', 'TRIANGLES', 'INDICES'])
  if (mode !== 'ATTRIBUTES') {
    let source = indices(mode)
    const byteStride = source.every((i) => i < 65536) ? pick([2, 4]) : 4
    if (byteStride === 2) source = Uint16Array.from(source)
    return { number, mode, filter: 'NONE', count: source.length, byteStride, encoded: MeshoptEncoder.encodeGltfBuffer(bytesOf(source), source.length, byteStride, mode) }
  }
  const filter = pick(['NONE', 'NONE', 'NONE', 'NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'])
  const byteStride = { NONE: 4 * (1 + below(pick([3, 3, 3, 64]))), QUATERNION: 8, EXPONENTIAL: 4 * (1 + below(4)) }[filter] ?? pick([4, 8])
  const count = pick([1, 2, 15, 16, 17, 1 + below(300), number % 9 === 0 ? 257 + below(300) : 40])
  const source = filter === 'NONE' ? attributes(count, byteStride) : filtered(filter, count, byteStride)
  const version = below(2)
  const encoded = MeshoptEncoder.encodeVertexBufferLevel(source, count, byteStride, below(4), version)
  return { number, mode, filter, version, count, byteStride, encoded }
}

const base64 = (bytes) => Buffer.from(bytes).toString('base64')
const [file, number = 100] = process.argv.slice(2)
const lines = []
for (let i = 0; i < number; i++) {
  const s = stream(i)
  const decoded = new Uint8Array(s.count * s.byteStride)
  MeshoptDecoder.decodeGltfBuffer(decoded, s.count, s.byteStride, s.encoded, s.mode, s.filter)
  lines.push(JSON.stringify({ ...s, encoded: base64(s.encoded), decoded: base64(decoded) }))
}
writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`)
