import type { Deps } from './deps.ts'
import type { PricedShippingOption } from './domain/shipping-option.ts'

/** The living options among these with their prices, in the order asked for; both are at most one second old. */
export async function pricedShippingOptions(
  ids: readonly string[],
  { reference, prices }: Pick<Deps, 'reference' | 'prices'>,
): Promise<PricedShippingOption[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const [option, optionPrices] = await Promise.all([reference.findShippingOption(id), prices.listOfShippingOption(id)])
      return option ? [{ option, prices: optionPrices }] : []
    }),
  )
  return found.flat()
}
