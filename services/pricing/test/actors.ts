import type { Actor, Operation, StorefrontActor } from '@souk/contracts'
import { type CallOptions, patient } from '@souk/runtime/testing'
import type { PricingUnderTest } from './service.ts'

export const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }
/** A storefront of the channel `sc_1`. */
export const STOREFRONT: StorefrontActor = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null }

/** Sends requests as an administrator, or as a client of the storefront. */
export const actorsOf = (service: Pick<PricingUnderTest, 'send'>) => ({
  admin: <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    service.send(operation, { actor: ADMIN, ...patient(), ...options }),
  shopper: <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    service.send(operation, { actor: STOREFRONT, ...patient(), ...options }),
})
