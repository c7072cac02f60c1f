import { groupBy, type VariantPriceChangeInput, type VariantPriceInput } from '@souk/contracts'
import type { FoundRecord, NewId, RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { basePrices, type PriceRecord } from '../../domain/prices/price.ts'
import { areOtherPrices, completedPrices, wantedPrices } from '../../domain/products/base-prices.ts'
import type { ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'
import { isRepriced, isVariantRepriced, withoutRepricing } from '../../domain/products/repricing.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'

interface Priced {
  /** The variant's id; undefined: it is new. */
  id?: string | undefined
  prices?: readonly VariantPriceChangeInput[] | undefined
}

type Present = ReadonlyMap<string, PriceRecord[]>

/** The present base prices of those variants whose change has any. */
export async function presentPrices(
  variants: readonly Priced[],
  { prices }: Pick<Deps, 'prices'>,
  deadline: number,
): Promise<Present> {
  const ids = variants.flatMap(({ id, prices: sent }) => (sent && id !== undefined ? [id] : []))
  const present = await prices.listOfVariants(ids, deadline)
  return groupBy(basePrices(present), ({ variant_id }) => variant_id ?? '')
}

/**
 * All base prices that a variant has after a change of them; undefined: they stay as they are.
 * @throws invalid_data for a price that it does not have
 */
export function pricesAfter({ id, prices }: Priced, present: Present): VariantPriceInput[] | undefined {
  const own = present.get(id ?? '') ?? []
  const after = prices && completedPrices(prices, own)
  return after && (id === undefined || areOtherPrices(after, id, own)) ? after : undefined
}

/** The ids of the variants whose base prices change. */
export const repricedIds = (variants: readonly Priced[]): ReadonlySet<string> =>
  new Set(variants.flatMap(({ id, prices }) => (prices && id !== undefined ? [id] : [])))

export interface PricedVariant {
  variant: VariantRecord
  /** All base prices that it has afterwards. */
  prices: readonly VariantPriceInput[]
}

/**
 * Gives variants of an already written product the requested base prices, unless a former run of the request has done it, or a
 * later request has replaced them since.
 */
export async function replaceVariantPrices(
  priced: readonly PricedVariant[],
  product: Pick<ProductRecord, 'seller_id' | 'repricing'>,
  { command, newId }: { command: RecordCommand; newId: NewId },
  deps: Pick<Deps, 'prices'>,
) {
  const { seller_id } = product
  const context = { newId, now: new Date().toISOString() }
  const unwritten = priced.filter(({ variant }) => isVariantRepriced(product, command.op.text, variant.id))
  const wanted = unwritten.flatMap(({ variant, prices }) => wantedPrices(prices, variant, { seller_id, context }))
  const ids = unwritten.map(({ variant }) => variant.id)
  await replaceBasePrices(deps.prices, ids, wanted, { ...command, fate: undefined })
}

/**
 * The product after its base prices were written, at its new revision. If that write fails, or others changed the product
 * meanwhile, it is shown at a former revision until the deadline has passed.
 */
export async function repriced(
  changed: FoundRecord<ProductRecord>,
  { op, deadline }: Pick<RecordCommand, 'op' | 'deadline'>,
  { products }: Pick<Deps, 'products'>,
): Promise<FoundRecord<ProductRecord>> {
  const { record } = changed
  if (!isRepriced(record, op.text)) return changed
  const ended = async () =>
    (await products.endRepricing(record.id, op.text, deadline)) ?? (await products.getAlone(record.id, deadline)).revision
  const revision = await ended().catch(() => undefined)
  return revision === changed.revision + 1 ? { record: withoutRepricing(record, op.text), revision } : changed
}
