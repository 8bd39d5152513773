// node mcap.mjs NAME: reads NAME.mcap with @mcap/core, by its index and as a stream with
// all checksums verified, and decodes its point clouds with the schema in the file. They
// must equal the rows of NAME.csv.
import { open, readFile } from 'node:fs/promises'
import { McapIndexedReader, McapStreamReader } from '@mcap/core'
import { decompress } from 'fzstd'
import protobuf from 'protobufjs'
import descriptor from 'protobufjs/ext/descriptor/index.js'

const name = process.argv[2]
const decompressHandlers = { zstd: (data) => decompress(data) }
let failed = 0
const fail = (line) => {
  if (failed++ < 10) console.error(`mcap: ${line}`)
  process.exitCode = 1
}

async function indexed(file) {
  const readable = {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, length) => {
      const buffer = new Uint8Array(Number(length))
      await file.read(buffer, 0, buffer.length, Number(offset))
      return buffer
    },
  }
  return McapIndexedReader.Initialize({ readable, decompressHandlers })
}

// decoder returns a function that decodes messages, from the FileDescriptorSet in a schema.
function decoder(schema) {
  const set = descriptor.FileDescriptorSet.decode(schema.data)
  const type = protobuf.Root.fromDescriptor(set).lookupType(schema.name)
  return (data) => type.decode(data)
}

const readers = {
  1: [1, (view, at) => view.getUint8(at)],
  5: [4, (view, at) => view.getUint32(at, true)],
  7: [4, (view, at) => view.getFloat32(at, true)],
}

// points returns the boids in a foxglove.PointCloud.
function points(cloud) {
  const view = new DataView(cloud.data.buffer, cloud.data.byteOffset, cloud.data.byteLength)
  const all = []
  for (let at = 0; at < cloud.data.length; at += cloud.point_stride) {
    all.push(Object.fromEntries(cloud.fields.map((f) => [f.name, readers[f.type][1](view, at + f.offset)])))
  }
  return all
}

async function clouds() {
  const file = await open(`${name}.mcap`)
  const reader = await indexed(file)
  const decoders = new Map()
  const frames = []
  const topics = {}
  for await (const message of reader.readMessages()) {
    const { topic, schemaId } = reader.channelsById.get(message.channelId)
    topics[topic] = (topics[topic] ?? 0) + 1
    if (topic !== 'flock') continue
    if (!decoders.has(schemaId)) decoders.set(schemaId, decoder(reader.schemasById.get(schemaId)))
    frames.push(points(decoders.get(schemaId)(message.data)))
  }
  if (topics.state !== frames.length || !(topics.checkpoint > 0)) fail(`messages by topic: ${JSON.stringify(topics)}`)
  let scene = 0
  for await (const a of reader.readAttachments()) scene += a.name === 'scenario.toml'
  if (scene !== 1) fail(`${scene} scenes are attached, want 1`)
  await file.close()
  return frames
}

async function streamed() {
  const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true })
  reader.append(await readFile(`${name}.mcap`))
  const seen = {}
  for (let r = reader.nextRecord(); r; r = reader.nextRecord()) seen[r.type] = (seen[r.type] ?? 0) + 1
  if (!reader.done()) fail('the stream ends too early')
  return seen.Message
}

const frames = await clouds()
const messages = await streamed()
if (!(messages > 2 * frames.length)) fail(`only ${messages} messages in the stream, for ${frames.length} frames`)

const [head, ...lines] = (await readFile(`${name}.csv`, 'utf8')).trim().split('\n').map((l) => l.split(','))
let jumps = 0
const species = [...new Set(lines.map((line) => line[head.indexOf('species')]))]
const fields = { px: 'x', py: 'y', pz: 'z', vx: 'vx', vy: 'vy', vz: 'vz', ux: 'ux', uy: 'uy', uz: 'uz', phase: 'phase', id: 'id' }
for (const line of lines) {
  const row = Object.fromEntries(head.map((name, k) => [name, Number(line[k])]))
  const boid = frames[row.frame - 1]?.[row.id]
  if (!boid) {
    fail(`frame ${row.frame}, boid ${row.id} is missing`)
    continue
  }
  for (const [column, field] of Object.entries(fields)) {
    if (Math.fround(row[column]) !== boid[field]) fail(`frame ${row.frame}, boid ${row.id}: ${field} is ${boid[field]}, but ${row[column]} in the CSV`)
  }
  if ((boid.species ?? 0) !== species.indexOf(line[head.indexOf('species')])) fail(`frame ${row.frame}, boid ${row.id}: species is number ${boid.species}`)
  const jumped = row.frame > 1 ? (boid.flags >> 2) & 1 : 0
  jumps += jumped
  if ((boid.flags & 1) !== row.leading || ((boid.flags >> 1) & 1) !== row.gliding || jumped !== row.jumped) fail(`frame ${row.frame}, boid ${row.id}: flags ${boid.flags}`)
}
const count = frames.reduce((n, f) => n + f.length, 0)
if (count !== lines.length || count === 0) fail(`${count} boids in all frames, ${lines.length} in the CSV`)
if (name === 'wrapped' && jumps === 0) fail('no boid jumps, so the flag is not tested')
if (!failed) console.log(`mcap: @mcap/core reads ${frames.length} frames of ${name}, equal to the CSV`)
