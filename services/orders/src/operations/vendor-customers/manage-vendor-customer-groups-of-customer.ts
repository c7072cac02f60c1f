import { manageVendorCustomerGroupsOfCustomer as contract, forbidden, notFound, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAnswer } from '../../answers/shown-customer.ts'
import type { Deps } from '../../deps.ts'
import { changingGroups } from '../../domain/customers/group-changes.ts'

/** Groups that are not the seller's are not there to be added to, and stay as they are. */
export const manageVendorCustomerGroupsOfCustomer = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, actor, deadline } = request
  const { add = [], remove = [] } = body
  const seller_id = sellerIdOf(actor)
  const groups = deps.customerGroups.ofSeller(seller_id)
  const ownAmong = async (ids: readonly string[]) =>
    new Set((await Promise.all(ids.map((id) => groups.find(id, deadline)))).flatMap((found) => found?.record.id ?? []))

  const [customer, added, left] = await Promise.all([
    deps.customers.ofSeller(seller_id).find(params.id, deadline),
    ownAmong(add),
    ownAmong(remove),
  ])
  if (!customer) throw forbidden()
  const missing = add.find((id) => !added.has(id))
  if (missing !== undefined)
    throw notFound(`You tried to set relationship customer_group_id: ${missing}, but such entity does not exist`)
  const next = changingGroups(add, [...left])
  return customerAnswer(await deps.customers.update(params.id, command, next), request, deps)
})
