// node compress.mjs FROM TO: compresses every .glb file of the folder FROM with glTF-Transform, in several
// ways. With meshopt, `exact` changes no number, `quantized` stores numbers as integers first, and `filtered`
// also uses filters. `draco-METHOD-SPEED-BITS` uses Draco. It writes TO/compressed/NAME-WAY.glb, and the same
// file without compression to TO/plain/NAME-WAY.glb. With filters and with Draco, the uncompressed file
// contains what meshoptimizer or Draco decodes.
import { mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Logger, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions'
import { meshopt } from '@gltf-transform/functions'
import draco3d from 'draco3dgltf'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'

await MeshoptEncoder.ready
await MeshoptDecoder.ready
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS)
  .registerDependencies({
    'meshopt.encoder': MeshoptEncoder, 'meshopt.decoder': MeshoptDecoder,
    'draco3d.encoder': await draco3d.createEncoderModule(), 'draco3d.decoder': await draco3d.createDecoderModule(),
  })
  .setLogger(new Logger(Logger.Verbosity.SILENT))

const ways = {
  exact: (doc) => doc.createExtension(EXTMeshoptCompression).setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE }),
  quantized: (doc) => doc.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' })),
  // Speed 0 predicts best. Draco 1.5.7 loses normals that are integers at speeds below 4.
  ...Object.fromEntries([['edgebreaker', 0, 20], ['edgebreaker', 1, 11], ['edgebreaker', 3, 14], ['edgebreaker', 5, 14], ['edgebreaker', 7, 12],
    ['edgebreaker', 10, 16], ['sequential', 0, 14], ['sequential', 5, 12], ['sequential', 10, 16]]
    .map(([method, speed, bits]) => [`draco-${method}-${speed}-${bits}`, (doc) => doc.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions({
      method: KHRDracoMeshCompression.EncoderMethod[method.toUpperCase()], encodeSpeed: speed, decodeSpeed: speed,
      quantizationBits: { POSITION: bits, NORMAL: 10, COLOR: 8, TEX_COORD: 12, GENERIC: bits },
    })])),
  filtered: (doc) => doc.transform(meshopt({ encoder: MeshoptEncoder, level: 'high' })),
}

// refused counts what glTF-Transform 4.5 cannot encode, by its error: strips, lists that end with an
// incomplete triangle, and skins without inverse bind matrices.
const refused = {}

const [from, to] = process.argv.slice(2)
for (const folder of ['compressed', 'plain']) mkdirSync(join(to, folder), { recursive: true })
for (const file of readdirSync(from).filter((f) => f.endsWith('.glb'))) {
  for (const [way, compress] of Object.entries(ways)) {
    const name = `${basename(file, '.glb')}-${way}.glb`
    const packed = join(to, 'compressed', name), plain = join(to, 'plain', name)
    const doc = await io.read(join(from, file))
    // glTF-Transform 4.5 writes wrong offsets for sparse elements of three bytes.
    for (const accessor of doc.getRoot().listAccessors()) accessor.setSparse(false)
    try {
      await compress(doc.setLogger(new Logger(Logger.Verbosity.SILENT)))
      await io.write(packed, doc)
    } catch (error) {
      refused[error.message] = (refused[error.message] ?? 0) + 1
      continue
    }
    const lossy = way === 'filtered' || way.startsWith('draco')
    const uncompressed = lossy ? await io.read(packed) : doc
    for (const accessor of uncompressed.getRoot().listAccessors()) accessor.setSparse(false)
    for (const extension of [EXTMeshoptCompression, KHRDracoMeshCompression]) uncompressed.createExtension(extension).dispose()
    await io.write(plain, uncompressed)
  }
}
console.log('not encoded by glTF-Transform:', refused)
