import {
  type BodyOf,
  createShippingOption as contract,
  forbidden,
  missingRelation,
  createVendorShippingOption as vendorContract,
} from '@souk/contracts'
import { implement, newCommand, type RequestOf } from '@souk/runtime'
import { shippingOptionAnswer } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { pricesAfter, rulesAfter } from '../../domain/shipping-options/change-option.ts'
import type { ShippingOptionRecord } from '../../domain/shipping-options/shipping-option-record.ts'
import { ownSets } from '../fulfillment-sets/own-sets.ts'
import { assertFlat, checkLinks, currenciesOf } from './check-links.ts'
import { newType } from './described-type.ts'
import { ownOptions } from './own-options.ts'

export const createShippingOption = implement(contract, (request, deps: Deps) => make(request, request.body, deps))

export const createVendorShippingOption = implement(vendorContract, async (request, deps: Deps) => {
  const { body, newIds, deadline } = request
  const [set] = await ownSets(request, deps).list({ 'service_zones.id': body.service_zone_id }, deadline)
  if (!set) throw forbidden()
  const room = await ownOptions(request, deps).roomFor(newIds()('so'), deadline)
  room.assertOneMore()
  room.assertFits(body)
  return make(request, { ...body, price_type: 'flat' }, deps)
})

type Request = Pick<RequestOf<typeof contract>, 'command' | 'newIds' | 'selection' | 'deadline'>

/** Deletes the option again if its zone was deleted meanwhile. @throws not_found in that case */
async function assertInZone({ id, service_zone_id }: ShippingOptionRecord, { command, deadline }: Request, deps: Deps) {
  const [set] = await deps.fulfillmentSets.list({ 'service_zones.id': service_zone_id ?? '' }, deadline)
  if (set) return
  await deps.shippingOptions.remove(id, newCommand(deadline))
  command.fate.is = 'refused' // no attempt creates it again, as the zone is gone
  throw missingRelation('service_zone_id', service_zone_id ?? '')
}

/** A described type is created first: a repeat of the same request finds it there. */
async function make(request: Request, body: BodyOf<typeof contract>, deps: Deps) {
  const { type, type_id, prices, rules = [], data = null, metadata = null, ...fields } = body
  assertFlat(fields.price_type, fields.name)
  const links = { ...fields, ...(type_id !== undefined && { type_id }) }
  const { seller_id } = await checkLinks(links, deps, request.deadline)
  const currencies = await currenciesOf(prices, deps, request.deadline)
  const newId = request.newIds()
  const context = { newId, now: new Date().toISOString(), currencies }
  const kept = { prices: pricesAfter([], prices, context), rules: rulesAfter([], rules, context) }
  const made = type && (await newType(type, request, deps))

  const created = await deps.shippingOptions.create(
    {
      ...fields,
      shipping_option_type_id: type_id ?? null,
      ...made,
      price_set_id: newId('pset'),
      ...kept,
      data,
      metadata,
      seller_id,
    },
    request,
  )
  await assertInZone(created.record, request, deps)
  return shippingOptionAnswer(created, request, deps)
}
