import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALLS, CONSUMED } from '../deploy/credentials/nats-permissions.ts'
import { SERVICES, type ServiceName } from '../deploy/credentials/processes.ts'
import * as contracts from '../libs/contracts/src/index.ts'

const root = resolve(import.meta.dirname, '..')
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?from\s*)?['"]([^'"]+)['"]/g
const DYNAMIC = /import\(\s*['"]([^'"]+)['"]\s*\)/g

interface Source {
  file: string
  imports: string[]
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** TypeScript files below a folder of the root. */
const filesIn = (top: string) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(top, file))

const written: Source[] = ['libs', 'services']
  .flatMap(filesIn)
  .filter((file) => /\/(src|test)\//.test(file))
  .map((file) => {
    const text = textOf(file)
    return { file, imports: [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC)].map((match) => match[1]!) }
  })
const isTest = ({ file }: Source) => file.endsWith('.test.ts') || file.split('/')[2] === 'test'
const sources = written.filter((source) => !isTest(source))
const tests = written.filter(isTest)

/** The name by which a contract is exported and imported. */
const nameOf = (contract: unknown) => Object.entries(contracts).find(([, value]) => value === contract)![0]
/** Those of some contracts that a file imports to use them, not only their types, with their names there. */
function contractsIn<C>(text: string, among: readonly C[]): [name: string, contract: C][] {
  const imported = [...text.matchAll(/import \{([^}]*)\} from '@souk\/contracts'/g)].flatMap((match) => match[1]!.split(','))
  return imported.flatMap((one) => {
    const [exported, local = exported] = one.trim().split(' as ') as [string, string?]
    const contract = among.find((other) => other === exportedContracts.get(exported))
    return contract ? [[local, contract]] : []
  })
}
const exportedContracts = new Map<string, unknown>(Object.entries(contracts))
const sourcesIn = (folder: string) => sources.filter(({ file }) => file.startsWith(`${folder}/`))
const ofEach = (find: (service: ServiceName) => readonly string[]) =>
  Object.fromEntries(SERVICES.map((service) => [service, [...new Set(find(service))].toSorted()]))
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

/** The rooms of the runtime: each may use those before it, and the files beside them. */
const ROOMS = ['', 'store', 'observability', 'aggregate', 'bus', 'events', 'server', 'records', 'process']
/** These may use all rooms. */
const DOORS = ['index.ts', 'testing.ts'].map((name) => `libs/runtime/src/${name}`)
const roomOf = (file: string) => dirname(file).split('/').slice(3).join('/')

