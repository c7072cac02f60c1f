import { parseArgs } from 'node:util'
import { camel, pascal, plural, snake, words } from '../names.ts'
import { HELP, SERVICES } from '../options.ts'
import type { Tree } from '../tree.ts'

/** The names of a new plain record of administrators. */
export interface NewRecord {
  service: string
  /** Of one and of many, in kebab-case: `customer-tag`. */
  one: string
  many: string
  /** The same in code: `customerTag`. */
  oneInCode: string
  manyInCode: string
  /** Of its type: `CustomerTag`. */
  type: string
  types: string
  /** In documents and answers: `customer_tag`. */
  key: string
  keys: string
  /** In texts: `customer tag`. */
  noun: string
  nouns: string
  /** Of its ids: `ctag`. */
  prefix: string
  /** Of its list: `/admin/customer-tags`. */
  path: string
}

/** @throws Error that names the mistake, or how the command is used */
export function readRecordOptions(args: readonly string[], tree: Tree): NewRecord {
  const text = { type: 'string' } as const
  const options = { record: { type: 'boolean' }, resource: text, prefix: text, path: text } as const
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [service = '', one = '', ...more] = positionals
  if (!SERVICES.includes(service) || !/^[a-z]+(-[a-z]+)*$/.test(one) || more.length > 0) throw new Error(HELP)
  if (/[^isu]s$/.test(one)) throw new Error(`${one} are several: name one of them, such as ${one.slice(0, -1)}`)

  const { resource: many = plural(one), prefix = prefixOf(one), path = `/admin/${many}` } = values
  const used = ['libs/contracts/src', 'services'].map((folder) => tree.find(folder, `${many}.ts`)).find((file) => file)
  if (used) throw new Error(`${many} exist already, in ${used}: npm run new -- ${service} <verb>-${one} adds an operation`)
  const type = pascal(one)
  const declared = tree.declaring('libs/contracts/src', type)
  if (declared) throw new Error(`${declared} has a ${type} already: name the new record more exactly`)
  if (!/^\/admin\/[\w/-]+$/.test(path)) throw new Error(`${path} is not for administrators: /admin/…`)
  if (!/^[a-z_]+$/.test(prefix)) throw new Error(`${prefix} is no prefix of ids: small letters and _`)
  if (isTaken(prefix, tree)) throw new Error(`ids of other records begin with ${prefix}_: choose another one, with --prefix`)
  return {
    service,
    one,
    many,
    prefix,
    path,
    oneInCode: camel(one),
    manyInCode: camel(many),
    type,
    types: pascal(many),
    key: snake(one),
    keys: snake(many),
    noun: words(one),
    nouns: words(many),
  }
}

/** `shipping-option-type` → `sotype` */
const prefixOf = (one: string) => one.replaceAll(/(\w)\w*-/g, '$1')

function isTaken(prefix: string, tree: Tree): boolean {
  const begun = new RegExp(`(?:idPrefix: |Id\\(|seeded\\()'${prefix}'`)
  return ['libs/contracts/src', 'services', 'tools/seed'].flatMap(tree.filesBelow).some((file) => begun.test(tree.read(file)))
}
