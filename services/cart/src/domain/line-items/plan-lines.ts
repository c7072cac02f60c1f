import { isDeepStrictEqual } from 'node:util'
import { invalidData, type Metadata } from '@souk/contracts'
import type { CartLine } from '../carts/cart.ts'
import { assertMetadataFits } from '../carts/cart-size.ts'

const MAX_ITEMS = 500
const MAX_QUANTITY = 2 ** 31 - 1

export interface LineInput {
  variant_id: string
  quantity: number
  metadata?: Metadata | undefined
}

/** A planned line; `item` is the present one, undefined for a new line. */
export interface PlannedLine {
  item: CartLine | undefined
  variant_id: string | null
  quantity: number
  metadata: Metadata
  /** Its present price is outdated, even if its quantity stays. */
  anew?: true
}

/**
 * The lines of a cart with more added. An input with the variant and metadata of a line is merged into that line, unless its
 * price was set by hand.
 * @throws invalid_data beyond 500 lines, the limit of one line's quantity, and that of the metadata of all lines
 */
export function planLines(items: readonly CartLine[], inputs: readonly LineInput[]): PlannedLine[] {
  const lines = presentLines(items)
  for (const { variant_id, quantity, metadata = null } of inputs) {
    const index = lines.findIndex(
      (line) => line.variant_id === variant_id && sameMetadata(line.metadata, metadata) && !line.item?.is_custom_price,
    )
    const present = lines[index]
    if (present) lines[index] = { ...present, quantity: present.quantity + quantity }
    else lines.push({ item: undefined, variant_id, quantity, metadata })
  }
  if (lines.length > MAX_ITEMS) throw invalidData(`A cart holds at most ${MAX_ITEMS} items`)
  if (lines.length > items.length) assertMetadataFits(lines.map(({ metadata }) => metadata))
  if (lines.some(({ quantity }) => quantity > MAX_QUANTITY)) throw invalidData(`A line holds at most ${MAX_QUANTITY} units`)
  return lines
}

/** The lines of a cart as they are. */
export const presentLines = (items: readonly CartLine[]): PlannedLine[] =>
  items.map((item) => ({ item, variant_id: item.variant_id, quantity: item.quantity, metadata: item.metadata }))

/**
 * The lines of a new cart: one for each input, each priced by its own quantity, even if variant and metadata are the same.
 * @throws invalid_data if their metadata is too large
 */
export function firstLines(inputs: readonly LineInput[]): PlannedLine[] {
  const lines = inputs.map(({ variant_id, quantity, metadata }): PlannedLine => {
    return { item: undefined, variant_id, quantity, metadata: metadata ?? {} }
  })
  assertMetadataFits(lines.map(({ metadata }) => metadata))
  return lines
}

/** Absent and empty metadata are equal. */
const sameMetadata = (left: Metadata, right: Metadata) => isDeepStrictEqual(left ?? {}, right ?? {})
