import type { VariantPriceChangeInput, VariantPriceInput } from '@souk/contracts'
import type { NewId, RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { groupBy } from '../../domain/prices/group-by.ts'
import { basePrices, type PriceRecord } from '../../domain/prices/price.ts'
import { completedPrices, isPartOfPrice, wantedPrices } from '../../domain/products/base-prices.ts'
import type { ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'

interface Priced {
  /** Of the variant; undefined: it is new. */
  id?: string | undefined
  prices?: readonly VariantPriceChangeInput[] | undefined
}

type Present = ReadonlyMap<string, PriceRecord[]>

/** The base prices of those variants whose change names a price by its id and leaves something of it as it is. */
export async function pricesToComplete(
  variants: readonly Priced[],
  { prices }: Pick<Deps, 'prices'>,
  deadline: number,
): Promise<Present> {
  const ids = variants.filter((variant) => variant.prices?.some(isPartOfPrice)).flatMap(({ id }) => id ?? [])
  const present = ids.length === 0 ? [] : await prices.listOfVariants(ids, deadline)
  return groupBy(basePrices(present), ({ variant_id }) => variant_id ?? '')
}

/** All base prices that a variant has after a change of them. @throws invalid_data for one that it does not have */
export const pricesAfter = ({ id = '', prices }: Priced, present: Present): VariantPriceInput[] | undefined =>
  prices && completedPrices(prices, present.get(id) ?? [])

export interface PricedVariant {
  variant: VariantRecord
  /** All base prices that it has afterwards. */
  prices: readonly VariantPriceInput[]
}

/** Gives variants of a product that is written already the base prices that a request wants. */
export async function replaceVariantPrices(
  priced: readonly PricedVariant[],
  { seller_id }: Pick<ProductRecord, 'seller_id'>,
  { command, newId }: { command: RecordCommand; newId: NewId },
  deps: Pick<Deps, 'prices'>,
) {
  const context = { newId, now: new Date().toISOString() }
  const wanted = priced.flatMap(({ variant, prices }) => wantedPrices(prices, variant, { seller_id, context }))
  const ids = priced.map(({ variant }) => variant.id)
  await replaceBasePrices(deps.prices, ids, wanted, { ...command, fate: undefined })
}
