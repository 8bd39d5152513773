// node tables.mjs FOLDER NAME: reads NAME.csv and NAME.parquet with DuckDB, which must hold
// the same rows, and computes the mean polarization of each species, which must equal the
// value in NAME.json, the output of `skein stats --json`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

const [folder, run] = process.argv.slice(2)
const flags = ['gliding', 'leading', 'jumped', 'perched', 'landing']
const db = await (await DuckDBInstance.create()).connect()
const rows = async (query) => (await db.runAndReadAll(query)).getRowObjectsJson()
const table = (name) => `'${join(folder, name).replaceAll("'", "''")}'`
const fail = (line) => {
  console.error(`tables: ${line}`)
  process.exitCode = 1
}

async function types(name) {
  return Object.fromEntries((await rows(`describe select * from ${table(name)}`)).map((c) => [c.column_name, c.column_type]))
}

async function checkTypes() {
  const csv = await types(`${run}.csv`)
  const parquet = await types(`${run}.parquet`)
  if (Object.keys(csv).join() !== Object.keys(parquet).join()) fail(`different columns: ${Object.keys(csv)} and ${Object.keys(parquet)}`)
  for (const [name, type] of Object.entries(parquet)) {
    const whole = ['frame', 'id'].includes(name)
    const flag = flags.includes(name)
    const text = ['species', 'name'].includes(name) && 'VARCHAR'
    const want = text || (whole ? 'INTEGER' : flag ? 'BOOLEAN' : name === 'time' ? 'DOUBLE' : 'FLOAT')
    if (type !== want) fail(`${run}.parquet: ${name} is ${type}, want ${want}`)
    // A bird without a name of its own is named by its id, so DuckDB takes the column of a CSV file for numbers.
    const wantCSV = name === 'name' ? 'BIGINT' : text || (whole || flag ? 'BIGINT' : 'DOUBLE')
    if (csv[name] !== wantCSV) fail(`${run}.csv: unexpected type ${csv[name]} of ${name}`)
  }
}

// checkRows compares the tables as float32, which both formats store exactly.
async function checkRows() {
  const floats = ['px', 'py', 'pz', 'vx', 'vy', 'vz', 'ux', 'uy', 'uz', 'airx', 'airy', 'airz', 'phase'].map((c) => `${c}::float as ${c}`)
  const columns = ['frame::int as frame', 'time', 'id::int as id', ...floats, ...flags.map((c) => `"${c}"::bool as is_${c}`), 'species', 'name::varchar as name'].join()
  const [{ n, apart }] = await rows(`
    select (select count(*) from ${table(`${run}.csv`)})::int n,
      (select count(*) from (
        (select ${columns} from ${table(`${run}.csv`)}) except all (select ${columns} from ${table(`${run}.parquet`)})))::int
      + (select count(*) from (
        (select ${columns} from ${table(`${run}.parquet`)}) except all (select ${columns} from ${table(`${run}.csv`)})))::int apart`)
  if (n === 0 || apart !== 0) fail(`${apart} of ${n} rows differ between ${run}.csv and ${run}.parquet`)
  return n
}

async function checkPolarization() {
  const [report] = JSON.parse(readFileSync(join(folder, `${run}.json`))).runs
  const means = []
  for (const { species, boids, measures } of report.flocks ?? [report]) {
    means.push(await checkSpecies(species, boids, measures.polarization.mean))
  }
  return means
}

// checkSpecies checks a species, or all boids if the recording has only one.
async function checkSpecies(species, boids, want) {
  const where = species ? `where species = '${species}'` : ''
  for (const name of [`${run}.csv`, `${run}.parquet`]) {
    const [{ count }] = await rows(`select count(distinct id)::int count from ${table(name)} ${where}`)
    if (count !== boids) fail(`${name}: ${count} boids ${where}, skein stats has ${boids}`)
    const [{ got }] = await rows(`
      with headings as (
        select frame, vx::double / s x, vy::double / s y, vz::double / s z
        from (select *, sqrt(vx::double ** 2 + vy::double ** 2 + vz::double ** 2) s from ${table(name)} ${where}))
      select avg(p) got from (
        select sqrt(sum(x) ** 2 + sum(y) ** 2 + sum(z) ** 2) / count(*) p from headings group by frame)`)
    if (!(Math.abs(got - want) < 1e-6)) fail(`${name}: polarization ${got} ${where}, skein stats has ${want}`)
  }
  return want
}

await checkTypes()
const n = await checkRows()
const p = await checkPolarization()
if (!process.exitCode) console.log(`DuckDB: ${n} rows, equal in CSV and Parquet; polarization ${p.map((x) => x.toFixed(6))}, equal to skein stats`)
