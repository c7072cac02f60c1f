import { invalidData } from '@souk/contracts'

/** Texts, lists and objects, nested as the names in brackets say. Objects have no prototype. */
export type QueryValue = string | QueryValue[] | { [name: string]: QueryValue }

const MAX_LENGTH = 32 * 1024
const MAX_PAIRS = 1000
/** `$and[0][$or][0][created_at][$in][0]` has seven. */
const MAX_NAMES = 8
const PLACE = /^\d{0,4}$/

/** The values and members of one name, until all pairs are read. */
interface Node {
  values: string[]
  members: Map<string, Node>
}

/**
 * Parses a raw query string, once, in the grammar of the npm package `qs`, which the peers' clients use: `a=1`, lists as
 * `a=1&a=2`, `a[]=1` or `a[0]=1`, objects as `a[b]=1`, and, as Medusa has it, `a.b=1`. `+` is a space, as browsers and SDKs mean
 * it. Schemas give names their meaning: here an operator is a name like any other.
 * @throws invalid_data for broken percent-encoding, and for a query that is too long or too deep, or uses a name in two ways
 */
export function parseQueryString(raw: string): Record<string, QueryValue> {
  const root = newNode()
  if (raw.length > MAX_LENGTH) throw refused(`must not be longer than ${MAX_LENGTH} characters`)
  let pairs = 0
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    if (++pairs > MAX_PAIRS) throw refused(`must not hold more than ${MAX_PAIRS} values`)
    const at = pair.indexOf('=')
    const key = decode(at < 0 ? pair : pair.slice(0, at))
    nodeAt(root, key).values.push(at < 0 ? '' : decode(pair.slice(at + 1)))
  }
  return objectOf(root, [])
}

const newNode = (): Node => ({ values: [], members: new Map() })

function nodeAt(root: Node, key: string): Node {
  let node = root
  for (const name of namesIn(key)) {
    const member = node.members.get(name) ?? newNode()
    node.members.set(name, member)
    node = member
  }
  return node
}

/** `a[b][]` → a, b and an empty name. A key whose brackets do not match is one name as it stands. */
function namesIn(key: string): string[] {
  if (!key.includes('[') && !key.includes('.')) return [key]
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (!match) return [key]
  const [, path, brackets] = match
  const names = [...path!.split('.'), ...(brackets === '' ? [] : brackets!.slice(1, -1).split(']['))]
  if (names.length > MAX_NAMES) throw refused(`must not nest names deeper than ${MAX_NAMES} levels`)
  return names
}

function asValue({ values, members }: Node, path: readonly string[]): QueryValue {
  if (members.size === 0) return values.length === 1 ? values[0]! : values
  const places = [...members.keys()].filter((name) => PLACE.test(name))
  if (places.length === members.size) return [...values, ...listOf(members, path)]
  if (places.length === 0 && values.length === 0) return objectOf({ values, members }, path)
  throw refused(`must not give '${path.join('.')}' as an object and as something else`)
}

/** In the order of the indexes, followed by the values without one. */
function listOf(members: Map<string, Node>, path: readonly string[]): QueryValue[] {
  const inOrder = [...members].sort(([a], [b]) => (a === '' ? Infinity : Number(a)) - (b === '' ? Infinity : Number(b)))
  return inOrder.flatMap(([name, node]): QueryValue[] =>
    node.members.size === 0 ? node.values : [asValue(node, [...path, name])],
  )
}

function objectOf({ members }: Node, path: readonly string[]): Record<string, QueryValue> {
  const object = Object.create(null) as Record<string, QueryValue>
  for (const [name, node] of members) object[name] = asValue(node, [...path, name])
  return object
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refused('is not valid percent-encoding')
  }
}

const refused = (problem: string) => invalidData(`Invalid request: the query string ${problem}`)
