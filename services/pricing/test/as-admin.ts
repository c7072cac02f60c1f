import type { Actor, Operation } from '@souk/contracts'
import type { CallOptions } from '@souk/runtime/testing'
import type { PricingUnderTest } from './service.ts'

export const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }
let names = 0

/** A name that nothing else has in this file. */
export const aName = (what: string) => `${what} number ${++names}`

/** Sends as an administrator; with an id, to the operation's `:id`. */
export const asAdmin =
  (service: () => PricingUnderTest) =>
  <O extends Operation>(operation: O, id?: string, options: CallOptions<O> = {}) =>
    service().send(operation, { actor: ADMIN, ...(id !== undefined && { params: { id } as never }), ...options })
