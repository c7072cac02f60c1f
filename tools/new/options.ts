import { parseArgs } from 'node:util'
import { plural, singular } from './names.ts'
import type { Tree } from './tree.ts'

/** Those that can be extended. */
export const SERVICES = ['pricing', 'cart', 'orders', 'sellers']
const METHODS = ['GET', 'POST', 'DELETE']
/** The text of `--help`. */
export const HELP = `npm run new -- <service> <operation> [--resource <name>] [--method GET|POST|DELETE] [--path /admin/…]
npm run new -- <service> <record> --record [--resource <name>] [--prefix <of its ids>] [--path /admin/…]

Writes the contract, handler, test and scene of a new operation, and enters them where the others are; or, with --record, all of
a plain record of administrators, with a name: its five operations, events, store, test, scenes and demonstration data.

  <service>    ${SERVICES.join(', ')}
  <operation>  verb-noun, such as update-member
  <record>     in the singular, such as customer-tag
  --resource   which contracts and scenes it joins, in the plural; default: by its noun, such as members
  --method     default: by its verb
  --prefix     default: by the record's name, such as ctag
  --path       begins with who may call: /store, /vendor, /admin or /auth; default: that of its resource`

/** A new operation's name and route. */
export interface NewOperation {
  service: string
  /** kebab-case: `update-member`. */
  name: string
  verb: string
  /** In the plural: `members`. */
  resource: string
  method: string
  path: string
}

/** @throws Error that names the mistake, or how the command is used */
export function readOptions(args: readonly string[], tree: Tree): NewOperation {
  const options = { resource: { type: 'string' }, method: { type: 'string' }, path: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [service = '', name = '', ...more] = positionals
  if (!SERVICES.includes(service) || !/^[a-z]+(-[a-z]+)+$/.test(name) || more.length > 0) throw new Error(HELP)
  const contracts = tree.filesBelow('libs/contracts/src')
  if (contracts.some((file) => tree.read(file).includes(`name: '${name}'`))) throw new Error(`${name} is an operation already`)

  const verb = name.slice(0, name.indexOf('-'))
  const noun = name.slice(verb.length + 1)
  const resource = values.resource ?? resourceOf(noun, tree) ?? plural(verb === 'list' ? singular(noun) : noun)
  const rest = noun.slice(singular(resource).length + 1)
  const route = routeOf(verb, baseOf(resource, tree), noun.startsWith(`${singular(resource)}-`) ? rest : '')
  const [method, path] = [values.method ?? route.method, values.path ?? route.path]
  if (!METHODS.includes(method)) throw new Error(`${method} is none of ${METHODS.join(', ')}`)
  if (!/^\/(store|vendor|admin|auth)\/[\w/:-]+$/.test(path)) throw new Error(`${path} does not begin with who may call: /admin/…`)
  return { service, name, verb, resource, method, path }
}

/** The resource there is already that the noun begins with: `price-list-price` is one of `price-lists`. */
function resourceOf(noun: string, tree: Tree): string | undefined {
  const known = tree.filesBelow('test/system/scenes').map((file) => file.split('/').at(-1)!.replace('.ts', ''))
  const isBegun = (one: string) => noun === one || noun === singular(one) || noun.startsWith(`${singular(one)}-`)
  return known.filter(isBegun).toSorted((a, b) => b.length - a.length)[0]
}

/** Where its other routes are; else for administrators. */
function baseOf(resource: string, tree: Tree): string {
  const contract = tree.find('libs/contracts/src', `${resource}.ts`)
  const found = contract && new RegExp(`path: '(/\\w+(?:/[^']*?)?/${resource})\\b`).exec(tree.read(contract))
  return found?.[1] ?? `/admin/${resource}`
}

/** As Medusa's routes are: POST creates and changes. */
function routeOf(verb: string, base: string, rest: string): { method: string; path: string } {
  const below = (last: string) => (last === '' ? `${base}/:id` : `${base}/:id/${last}`)
  if (verb === 'list') return { method: 'GET', path: rest === '' ? base : below(rest) }
  if (verb === 'get') return { method: 'GET', path: below(rest) }
  if (verb === 'create') return { method: 'POST', path: rest === '' ? base : below(plural(rest)) }
  if (verb === 'update') return { method: 'POST', path: below(rest) }
  if (['delete', 'remove', 'cancel'].includes(verb)) return { method: 'DELETE', path: below(rest) }
  return { method: 'POST', path: below(rest === '' ? verb : rest) }
}
