import type { Operation } from '@souk/contracts'
import { fieldsOf } from '../../libs/contracts/src/fields/field-schema.ts'

type Schema = NonNullable<Operation['selects']>['schema']

/** The bytes of one `fields`, below the limit of the query parameter. */
const MAX_LENGTH = 4000

/**
 * The texts of `fields` that ask for every relation, and every field that is shown on request, of the records that an operation
 * selects from: each by its shortest path, and whole, as far as a path may go. The first is undefined: nothing is asked.
 */
export function deepestFields(operation: Operation): (string | undefined)[] {
  const { selects } = operation
  if (!selects || !takes(operation, 'fields')) return [undefined]
  const texts: string[] = []
  const { relations = 3 } = selects.bounds ?? { relations: Number.POSITIVE_INFINITY }
  const near = deepestPaths(selects.schema).filter((path) => path.split('.').length - 1 <= relations)
  for (const path of near) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + path.length < MAX_LENGTH) texts[texts.length - 1] = `${last},+${path}`
    else texts.push(`+${path}`)
  }
  return [undefined, ...texts]
}

/** Whether the query parameter is one of the operation's. */
export const takes = ({ query }: Operation, name: string): boolean =>
  !query.safeParse({ [name]: 'id' }).error?.issues.some(({ code }) => code === 'unrecognized_keys')

function deepestPaths(root: Schema): string[] {
  const paths: string[] = []
  const seen = new Set<Schema>([root])
  let level: [prefix: string, schema: Schema][] = [['', root]]
  while (level.length > 0) {
    const next: typeof level = []
    for (const [prefix, schema] of level) {
      for (const [name, { relation, asked }] of fieldsOf(schema)) {
        if (relation || asked) paths.push(prefix + name)
        if (!relation || seen.has(relation)) continue
        seen.add(relation)
        next.push([`${prefix}${name}.`, relation])
      }
    }
    level = next
  }
  return paths
}
