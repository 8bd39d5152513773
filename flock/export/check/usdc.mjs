// node usdc.mjs NAME ...: reads NAME.usdc with the parser of three.js. Every bird must have the positions of
// NAME.csv, at the same times. The parser cannot read the ids, which are integers of 64 bits.
import { readFileSync } from 'node:fs'
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js'

function fail(line) {
  console.error(`usdc: ${line}`)
  process.exit(1)
}

console.warn = () => {} // about the ids
for (const name of process.argv.slice(2)) {
  const bytes = readFileSync(`${name}.usdc`)
  const { specsByPath } = new USDCParser().parseData(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const [header, ...rows] = readFileSync(`${name}.csv`, 'utf8').trim().split('\n').map((line) => line.split(','))
  const at = header.indexOf('px')
  const named = header.indexOf('species')
  const firsts = new Map() // the first id of each species
  for (const row of rows) firsts.set(row[named], Math.min(firsts.get(row[named]) ?? Infinity, Number(row[2])))
  let count = 0
  for (const row of rows) {
    const birds = firsts.size > 1 ? `/Flock/${row[named]}/Birds` : '/Flock/Birds'
    const { times, values } = specsByPath[`${birds}.positions`]?.fields.timeSamples ?? fail(`${name}: no ${birds}.positions`)
    const sample = values[times.indexOf(Number(row[0]))] ?? fail(`${name}: no sample at ${row[0]}`)
    const slot = Number(row[2]) - firsts.get(row[named])
    for (let k = 0; k < 3; k++) {
      const [got, want] = [sample[3 * slot + k], Number(row[at + k])]
      if (!(Math.abs(got - want) < 1e-4)) fail(`${name}: frame ${row[0]}: bird ${row[2]} is at ${got}, want ${want}`)
    }
    count++
  }
  console.log(`three.js: ${count} positions in ${name}.usdc agree with the CSV`)
}
