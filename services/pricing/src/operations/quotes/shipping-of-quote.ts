import type { BodyOf, quote } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import type { QuoteContext } from '../../domain/quotes/quoted-line.ts'
import { quotedShipping } from '../../domain/quotes/quoted-shipping.ts'
import type { ShippingOptionRecord } from '../../domain/shipping-options/shipping-option-record.ts'
import { shippingContextOf } from '../../domain/shipping-options/shipping-price.ts'
import { optionsOffered } from '../channel-options.ts'

/** The requested options that exist and, if there is a `ship_to` address, are offered there. */
export async function requestedOptions(
  { shipping_option_ids: asked, sales_channel_id, ship_to }: BodyOf<typeof quote>,
  deps: Deps,
): Promise<ShippingOptionRecord[]> {
  if (asked.length === 0) return []
  const [options, offered] = await Promise.all([
    Promise.all(asked.map((id) => deps.shippingOptions.recall(id))),
    ship_to && sales_channel_id
      ? optionsOffered({ sales_channel_id, address: ship_to, is_return: false, option_ids: asked }, deps)
      : null,
  ])
  const isOffered = (id: string) => offered === null || offered.some(({ record }) => record.id === id)
  return options.flatMap((option) => (option && isOffered(option.id) ? option : []))
}

/**
 * The options with their prices, and the item total if one of them depends on it; null if none does.
 * @param totalOf called only if there is an option: the total of a large cart takes a while
 */
export function pricedShipping(
  options: readonly ShippingOptionRecord[],
  context: QuoteContext,
  { currency_code, region_id, totalOf }: { currency_code: string; region_id: string; totalOf: () => number },
) {
  if (options.length === 0) return { shipping_options: [], item_total: null }
  const item_total = totalOf()
  const pricing = shippingContextOf({ currency_code, region_id, item_total })
  const shipping_options = options.map((option) => quotedShipping(option, { ...context, pricing }))
  return { shipping_options, item_total: options.some(isPricedByTotal) ? item_total : null }
}

const isPricedByTotal = ({ prices }: ShippingOptionRecord) =>
  prices.some(({ rules }) => rules.some(({ attribute }) => attribute === 'item_total'))
