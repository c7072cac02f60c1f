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

const NAMES = ['only', 'try']

/** Reads `--only orders --try /products,/customers`. @throws Error that names a wrong argument */
export function readOptions(args: readonly string[], known: readonly string[]): ClientOptions {
  const words = args.flatMap((arg) => (/^--\w+=/.test(arg) ? [arg.replace(/=.*/s, ''), arg.replace(/^--\w+=/, '')] : [arg]))
  const given = new Map<string, string[]>()
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i]!.replace(/^--/, '')
    const value = words[i + 1]
    if (!NAMES.includes(name) || value === undefined)
      throw new Error(`unknown argument or missing value: ${words[i]}; --help shows those that there are`)
    given.set(name, value.split(','))
  }
  const only = given.get('only') ?? []
  const paths = given.get('try') ?? []
  const unknown = only.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`--only ${unknown.join(',')} must be among ${known.join(', ')}`)
  const relative = paths.filter((path) => !path.startsWith('/'))
  if (relative.length > 0) throw new Error(`--try ${relative.join(',')} must be paths that begin with /`)
  return { only, paths }
}
