import { type Metadata, mergeMetadata, notFound } from '@souk/contracts'
import type { CartLine, CartRecord } from '../carts/cart.ts'
import { assertMetadataFits } from '../carts/cart-size.ts'
import type { PlannedCart } from '../carts/planned-cart.ts'
import { type PlannedLine, presentLines } from './plan-lines.ts'

interface LineChange {
  quantity: number
  /** Merged into the line's own. Undefined: unchanged. */
  metadata?: Metadata | undefined
}

/**
 * The lines of a cart with the quantity of one of them changed.
 * @throws not_found if it has no such line; invalid_data if their metadata is too large
 */
export function changedLines(items: readonly CartLine[], id: string, { quantity, metadata }: LineChange): PlannedLine[] {
  if (!items.some((item) => item.id === id)) throw notFound(`Line item with id: ${id} was not found`)
  const lines = presentLines(items).map((line): PlannedLine => {
    if (line.item?.id !== id) return line
    return { ...line, quantity, ...(metadata !== undefined && { metadata: mergeMetadata(line.metadata, metadata) }) }
  })
  if (metadata) assertMetadataFits(lines.map((line) => line.metadata))
  return lines
}

/** The present lines of a cart, each to be priced again: its region, address or customer has changed. */
export const linesAnew = (items: readonly CartLine[]): PlannedLine[] =>
  presentLines(items).map((line) => (line.variant_id === null ? line : { ...line, anew: true }))

/** The cart without one of its lines; the same cart if it has no such line. */
export function withoutLine(cart: CartRecord, id: string): PlannedCart {
  const items = cart.items.filter((item) => item.id !== id)
  if (items.length === cart.items.length) return { cart }
  if (cart.shipping_methods.length === 0) return { cart: { ...cart, items } } // nothing else depends on the lines
  return { cart, lines: presentLines(items) }
}
