import {
  type BodyOf,
  updateShippingOption as contract,
  notFound,
  updateVendorShippingOption as vendorContract,
} from '@souk/contracts'
import { implement, patch, type RequestOf } from '@souk/runtime'
import { shippingOptionAnswer } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { pricesAfter, rulesAfter } from '../../domain/shipping-options/change-option.ts'
import { mergedData } from '../../domain/shipping-options/merged-data.ts'
import type { SellersRoom } from '../../stores/room-of-seller.ts'
import type { ShippingOptionStore } from '../../stores/shipping-options.ts'
import { assertEnabled, assertFlat, checkLinks, currenciesOf, providersAt } from './check-links.ts'
import { newType, typeOfSeller } from './described-type.ts'
import { ownOptions } from './own-options.ts'

export const updateShippingOption = implement(contract, (request, deps: Deps) =>
  change(request, request.body, { options: deps.shippingOptions, typeOf: newType }, deps),
)

export const updateVendorShippingOption = implement(vendorContract, async (request, deps: Deps) => {
  const options = ownOptions(request, deps)
  const { assertFits } = await options.roomFor(request.params.id, request.deadline)
  return change(request, request.body, { options, typeOf: typeOfSeller, assertFits }, deps)
})

type Request = Pick<RequestOf<typeof contract>, 'params' | 'command' | 'newIds' | 'selection' | 'deadline'>

/** The options that the caller may change, and the rules for that. */
interface Reached {
  options: Pick<ShippingOptionStore, 'get' | 'update'>
  typeOf: typeof typeOfSeller
  assertFits?: SellersRoom['assertFits']
}

/**
 * The provider must be enabled at the location with any change, even if it stays. A repeat of what was carried out is not refused
 * for that, unless it makes a type.
 */
async function change(request: Request, body: BodyOf<typeof contract>, { options, typeOf, assertFits }: Reached, deps: Deps) {
  const { params, command, newIds, deadline } = request
  const { type, type_id, prices, rules, data, ...fields } = body
  const { record } = await options.get(params.id, deadline)
  assertFlat(fields.price_type, record.name)
  const { service_zone_id, seller_id } = record
  const { shipping_profile_id } = fields
  const [enabled] = await Promise.all([
    providersAt(service_zone_id, deps, deadline),
    checkLinks({ service_zone_id: null, seller_id, shipping_profile_id, ...(type_id && { type_id }) }, deps, deadline),
  ])
  const currencies = await currenciesOf(prices ?? [], deps, deadline)
  const changesOf = (option: typeof record, now: string) => {
    const context = { newId: newIds(), now, currencies }
    return {
      prices: prices && pricesAfter(option.prices, prices, context),
      data: data && mergedData(option.data, data),
      rules: rules && rulesAfter(option.rules, rules, context, (ids) => noSuchRules(ids, params.id)),
    }
  }
  if (type) {
    // A refused change must not create a type.
    assertEnabled(fields.provider_id ?? record.provider_id, enabled)
    changesOf(record, record.updated_at)
  }
  const { changeType, ...link } = type ? await typeOf(type, request, deps, record) : {}

  const changed = await options.update(params.id, command, (option, { now }) => {
    const next = patch<typeof option>({ ...fields, shipping_option_type_id: type_id, ...link, ...changesOf(option, now) })(option)
    assertEnabled(next.provider_id, enabled)
    assertFits?.(next, option)
    return next
  })
  await changeType?.()
  return shippingOptionAnswer(changed, request, deps)
}

const noSuchRules = (ids: readonly string[], option_id: string) =>
  notFound(`The following rules does not exists: ${ids.join(', ')} on shipping option ${option_id}`)
