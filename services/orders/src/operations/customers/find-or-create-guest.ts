import { findOrCreateGuest as contract, unavailable } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findOrCreateGuest = implement(contract, async (request, { customers }: Deps) => {
  const { body, deadline } = request
  const id = await customers.findOrCreateGuest(body.email, { created_by: null }, request)
  const customer = await customers.findShown(id, { deadline, viewer: 'all', withOwners: true })
  if (!customer) throw unavailable() // deleted in the meantime: the next request creates another one
  return { customer }
})
