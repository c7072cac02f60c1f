import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SellersConfig } from '../../services/sellers/src/config.ts'
import { ROOT } from '../start/config.ts'
import { DOCUMENTS, VARIABLES, withTables } from './document.ts'

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sources = ['libs', 'services', 'tools', 'test', 'deploy'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$|\.mjs$/.test(file) && !/node_modules|\bdist\b/.test(file))
    .map((file) => join(folder, file)),
)

/** Variables that parts of Souk set for other parts, or that belong to the system. */
const OUR_OWN = new Set(['BENCH_PROFILES', 'FAIL', 'HOME', 'INIT_CWD', 'PATH', 'TEST_ACCOUNT'])

it.each(DOCUMENTS)('%s agrees with the declarations in the code; npm run configuration updates it', (file) => {
  expect(textOf(file)).toBe(withTables(file, textOf(file)))
})

const UNITS: Record<string, number> = { MiB: 2 ** 20, GiB: 2 ** 30 }

it('docs/events.md states the defaults of the schemas', () => {
  const [, section = ''] = textOf('docs/events.md').split('**How long, how much, how often.**')
  const [table = ''] = section.split(/^A consumer/m)
  const said = [...table.matchAll(/`([A-Z_]+)`(?:: |, )(\d+)(?: (MiB|GiB))?/g)].map(([, name, number, unit = '']) => [
    name!,
    Number(number) * (UNITS[unit] ?? 1),
  ])
  const shape: Record<string, { parse(value: undefined): unknown }> = SellersConfig.shape
  const names = [...new Set([...table.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name!))]

  expect(names.length).toBeGreaterThan(5)
  expect(said).toEqual(names.map((name) => [name, shape[name]?.parse(undefined)]))
})

it('the code reads no variable that is missing from docs/configuration.md', () => {
  const read = sources.flatMap((file) => [...textOf(file).matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name]) => [name!, file]))
  const fromFile = (name: string) => name.endsWith('_FILE') && VARIABLES.has(name.slice(0, -'_FILE'.length))
  expect(read.filter(([name]) => !VARIABLES.has(name!) && !fromFile(name!) && !OUR_OWN.has(name!))).toEqual([])
})

it.each(['docker-compose.yml', 'README.md', 'docs/browsers.md'])(
  '%s names no variable that is missing from docs/configuration.md',
  (file) => {
    const named = [...textOf(file).matchAll(/\$\{([A-Z][A-Z_]+)|\b([A-Z][A-Z]*(?:_[A-Z]+)+)=/g)].map(([, a, b]) => a ?? b!)
    expect(named.filter((name) => !VARIABLES.has(name))).toEqual([])
  },
)
