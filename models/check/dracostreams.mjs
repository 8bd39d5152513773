// node dracostreams.mjs FILE [COUNT [NUMBER...]]: lets Draco encode COUNT (400) meshes with every method and
// speed, and writes the streams, or only those with the given numbers, with hashes of what Draco decodes them
// to. The test TestStreams of package models/draco reads the file. Its own testdata/streams.json was written by
// `node dracostreams.mjs FILE 400 NUMBER...`, with the numbers that are in it.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import draco3d from 'draco3dgltf'

const encoders = await draco3d.createEncoderModule()
const decoders = await draco3d.createDecoderModule()

// random returns the same numbers from 0 to 1 in every run (a linear congruential generator).
let state = 1n
function random() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
  return Number(state >> 33n) / 2 ** 31
}
const below = (n) => Math.floor(random() * n)
const pick = (list) => list[below(list.length)]

// sheet returns the triangles of a grid, with closed sides if wanted, and without some triangles.
function sheet(wide, high, closedX, closedY, holes) {
  const triangles = []
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const at = (dx, dy) => ((x + dx) % (closedX ? wide : wide + 1)) + ((y + dy) % (closedY ? high : high + 1)) * (closedX ? wide : wide + 1)
      if (random() >= holes) triangles.push([at(0, 0), at(1, 0), at(0, 1)])
      if (random() >= holes) triangles.push([at(0, 1), at(1, 0), at(1, 1)])
    }
  }
  return triangles
}

// mesh returns triangles whose corners are [vertex, part]: corners of the same vertex and part are one point.
function mesh(size) {
  const parts = 1 + below(3)
  const corners = []
  let first = 0
  for (let p = 0; p < parts; p++) {
    const kind = pick(['sheet', 'sheet', 'tube', 'torus', 'tetrahedra', 'soup'])
    let triangles
    if (kind === 'tetrahedra') triangles = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0], [4, 5, 6], [4, 7, 5], [5, 7, 6], [6, 7, 4]]
    else if (kind === 'soup') triangles = Array.from({ length: 1 + below(Math.min(size, 60)) }, () => [below(30), below(30), below(30)])
    else triangles = sheet(3 + below(size), 3 + below(size), kind !== 'sheet', kind === 'torus', pick([0, 0, 0.02, 0.3]))
    for (const t of triangles) corners.push(...t.map((v) => v + first))
    first += 1 + Math.max(...triangles.flat())
  }
  return corners
}

// attributes that a mesh can have, with the number of components, the range, and whether floats are quantized.
const kinds = [
  { name: 'NORMAL', type: 'Float', components: 3, unit: true },
  { name: 'TEX_COORD', type: 'Float', components: 2 },
  { name: 'TEX_COORD', type: 'UInt16', components: 2 },
  { name: 'COLOR', type: 'UInt8', components: 4 },
  { name: 'COLOR', type: 'Float', components: 3 },
  { name: 'GENERIC', type: 'UInt16', components: 4 },
  { name: 'GENERIC', type: 'Float', components: 4 },
  { name: 'GENERIC', type: 'Int8', components: 3 },
  { name: 'GENERIC', type: 'UInt32', components: 1 },
  { name: 'GENERIC', type: 'Int16', components: 2 },
  { name: 'NORMAL', type: 'Int8', components: 3 },
]
const ranges = { Float: [-1, 1], UInt8: [0, 255], Int8: [-128, 127], UInt16: [0, 65535], Int16: [-32768, 32767], UInt32: [0, 2 ** 24] }
const arrays = { Float: Float32Array, UInt8: Uint8Array, Int8: Int8Array, UInt16: Uint16Array, Int16: Int16Array, UInt32: Uint32Array }

// values returns values for n points. Those with the same number in vertexOf are equal, unless there is a seam.
function values(kind, vertexOf, seams) {
  const [low, high] = ranges[kind.type]
  const phase = random() * 6, rough = pick([0, 0, 0.02, 1]), step = pick([0.03, 0.2])
  const known = new Map()
  const out = new arrays[kind.type](vertexOf.length * kind.components)
  vertexOf.forEach((v, i) => {
    const key = seams > 0 && random() < seams ? `${v} ${below(2)}` : v
    if (!known.has(key)) {
      const value = Array.from({ length: kind.components }, (_, k) => Math.sin(phase + 2 * k + step * v * (k + 1) / 9) * (1 - rough) + rough * (2 * random() - 1))
      const length = kind.unit ? Math.hypot(...value) || 1 : 1
      known.set(key, value.map((x) => kind.type === 'Float' ? x / length : Math.round(low + (high - low) * (x + 1) / 2)))
    }
    out.set(known.get(key), i * kind.components)
  })
  return out
}

