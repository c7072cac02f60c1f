import type { Variant } from '../pricing/product.ts'
import { soldVariant } from '../pricing/sold-variant.ts'
import { toFastObject } from './fast-copy.ts'

/** Placeholder for a text while the value around it is serialized; unknown outside this process. */
const MARK = crypto.randomUUID()
let collected: string[] | undefined
const made = new WeakMap<object, JsonText>()

/**
 * A part of a record that is stored as JSON text, because it never changes and is only shown: a snapshot of a sold product. It
 * costs nothing to read, and is copied into answers as it is; `value` parses it.
 */
export class JsonText<T = unknown> {
  readonly text: string
  #value: T | undefined

  /** @param text JSON from `JSON.stringify` */
  constructor(text: string) {
    this.text = text
  }

  /** The text of a record that never changes: computed once, and cached for the lifetime of the object. */
  static of<T extends object>(record: T): JsonText<T> {
    const known = made.get(record) as JsonText<T> | undefined
    if (known) return known
    const text = new JsonText<T>(stringify(record))
    made.set(record, text)
    return text
  }

  get value(): T {
    this.#value ??= JSON.parse(this.text) as T
    return this.#value
  }

  toJSON(): unknown {
    if (!collected) return this.value
    collected.push(this.text)
    return MARK
  }

  /** The text is stored as it is. */
  toBSON(): string {
    return this.text
  }
}

/** A line of a cart or an order as it is stored, with its product and variant as snapshots. */
export type WithSnapshots<L extends { product: unknown; variant: unknown }> = Omit<L, 'product' | 'variant'> & {
  product: JsonText<NonNullable<L['product']>> | null
  variant: JsonText<NonNullable<L['variant']>> | null
}

interface Snapshots {
  product: JsonText | null
  variant: JsonText | null
}

/** A line as read from the database, with its snapshots as `JsonText`; also accepts whole records. */
export const withSnapshots = <L extends Snapshots>(line: L): L =>
  Object.assign(toFastObject(line), { product: snapshot(line.product), variant: withoutLevels(snapshot(line.variant)) })

function snapshot(value: unknown): JsonText | null {
  if (value === null || value === undefined || value instanceof JsonText) return value ?? null
  return typeof value === 'string' ? new JsonText(value) : JsonText.of(value as object)
}

/** Variants in lines from older versions hold the stock of each location. */
const withoutLevels = (variant: JsonText | null): JsonText | null =>
  variant?.text.includes('"location_levels":[{') ? JsonText.of(soldVariant(variant.value as Variant)) : variant

/** The value of a `JsonText`; anything else unchanged. */
export const plain = (value: unknown): unknown => (value instanceof JsonText ? value.value : value)

/** Like `JSON.stringify`, with the text of every `JsonText` inside copied unchanged. */
export function stringify(value: unknown): string {
  const texts: string[] = []
  collected = texts
  try {
    const parts = JSON.stringify(value).split(`"${MARK}"`)
    return parts.reduce((whole, part, index) => whole + texts[index - 1] + part)
  } finally {
    collected = undefined
  }
}
