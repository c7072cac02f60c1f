import {
  createVendorServiceZone,
  createVendorStockLocation,
  createVendorStockLocationFulfillmentSet,
  manageVendorStockLocationFulfillmentProviders,
  type Operation,
} from '@souk/contracts'
import type { CallOptions } from '@souk/runtime/testing'
import { expect } from 'vitest'
import { aName } from './as-admin.ts'
import { memberOf } from './builders.ts'
import type { PricingUnderTest } from './service.ts'

/** Sends as a member of a seller, and makes the places that a seller ships from. */
export function asSeller(service: () => PricingUnderTest) {
  const send = <O extends Operation>(operation: O, id?: string, options: CallOptions<O> = {}, seller = 'sel_a') =>
    service().send(operation, { actor: memberOf(seller), ...(id !== undefined && { params: { id } as never }), ...options })

  async function aLocation(seller = 'sel_a', body: object = {}): Promise<string> {
    const answer = await send(createVendorStockLocation, undefined, { body: { name: aName('Shed'), ...body } }, seller)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.stock_location.id
  }

  async function aSet(seller = 'sel_a', name = aName('Set')): Promise<{ location: string; set: string }> {
    const location = await aLocation(seller)
    const answer = await send(createVendorStockLocationFulfillmentSet, location, { body: { name, type: 'shipping' } }, seller)
    expect(answer.status, answer.text).toBe(200)
    return { location, set: answer.body.stock_location.fulfillment_sets[0].id }
  }

  return {
    send,
    aLocation,
    aSet,

    /** A location for which the provider works, with one set and one zone. */
    async aPlace(seller = 'sel_a', geo_zones: object[] = []) {
      const { location, set } = await aSet(seller)
      const body = { name: aName('Zone'), geo_zones } as never
      await send(manageVendorStockLocationFulfillmentProviders, location, { body: { add: ['manual_manual'] } }, seller)
      const answer = await send(createVendorServiceZone, set, { body }, seller)
      expect(answer.status, answer.text).toBe(200)
      return { location, set, zone: answer.body.fulfillment_set.service_zones[0].id as string }
    },
  }
}
