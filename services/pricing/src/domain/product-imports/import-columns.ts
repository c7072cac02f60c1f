import {
  findInexactNumber,
  type IMPORTED_FIELDS,
  type ImportedField,
  type ImportRow,
  INEXACT_NUMBER,
  isExactNumber,
} from '@souk/contracts'
import { LineError } from './line-error.ts'

type Value = string | number | boolean | Record<string, unknown>
type Read<V extends Value = Value> = (text: string) => V | undefined

/** Decimal as in JSON, but with signs and zeros that people add or leave out: `+5`, `.5`, `05`. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const asText: Read = (text) => text
const asNumber: Read<number> = (text) => (NUMBER.test(text.trim()) ? Number(text) : undefined)
const asFlag: Read = (text) => ({ true: true, false: false })[text.trim().toLowerCase()]
const asObject: Read = (text) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const OF_BOTH = {
  title: asText,
  weight: asNumber,
  length: asNumber,
  width: asNumber,
  height: asNumber,
  hs_code: asText,
  mid_code: asText,
  origin_country: asText,
  material: asText,
  metadata: asObject,
  thumbnail: asText,
}
const FIELDS = {
  product: {
    ...OF_BOTH,
    handle: asText,
    subtitle: asText,
    description: asText,
    status: asText,
    discountable: asFlag,
    is_giftcard: asFlag,
    external_id: asText,
    collection_id: asText,
    type_id: asText,
    shipping_profile_id: asText,
  },
  variant: {
    ...OF_BOTH,
    sku: asText,
    ean: asText,
    upc: asText,
    barcode: asText,
    manage_inventory: asFlag,
    allow_backorder: asFlag,
    variant_rank: asNumber,
  },
} as const satisfies { [O in keyof typeof IMPORTED_FIELDS]: Record<ImportedField<O>, Read> }
const KINDS = new Map<Read, string>([
  [asNumber, 'a number'],
  [asFlag, 'true or false'],
  [asObject, 'a JSON object'],
])

const fieldOf = (name: string) => name.replaceAll(' ', '_')

/** @throws LineError for a value of the wrong type for its column, or with numbers that would lose precision */
function valueIn<V extends Value>({ values, line }: ImportRow, name: string, read: Read<V>): V {
  const text = values[name]!
  const value = read(text)
  if (value === undefined) throw new LineError(line, `The value of '${name}' must be ${KINDS.get(read)}`)
  const isExact =
    (typeof value !== 'number' || isExactNumber(text.trim().replace('+', ''))) &&
    (typeof value !== 'object' || findInexactNumber(text) === undefined)
  if (!isExact) throw new LineError(line, `The value of '${name}' holds ${INEXACT_NUMBER}`)
  return value
}

/** @throws LineError, as `valueIn` */
export function fieldsOfRow(row: ImportRow, owner: keyof typeof FIELDS): Record<string, Value> {
  const known: Readonly<Record<string, Read>> = FIELDS[owner]
  return Object.fromEntries(
    Object.keys(row.values).flatMap((name) => {
      const field = name.startsWith(`${owner} `) ? fieldOf(name.slice(owner.length + 1)) : ''
      const read = Object.hasOwn(known, field) ? known[field] : undefined
      return read ? [[field, valueIn(row, name, read)]] : []
    }),
  )
}

const LISTED = /^product (image|tag|category|sales channel) (\d+)( url| id| name)?$/
/** The values of columns such as `Product Image 1`, in the order of their numbers. */
export const listOfRow = ({ values }: ImportRow, what: 'image' | 'tag' | 'category' | 'sales channel'): string[] =>
  Object.entries(values)
    .flatMap(([name, text]) => {
      const [, listed, number] = LISTED.exec(name) ?? []
      return listed === what ? [[Number(number), text] as const] : []
    })
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text)

/** The value of each option, by its title, in the order of the columns' numbers. */
export function optionsOfRow({ values }: ImportRow): [title: string, value: string][] {
  const numbers = Object.keys(values).flatMap((name) => /^variant option (\d+) name$/.exec(name)?.[1] ?? [])
  return numbers
    .toSorted((a, b) => Number(a) - Number(b))
    .flatMap((n): [string, string][] => {
      const value = values[`variant option ${n} value`]
      return value === undefined ? [] : [[values[`variant option ${n} name`]!, value]]
    })
}

export interface ImportedPrice {
  /** In lower case; undefined: that of the region. */
  currency_code: string | undefined
  /** Its name in the file. */
  region: string | undefined
  amount: number
}

/** `Variant Price EUR`, `Variant Price Europe [EUR]`. @throws LineError, as `valueIn` */
export const pricesOfRow = (row: ImportRow): ImportedPrice[] =>
  Object.keys(row.values).flatMap((name): ImportedPrice[] => {
    const [, what] = /^variant price (.+)$/.exec(name) ?? []
    if (what === undefined) return []
    const amount = valueIn(row, name, asNumber)
    const [, region, code] = /^(.+?) \[([a-z]{3})\]$/.exec(what) ?? []
    if (region !== undefined) return [{ currency_code: code, region, amount }]
    return [
      /^[a-z]{3}$/.test(what)
        ? { currency_code: what, region: undefined, amount }
        : { currency_code: undefined, region: what, amount },
    ]
  })
