import type { Operation } from '@souk/contracts'

interface KnownPath {
  segments: readonly string[]
  /** Includes `HEAD` for `GET`. */
  methods: ReadonlySet<string>
}

/** The paths of operations, for requests that match no route: routes for all methods that a path lacks would bloat the router. */
export function createKnownPaths(operations: readonly Operation[]) {
  const byPath = new Map<string, Set<string>>()
  for (const { method, path } of operations) {
    if (method === undefined || path === undefined) continue
    const methods = byPath.get(path) ?? new Set()
    byPath.set(path, methods.add(method))
  }
  for (const methods of byPath.values()) if (methods.has('GET')) methods.add('HEAD')

  const params = (path: string) => path.split('/:').length
  const byLength = new Map<number, KnownPath[]>()
  for (const [path, methods] of [...byPath].toSorted(([one], [other]) => params(one) - params(other))) {
    const segments = path.split('/')
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { segments, methods }])
  }

  /** The matching paths, the one with the fewest params first, which is the router's choice. */
  function matching(path: string): KnownPath[] {
    const segments = path.split('/')
    const fits = (segment: string, at: number) => (segment.startsWith(':') ? segments[at] !== '' : segments[at] === segment)
    return (byLength.get(segments.length) ?? []).filter((known) => known.segments.every(fits))
  }

  return {
    /** The value of `Allow` for a path, with or without a query or a slash at its end; undefined if there is no such path. */
    allowed(url: string): string | undefined {
      const [known] = matching(url.split('?')[0]!.replace(/\/$/, ''))
      return known && [...known.methods, 'OPTIONS'].join(', ')
    },
    /**
     * The methods that a contract's path lacks and that the router would match to another path: `DELETE /products/batch` to
     * `/products/:id`.
     */
    takenByOthers(path: string): string[] {
      const [own, ...others] = matching(path)
      return [...new Set(others.flatMap(({ methods }) => [...methods]))].filter((method) => !own!.methods.has(method))
    },
    paths: [...byPath.keys()],
  }
}

export type KnownPaths = ReturnType<typeof createKnownPaths>
