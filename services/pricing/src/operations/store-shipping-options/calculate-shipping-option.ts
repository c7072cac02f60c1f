import { calculateShippingOption as contract, invalidData, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cannotCalculate } from '../../domain/shipping-options/cannot-calculate.ts'
import { optionsOfChannel } from '../channel-options.ts'

export const calculateShippingOption = implement(contract, async ({ params, body, passOn }, deps: Deps) => {
  const { sales_channel_id } = await deps.shoppers.getCartShipment(body.cart_id, passOn)
  const found = (await optionsOfChannel(sales_channel_id, deps)).find(({ record }) => record.id === params.id)
  if (!found) throw notFound(`Shipping Option with id: ${params.id} not found`)
  const { name, price_type } = found.record
  if (price_type === 'flat') throw invalidData(`Cannot calculate price for non-calculated shipping options: ${name}`)
  throw cannotCalculate(name)
})
