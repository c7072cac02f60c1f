import { type DecisionContext, type ItemTaxLine, JsonText, type QuotedLine, soldAs, type TaxRateFacts } from '@souk/contracts'
import type { CartLine } from '../carts/cart.ts'
import type { PlannedLine } from './plan-lines.ts'

interface Context extends DecisionContext {
  cart_id: string
  /** Whether present lines keep their taxes. */
  keepsTaxes: boolean
}

/** Placeholders for the totals of a line or a shipping method: `reprice` computes them for the whole cart. */
export const NO_TOTALS = {
  original_total: 0,
  original_subtotal: 0,
  original_tax_total: 0,
  total: 0,
  subtotal: 0,
  tax_total: 0,
  discount_total: 0,
  discount_subtotal: 0,
  discount_tax_total: 0,
}
const NO_LINE_TOTALS = {
  ...NO_TOTALS,
  item_total: 0,
  item_subtotal: 0,
  item_tax_total: 0,
}

/** A line from its quote, without its totals. A present line keeps its identity, its texts, and a price set by hand. */
export function lineItem({ item, quantity, metadata }: PlannedLine, quoted: QuotedLine, context: Context): CartLine {
  const id = item?.id ?? context.newId('cali')
  const { product, variant } = quoted
  const { unit_price, compare_at_unit_price, is_tax_inclusive } = item?.is_custom_price ? item : quoted
  return {
    ...(item ?? NO_LINE_TOTALS),
    id,
    cart_id: context.cart_id,
    ...soldTexts(item, quoted),
    quantity,
    unit_price,
    compare_at_unit_price,
    is_tax_inclusive,
    is_custom_price: item?.is_custom_price ?? false,
    product: JsonText.of(product),
    variant: JsonText.of(variant),
    tax_lines: item && context.keepsTaxes ? item.tax_lines : taxLines(id, item?.tax_lines ?? [], quoted.tax_lines, context),
    adjustments: item?.adjustments ?? [],
    metadata,
    created_at: item?.created_at ?? context.now,
    updated_at: item?.updated_at ?? context.now,
    deleted_at: null,
  }
}

/**
 * The texts of a line, and whether it is discounted and shipped: a present line keeps those of its creation, even if the product
 * has changed; any that it lacks are the product's present ones. Whether it is a gift card always follows the product.
 */
function soldTexts(item: CartLine | undefined, quoted: QuotedLine): ReturnType<typeof soldAs> {
  const sold = soldAs(quoted)
  if (!item) return sold
  const { product_id, variant_id, is_giftcard, ...texts } = sold
  const kept = Object.entries(texts).map(([key, text]) => [key, item[key as keyof typeof texts] ?? text])
  return { product_id, variant_id, is_giftcard, ...(Object.fromEntries(kept) as typeof texts) }
}

/** A rate that is unchanged keeps its tax line. */
function taxLines(
  item_id: string,
  present: readonly ItemTaxLine[],
  rates: readonly TaxRateFacts[],
  { newId, now }: Context,
): ItemTaxLine[] {
  return rates.map((rate) => {
    const before = present.find(({ tax_rate_id }) => tax_rate_id === rate.tax_rate_id)
    return {
      ...(before ?? { id: newId('calitxl'), data: null, metadata: null, created_at: now, updated_at: now, deleted_at: null }),
      ...rateOf(rate),
      item_id,
      subtotal: before?.subtotal ?? 0,
      total: before?.total ?? 0,
    }
  })
}

/** A tax line's facts about its rate; a rate without a code is the default one. */
export const rateOf = ({ code, rate, description, tax_rate_id, provider_id }: TaxRateFacts) => ({
  code: code ?? 'default',
  rate,
  description,
  tax_rate_id,
  provider_id,
})
