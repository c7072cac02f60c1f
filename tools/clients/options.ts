import { readValues } from '../start/arguments.ts'

export interface ClientOptions {
  /** Names of pages; empty: all. The log-in comes always. */
  only: string[]
  /** Further paths of the dashboard, tried without a promise. */
  paths: string[]
}

export const helpFor = (pages: readonly string[]): string =>
  `npm run test:clients -- [--only orders,order] [--try /products,/customers]

Opens the official dashboard and pages that use the official SDK in headless Chromium, against an instance of its own. Writes clients-results/.

  --only   these pages only; default all: ${pages.join(', ')}
  --try    further paths of the dashboard, which may fail

Exit code 0: every promised page works; 1: one does not.`

const NAMES = ['only', 'try'] as const

/** Reads `--only orders --try /products,/customers`. @throws Error that names a wrong argument */
export function readOptions(args: readonly string[], known: readonly string[]): ClientOptions {
  const given = new Map(readValues(args, NAMES))
  const only = given.get('only')?.split(',') ?? []
  const paths = given.get('try')?.split(',') ?? []
  const unknown = only.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`--only ${unknown.join(',')} must be among ${known.join(', ')}`)
  const relative = paths.filter((path) => !path.startsWith('/'))
  if (relative.length > 0) throw new Error(`--try ${relative.join(',')} must be paths that begin with /`)
  return { only, paths }
}
