import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as contracts from '../libs/contracts/src/index.ts'

const root = resolve(import.meta.dirname, '..')
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?from\s*)?['"]([^'"]+)['"]/g
const DYNAMIC = /import\(\s*['"]([^'"]+)['"]\s*\)/g

interface Source {
  file: string
  imports: string[]
}

const sources: Source[] = ['libs', 'services'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && /(^|\/)src\//.test(file) && !file.includes('node_modules'))
    .map((file) => {
      const text = readFileSync(join(root, top, file), 'utf8')
      return { file: join(top, file), imports: [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC)].map((match) => match[1]!) }
    }),
)

/** The name that a contract is exported and imported by. */
const nameOf = (contract: unknown) => Object.entries(contracts).find(([, value]) => value === contract)![0]
const packageOf = (file: string) => file.split('/').slice(0, 2).join('/')
const isRelative = (specifier: string) => specifier.startsWith('.')
const offences = (isOffence: (source: Source, specifier: string) => boolean, among = sources) =>
  among.flatMap((source) =>
    source.imports.filter((specifier) => isOffence(source, specifier)).map((specifier) => `${source.file} → ${specifier}`),
  )

/** Workspace packages each package may import. */
const MAY_IMPORT: Record<string, string[]> = {
  'libs/contracts': [],
  'libs/totals': [],
  'libs/runtime': ['@souk/contracts'],
  'services/gateway': ['@souk/contracts', '@souk/runtime'],
  'services/pricing': ['@souk/contracts', '@souk/totals', '@souk/runtime'],
  'services/cart': ['@souk/contracts', '@souk/totals', '@souk/runtime'],
  'services/orders': ['@souk/contracts', '@souk/totals', '@souk/runtime'],
  'services/sellers': ['@souk/contracts', '@souk/runtime'],
}

describe('architecture', () => {
  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(new Set(sources.map(({ file }) => packageOf(file)))).toEqual(new Set(Object.keys(MAY_IMPORT)))
  })

  it('lets imports between packages go one way, and no service import another', () => {
    expect(
      offences(({ file }, specifier) => specifier.startsWith('@souk/') && !MAY_IMPORT[packageOf(file)]!.includes(specifier)),
    ).toEqual([])
  })

  it('lets no relative import leave its package', () => {
    expect(
      offences(
        ({ file }, specifier) => isRelative(specifier) && !join(dirname(file), specifier).startsWith(`${packageOf(file)}/src/`),
      ),
    ).toEqual([])
  })

  it('keeps contracts on zod and totals on bignumber.js', () => {
    const only = (name: string, allowed: string) =>
      offences(
        (_source, specifier) => !isRelative(specifier) && specifier !== allowed,
        sources.filter(({ file }) => packageOf(file) === name),
      )

    expect([...only('libs/contracts', 'zod'), ...only('libs/totals', 'bignumber.js')]).toEqual([])
  })

  it('keeps NATS inside the runtime, and MongoDB out of the gateway', () => {
    expect(offences(({ file }, specifier) => specifier.startsWith('@nats-io/') && packageOf(file) !== 'libs/runtime')).toEqual([])
    expect(offences(({ file }, specifier) => specifier === 'mongodb' && packageOf(file) === 'services/gateway')).toEqual([])
  })

  it('keeps domain files free of I/O, clock and runtime', () => {
    const domain = sources.filter(({ file }) => file.includes('/src/domain/'))
    const pure = (specifier: string) =>
      specifier === '@souk/contracts' ||
      specifier === '@souk/totals' ||
      specifier === 'node:crypto' ||
      specifier === 'node:util' ||
      (isRelative(specifier) && !/\.\.\/(stores|operations|deps|config|service)/.test(specifier))

    expect(domain.length).toBeGreaterThan(10)
    expect(offences((_source, specifier) => !pure(specifier), domain)).toEqual([])
    const impure = domain.filter(({ file }) =>
      /Date\.now\(|new Date\(\)|Math\.random\(|random(Bytes|UUID|Int)|process\.env/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(impure.map(({ file }) => file)).toEqual([])
  })

  it('reads process.env in one place of each process only', () => {
    const readers = sources.filter(
      ({ file }) => /process\.env\b/.test(readFileSync(join(root, file), 'utf8')) && !file.endsWith('testing.ts'),
    )
    expect(readers.map(({ file }) => file)).toEqual(['libs/runtime/src/run-process.ts'])
  })

  it('has no import cycle', () => {
    const graph = new Map(
      sources.map(({ file, imports }) => [file, imports.filter(isRelative).map((specifier) => join(dirname(file), specifier))]),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (path.includes(file))
        return void cycles.push([...path.slice(path.indexOf(file)), file].map((one) => relative('.', one)).join(' → '))
      if (done.has(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })

  it('lets every declared event be told by its own service, and by no other', () => {
    const declared = new Map(contracts.events.map((event) => [nameOf(event), event]))
    const tellers = sources
      .filter(({ file }) => file.startsWith('services/'))
      .flatMap(({ file }) => {
        const text = readFileSync(join(root, file), 'utf8')
        return [...declared].flatMap(([name, { service }]) =>
          new RegExp(`\\b${name}\\b`).test(text) ? [{ name, isOwn: packageOf(file) === `services/${service}` }] : [],
        )
      })
    expect(tellers.filter(({ isOwn }) => !isOwn)).toEqual([])
    expect(new Set(tellers.map(({ name }) => name))).toEqual(new Set(declared.keys()))
  })

  it('has no barrel inside a folder', () => {
    expect(
      sources.filter(({ file }) => file.endsWith('/index.ts') && file.split('/').length > 4).map(({ file }) => file),
    ).toEqual([])
  })
})
