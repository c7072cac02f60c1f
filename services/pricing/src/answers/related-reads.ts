import { asksForTooMuch, type Selection, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'
import type { VisibleProducts } from '../domain/products/visible-catalogue.ts'
import type { RelatedBy } from '../stores/related-products.ts'

/**
 * Most products to read for one request, for all relations together; without variants and images they have a tenth of the size.
 */
const MAX_READ = { whole: 1000, lean: 10_000 } as const
/** If there are more, they are counted before the rest is read: reading 10,000 takes 400 ms, refusing them after a count 40. */
const UNCOUNTED = 500
/** The parts that make a product large. */
const LONG_PARTS = ['variants', 'images', 'options', 'translations'] as const

export const isLean = (selection: Selection): boolean => !LONG_PARTS.some((part) => wants(selection, part))

/** Reads products as a relation of others. @throws invalid_data for more than one request may have */
export type ListProducts = (by: RelatedBy, ids: readonly string[], selection: Selection) => Promise<ProductRecord[]>

/** Reads products for one request, limited to those that the caller may see. */
export function relatedReads(
  products: Pick<Deps['products'], 'listRelated' | 'countRelated'>,
  visible: VisibleProducts,
  deadline: number,
): ListProducts {
  /** Lean products that may still be read. */
  let left: number = MAX_READ.lean

  return async (by, ids, selection) => {
    const kind = isLean(selection) ? 'lean' : 'whole'
    const cost = MAX_READ.lean / MAX_READ[kind]
    const most = Math.floor(left / cost)
    const refuseBeyond = (count: number) => {
      if (count > most) throw asksForTooMuch(`${MAX_READ[kind]} products`)
    }
    const read = (limit: number) => products.listRelated(by, ids, visible, { limit, deadline, kind })
    let records = await read(Math.min(most, UNCOUNTED) + 1)
    refuseBeyond(records.length)
    if (records.length > UNCOUNTED) {
      refuseBeyond(await products.countRelated(by, ids, visible, { limit: most + 1, deadline }))
      records = await read(most + 1)
      refuseBeyond(records.length)
    }
    left -= records.length * cost
    return records
  }
}
