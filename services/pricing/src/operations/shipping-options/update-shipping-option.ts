import { updateShippingOption as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { shippingOptionAnswer } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { pricesAfter, rulesAfter } from '../../domain/shipping-options/change-option.ts'
import { assertFlat, assertLinks, currenciesOf } from './assert-links.ts'

export const updateShippingOption = implement(contract, async (request, deps: Deps) => {
  const { params, command, newIds, deadline } = request
  const { type, type_id, prices, rules, ...fields } = request.body
  const { record } = await deps.shippingOptions.get(params.id, deadline)
  assertFlat(fields.price_type, record.name)
  const { service_zone_id } = record
  await assertLinks(
    { service_zone_id: fields.provider_id ? service_zone_id : null, ...fields, ...(type_id && { type_id }) },
    deps,
    deadline,
  )
  const currencies = await currenciesOf(prices ?? [], deps, deadline)
  const made = type && (await deps.shippingOptionTypes.create({ ...type, description: type.description ?? null }, request))

  const changed = await deps.shippingOptions.update(params.id, command, (option, { now }) => {
    const context = { newId: newIds(), now, currencies }
    return patch<typeof option>({
      ...fields,
      shipping_option_type_id: made?.record.id ?? type_id,
      prices: prices && pricesAfter(option.prices, prices, context),
      rules: rules && rulesAfter(option.rules, rules, context),
    })(option)
  })
  return shippingOptionAnswer(changed, request, deps)
})
