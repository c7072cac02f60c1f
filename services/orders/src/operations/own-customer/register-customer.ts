import { registerCustomer as contract, invalidData, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { newCustomer } from '../../domain/customers/new-customer.ts'

/** The record names the log-in that it belongs to, once: `sellers` learns of it at the next log-in. */
export const registerCustomer = implement(contract, async (request, deps: Deps) => {
  const { actor, body } = request
  if (actor.type !== 'identity' || actor.actor_type !== 'customer') throw unauthorized()
  if (actor.id !== '') throw invalidData('Request already authenticated as a customer.')
  const fields = newCustomer(body, { has_account: true, created_by: null, identity_id: actor.identity_id })
  return customerAnswer(await deps.customers.create(fields, request), request, deps)
})