// addAttribute adds values to a mesh, quantized to a number of bits.
function addAttribute(builder, encoder, m, kind, data, count, bits) {
  const id = builder[`Add${kind.type}Attribute`](m, encoders[kind.name], count, kind.components, data)
  if (kind.type === 'Float' && bits > 0) encoder.SetAttributeQuantization(id, bits)
}

// addMetadata adds metadata to a mesh and to its first attribute.
function addMetadata(builder, m) {
  const metadata = new encoders.MetadataBuilder()
  for (const add of [(data) => builder.AddMetadata(m, data), (data) => builder.SetMetadataForAttribute(m, 0, data)]) {
    const data = new encoders.Metadata()
    metadata.AddStringEntry(data, 'name', 'x'.repeat(below(300)) + 'x')
    metadata.AddIntEntry(data, 'number', below(1000))
    add(data)
    encoders.destroy(data)
  }
  encoders.destroy(metadata)
}

// encode returns a stream and the options that it was made with.
function encode(number) {
  const size = number % 4 === 3 ? 32 : pick([2, 3, 6])
  const vertexOf = mesh(size)
  const points = vertexOf.length
  const m = new encoders.Mesh(), builder = new encoders.MeshBuilder(), encoder = new encoders.ExpertEncoder(m)
  builder.AddFacesToMesh(m, points / 3, Uint32Array.from(vertexOf, (_, i) => i))
  const bits = () => pick([0, 1, 5, 8, 11, 14, 16, 20])
  const position = { name: 'POSITION', type: 'Float', components: 3 }
  addAttribute(builder, encoder, m, position, values(position, vertexOf, 0), points, pick([4, 8, 11, 14, 16, 20, 0]))
  for (const kind of kinds.filter(() => random() < 0.3)) {
    addAttribute(builder, encoder, m, kind, values(kind, vertexOf, pick([0, 0, 0.1, 0.6])), points, kind.unit ? Math.max(2, bits()) : bits())
  }
  if (random() < 0.1) addMetadata(builder, m)
  const options = { speed: below(11), method: random() < 0.75 ? 'EDGEBREAKER' : 'SEQUENTIAL' }
  encoder.SetSpeedOptions(options.speed, pick([options.speed, below(11)]))
  encoder.SetEncodingMethod(encoders[`MESH_${options.method}_ENCODING`])
  const buffer = new encoders.DracoInt8Array()
  const length = encoder.EncodeToDracoBuffer(random() < 0.9, buffer)
  const encoded = Uint8Array.from({ length }, (_, i) => buffer.GetValue(i))
  for (const o of [buffer, encoder, builder, m]) encoders.destroy(o)
  return { ...options, encoded }
}

const hash = (array) => createHash('sha256').update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)).digest('base64')

// heapArray returns the numbers that call writes to the decoder's memory.
function heapArray(type, count, call) {
  const bytes = count * type.BYTES_PER_ELEMENT, at = decoders._malloc(bytes)
  call(bytes, at)
  const out = new type(decoders.HEAPU8.buffer.slice(at, at + bytes))
  decoders._free(at)
  return out
}

// decode returns the sizes of what Draco decodes, and the hashes of its numbers.
function decode(encoded) {
  const decoder = new decoders.Decoder(), m = new decoders.Mesh()
  const status = decoder.DecodeArrayToMesh(encoded, encoded.length, m)
  if (!status.ok()) throw new Error(status.error_msg())
  const points = m.num_points(), triangles = m.num_faces()
  const attributes = []
  for (let i = 0; i < m.num_attributes(); i++) {
    const a = decoder.GetAttribute(m, i)
    const components = a.num_components(), type = a.data_type()
    const name = { 1: 'Int8', 2: 'UInt8', 3: 'Int16', 4: 'UInt16', 5: 'Int32', 6: 'UInt32', 9: 'Float' }[type]
    const data = heapArray(arrays[name], points * components, (bytes, at) => decoder.GetAttributeDataArrayForAllPoints(m, a, type, bytes, at))
    attributes.push({ id: a.unique_id(), kind: a.attribute_type(), type, components, normalized: a.normalized(), hash: hash(data) })
  }
  const indices = heapArray(Uint32Array, 3 * triangles, (bytes, at) => decoder.GetTrianglesUInt32Array(m, bytes, at))
  decoders.destroy(m)
  decoders.destroy(decoder)
  return { points, triangles, hash: hash(indices), attributes }
}

const [file, count = 400, ...chosen] = process.argv.slice(2)
const lines = []
for (let i = 0; i < count; i++) {
  const s = encode(i)
  if (s.encoded.length === 0) continue // Draco refuses meshes without a proper triangle
  if (chosen.length > 0 && !chosen.includes(String(i))) continue
  lines.push(JSON.stringify({ number: i, speed: s.speed, method: s.method, encoded: Buffer.from(s.encoded).toString('base64'), ...decode(s.encoded) }))
}
writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`)
