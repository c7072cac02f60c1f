import { registerCustomer as contract, invalidData, OperationError, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { newCustomer } from '../../domain/customers/new-customer.ts'

/** The record holds the id of its log-in, only once: `sellers` gets to know it at the next log-in. */
export const registerCustomer = implement(contract, async (request, deps: Deps) => {
  const { actor, body } = request
  if (actor.type !== 'identity' || actor.actor_type !== 'customer') throw unauthorized()
  if (actor.id !== '') throw invalidData('Request already authenticated as a customer.')
  const { email } = body
  if (!email) throw invalidData('Email is required to create a customer')
  const fields = newCustomer(body, { has_account: true, created_by: null, identity_id: actor.identity_id })
  const created = deps.customers.create(fields, request).catch(async (error: unknown) => {
    const isTaken = error instanceof OperationError && error.kind === 'invalid_data'
    const [owner] = isTaken ? await deps.customers.list({ email, has_account: true }, request.deadline) : []
    throw owner ? new OperationError('duplicate', 'Customer with this email already has an account', { cause: error }) : error
  })
  return customerAnswer(await created, request, deps)
})
