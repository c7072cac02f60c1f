import { REPEATABLE_MS } from '@souk/contracts'
import type { ProductRecord, Repricing } from './product-record.ts'

/** A request writes no prices after its deadline; clocks differ by less than this. */
const CLOCKS_MS = 5000
/** Most requests of one product that ended before all of their prices were written; older ones are forgotten. */
const MAX_ENDED = 50

/**
 * The product as written before the base prices of these variants are; the very same one if there are none. Repeats of former
 * requests no longer write prices of these variants.
 * @param command the request's op, and its deadline in epoch ms @param now of the write, as ISO text
 */
export function withRepricing(
  product: ProductRecord,
  variantIds: readonly string[],
  { op: { text: op }, deadline }: { op: { text: string }; deadline: number },
  now: string,
): ProductRecord {
  if (variantIds.length === 0) return product
  const at = Date.parse(now)
  const replaced = new Set(variantIds)
  const others = (product.repricing ?? [])
    // Until then a repeat, with a new deadline, may still write prices that the request did not write.
    .filter((one) => one.op !== op && one.until > at - REPEATABLE_MS)
    .map((one) => withoutVariants(one, replaced))
  const ended = others.filter(({ until, variant_ids }) => until <= at && variant_ids?.length !== 0).slice(-MAX_ENDED)
  const underWay = others.filter(({ until }) => until > at)
  return { ...product, repricing: [...ended, ...underWay, { op, until: deadline + CLOCKS_MS, variant_ids: [...variantIds] }] }
}

const withoutVariants = (one: Repricing, replaced: ReadonlySet<string>): Repricing =>
  one.variant_ids ? { ...one, variant_ids: one.variant_ids.filter((id) => !replaced.has(id)) } : one

/**
 * Whether base prices of this op may still be unwritten, in a product that the op has changed. Once they are known to be written,
 * a repeat must leave them as they are: others may have changed them since.
 */
export const isRepriced = ({ repricing = [] }: Pick<ProductRecord, 'repricing'>, op: string) =>
  repricing.some((one) => one.op === op)

/** The same for the prices of one variant, unless a later request has replaced them. */
export const isVariantRepriced = ({ repricing = [] }: Pick<ProductRecord, 'repricing'>, op: string, variantId: string) =>
  repricing.some((one) => one.op === op && (one.variant_ids?.includes(variantId) ?? true))

/** The product once the base prices of this op have been written as well. */
export const withoutRepricing = ({ repricing = [], ...product }: ProductRecord, op: string): ProductRecord => ({
  ...product,
  repricing: repricing.filter((one) => one.op !== op),
})

/**
 * The revision that is answered along with base prices. While some of them may be outdated, it is the one before, which no longer
 * matches any `If-Match`.
 * @param now epoch ms
 */
export const pricedRevision = (
  { record: { repricing = [] }, revision }: { record: Pick<ProductRecord, 'repricing'>; revision: number },
  now: number,
): number => (repricing.some(({ until }) => until > now) ? revision - 1 : revision)