describe('architecture', () => {
  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(new Set(sources.map(({ file }) => packageOf(file)))).toEqual(new Set(Object.keys(MAY_IMPORT)))
  })

  it('allows imports between packages in one direction only, and none between services', () => {
    expect(
      offences(({ file }, specifier) => specifier.startsWith('@souk/') && !MAY_IMPORT[packageOf(file)]!.includes(specifier)),
    ).toEqual([])
  })

  it('allows no relative import that leaves its package', () => {
    expect(
      offences(
        ({ file }, specifier) => isRelative(specifier) && !join(dirname(file), specifier).startsWith(`${packageOf(file)}/src/`),
      ),
    ).toEqual([])
  })

  it('allows contracts to import only zod, and totals only bignumber.js', () => {
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
    const isPure = (file: string, specifier: string) =>
      specifier === '@souk/contracts' ||
      specifier === '@souk/totals' ||
      specifier === 'node:crypto' ||
      specifier === 'node:util' ||
      (isRelative(specifier) && join(dirname(file), specifier).startsWith(`${packageOf(file)}/src/domain/`))

    expect(domain.length).toBeGreaterThan(10)
    expect(offences(({ file }, specifier) => !isPure(file, specifier), domain)).toEqual([])
    const impure = domain.filter(({ file }) =>
      /Date\.now\(|new Date\(\)|Math\.random\(|random(Bytes|UUID|Int)|process\.env/.test(textOf(file)),
    )
    expect(impure.map(({ file }) => file)).toEqual([])
  })

  it('lets no room of the runtime use a later one, nor the server use aggregates', () => {
    const runtime = sources.filter(({ file }) => packageOf(file) === 'libs/runtime' && !DOORS.includes(file))
    const isAbove = (from: string, to: string) =>
      ROOMS.indexOf(to) > ROOMS.indexOf(from) || (from === 'server' && to === 'aggregate')

    expect(new Set(runtime.map(({ file }) => roomOf(file)))).toEqual(new Set(ROOMS))
    expect(
      offences(
        ({ file }, specifier) => isRelative(specifier) && isAbove(roomOf(file), roomOf(join(dirname(file), specifier))),
        runtime,
      ),
    ).toEqual([])
  })

  it('has only main, service, config and deps at the root of a service', () => {
    const atRoot = sources.filter(({ file }) => /^services\/(?!gateway)[^/]+\/src\/[^/]+$/.test(file))
    const allowed = ['main.ts', 'service.ts', 'config.ts', 'deps.ts']

    expect(atRoot.map(({ file }) => file).filter((file) => !allowed.includes(file.split('/').at(-1)!))).toEqual([])
  })

  it('keeps operations and domain files in a room per resource', () => {
    const loose = sources.filter(({ file }) => /^services\/[^/]+\/src\/domain\/[^/]+$/.test(file))
    const handlers = sources.filter(({ file }) => /\/src\/operations\/[^/]+$/.test(file) && /\bimplement\(/.test(textOf(file)))

    expect([...loose, ...handlers].map(({ file }) => file)).toEqual([])
  })

  it("names an operation's code after it, and its handler's file, if several share one after one of them", () => {
    const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const names = new Map(contracts.operations.map((operation) => [nameOf(operation), operation.name]))
    const handlers = sources.flatMap(({ file }) => {
      const [, room, name] = /\/src\/operations\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? []
      if (!room || name === 'handlers') return []
      const own = [...textOf(file).matchAll(/^export const (\w+) =/gm)].flatMap(([, one]) => names.get(one!) ?? [])
      return own.length === 0 ? [] : [{ file, isNamed: own.includes(name!) }]
    })

    expect([...names].filter(([code, name]) => code !== camelCase(name))).toEqual([])
    expect(handlers.length).toBeGreaterThan(500)
    expect(handlers.filter(({ isNamed }) => !isNamed)).toEqual([])
  })

  it("keeps handlers in the room named after the contract's file, except of operations that only services call", () => {
    const matches = (folder: string, pattern: RegExp) =>
      sourcesIn(folder).flatMap(({ file }) =>
        [...textOf(file).matchAll(pattern)].map(([, group]) => [group!, file.split('/').slice(-2)] as const),
      )
    const rooms = new Map(matches('services', /\bimplementAll\((\w+),/g).map(([group, [room]]) => [group, room]))
    const declared = matches('libs/contracts', /^export const (\w+Operations) = \{/gm)
    const isPublic = (group: string) =>
      Object.values(exportedContracts.get(group) as Record<string, { path?: string }>).some(({ path }) => path !== undefined)
    const strays = declared.filter(([group, [, file]]) => isPublic(group) && `${rooms.get(group)}.ts` !== file)

    expect(declared.length).toBeGreaterThan(100)
    expect(strays.map(([group]) => group)).toEqual([])
  })

  it('keeps a test next to its source: no test named after an operation is elsewhere', () => {
    const misplaced = tests.filter(({ file }) => {
      const [, service, , name] = file.split('/')
      const source = name?.replace('.test.ts', '.ts')
      return sources.some(
        (one) =>
          one.file.startsWith(`services/${service}/src/operations/`) &&
          file.split('/')[0] === 'services' &&
          one.file.endsWith(`/${source}`),
      )
    })

    expect(misplaced.map(({ file }) => file)).toEqual([])
  })

  it('lets tests of a service import sources of another one only through test/service.ts', () => {
    const neighbour = (file: string, specifier: string) => {
      const target = join(dirname(file), specifier)
      return /^services\/[^/]+\/src\//.test(target) && packageOf(target) !== packageOf(file)
    }
    const own = tests.filter(({ file }) => file.startsWith('services/') && !file.endsWith('/test/service.ts'))

    expect(offences(({ file }, specifier) => isRelative(specifier) && neighbour(file, specifier), own)).toEqual([])
  })

  it('lists in ADR 9 every file that limits load or the size of records', () => {
    const record = textOf('docs/adr/0009-what-limits-load.md')
    const refuses = /throw overloaded\(|reject\(overloaded\(|throw new OperationError\('rate_limited'|= createBulkhead\(/
    const refusing = sources.filter(({ file }) => !file.endsWith('/bulkhead.ts') && refuses.test(textOf(file)))
    const bounding = sources.filter(({ file }) => {
      const text = textOf(file)
      const isBound = /\bconst MAX(?!_TRIES\b)\w* = /.test(text) && /\b(?:invalidData|notAllowed)\(/.test(text)
      return isBound && /^services\/[^/]+\/src\/(?:domain|stores)\//.test(file)
    })

    expect(refusing.length).toBeGreaterThan(5)
    expect(bounding.length).toBeGreaterThan(5)
    const named = [...refusing, ...bounding].map(({ file }) => file)
    expect(named.filter((file) => !record.includes(`](../../${file})`))).toEqual([])
  })

  it('has no comment longer than 130 columns', () => {
    const isLong = (line: string) => [...line].length > 130 && /^\s*(\/\*\*|\*|\/\/)| \/\/ /.test(line)
    const long = ['libs', 'services', 'test', 'tools', 'deploy'].flatMap(filesIn).flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, n) => (isLong(line) ? [`${file}:${n + 1}`] : [])),
    )

    expect(long).toEqual([])
  })

  it('reads process.env in a single file', () => {
    const readers = sources.filter(({ file }) => /process\.env\b/.test(textOf(file)) && !file.endsWith('testing.ts'))
    expect(readers.map(({ file }) => file)).toEqual(['libs/runtime/src/process/run-process.ts'])
  })

  it('has no import cycles', () => {
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

  it('publishes every declared event from its own service only', () => {
    const declared = new Map(contracts.events.map((event) => [nameOf(event), event]))
    const tellers = sources
      .filter(({ file }) => file.startsWith('services/'))
      .flatMap(({ file }) => {
        const text = textOf(file)
        const end = /\bonEvent\(/.test(text) ? '\\(' : '\\b' // a file that handles events also names them
        return [...declared].flatMap(([name, { service }]) =>
          new RegExp(`\\b${name}${end}`).test(text) ? [{ name, isOwn: packageOf(file) === `services/${service}` }] : [],
        )
      })
    expect(tellers.filter(({ isOwn }) => !isOwn)).toEqual([])
    expect(new Set(tellers.map(({ name }) => name))).toEqual(new Set(declared.keys()))
  })

  it('lets NATS give each service the events that it consumes, and no others', () => {
    const isPublished = (text: string, name: string) => new RegExp(`\\b${name}\\(`).test(text)
    const consumedBy = (service: ServiceName) =>
      sourcesIn(`services/${service}`).flatMap(({ file }) => {
        const text = textOf(file)
        const handles = /\bonEvent\(/.test(text)
        return contractsIn(text, contracts.events).flatMap(([name, event]) =>
          event.service !== service || (handles && !isPublished(text, name)) ? [event.subject] : [],
        )
      })
    const allowed = (service: ServiceName) => CONSUMED[service] ?? []
    expect(ofEach(allowed), 'CONSUMED in deploy/credentials/nats-permissions.ts').toEqual(ofEach(consumedBy))
  })

  it('lets NATS give each service the operations of other services that it names, and no others', () => {
    const namedIn = (folder: string) =>
      sourcesIn(folder).flatMap(({ file }) => contractsIn(textOf(file), contracts.operations).map(([, operation]) => operation))
    const askedByRuntime = namedIn('libs/runtime').map(contracts.subjectOf) // for those services that show products
    const isOwn = (subject: string) => !askedByRuntime.includes(subject)
    const named = (service: ServiceName) =>
      namedIn(`services/${service}`).flatMap((one) => (one.service === service ? [] : [contracts.subjectOf(one)]))
    const allowed = (service: ServiceName) =>
      Object.entries(CALLS[service]).flatMap(([other, names]) => names.map((name) => `${other}.${name}`))
    expect(askedByRuntime).toEqual(['pricing.find-products'])
    expect(
      ofEach((service) => allowed(service).filter(isOwn)),
      'CALLS in deploy/credentials/nats-permissions.ts',
    ).toEqual(ofEach(named))
  })

  it('has handlers for each group of operations, registered in their service', () => {
    const texts = new Map(sources.map(({ file }) => [file, textOf(file)]))
    const among = (folder: string, pattern: RegExp) =>
      [...texts].flatMap(([file, text]) =>
        file.startsWith(folder) ? [...text.matchAll(pattern)].map(([, name]) => ({ file, name: name! })) : [],
      )
    const groups = among('libs/contracts/', /export const (\w+Operations) = \{/g).map(({ name }) => name)
    const handled = among('services/', /implementAll\((\w+),/g).map(({ name }) => name)
    const lists = among('services/', /export const (\w+) = implementAll\(/g)

    expect(handled.toSorted()).toEqual(groups.toSorted())
    expect(
      groups.filter((name) => !texts.get('libs/contracts/src/operations.ts')!.includes(`...Object.values(${name})`)),
    ).toEqual([])
    expect(lists.filter(({ file, name }) => !texts.get(`${packageOf(file)}/src/service.ts`)!.includes(`...${name}`))).toEqual([])
  })

  it('has no index.ts inside a folder', () => {
    expect(
      sources.filter(({ file }) => file.endsWith('/index.ts') && file.split('/').length > 4).map(({ file }) => file),
    ).toEqual([])
  })

  it('has no comment that begins with a free "who" or "what"', () => {
    const free = /^\s*(?:\/\/|\/\*\*|\*) (?:Who|What)(?:ever)? /m
    const begins = ({ file }: Source) => free.test(textOf(file))
    expect(written.filter(begins).map(({ file }) => file)).toEqual([])
  })
})
