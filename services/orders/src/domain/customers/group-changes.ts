import { conflict, invalidData } from '@souk/contracts'
import type { CustomerRecord } from './customer-record.ts'

/**
 * Most groups of one seller to which it adds a customer: carts hold all groups of their customer, whoever made them, so that one
 * seller must not fill the carts in which others sell. The marketplace's groups are not bounded.
 */
const MAX_OF_SELLER = 50

/** A group named in both is removed. Returns the same customer if nothing changes. */
export const changingGroups =
  (add: readonly string[], remove: readonly string[]) =>
  (customer: CustomerRecord): CustomerRecord => {
    const { group_ids } = customer
    const ids = [...new Set([...group_ids, ...add])].filter((id) => !remove.includes(id))
    const isSame = ids.length === group_ids.length && ids.every((id) => group_ids.includes(id))
    return isSame ? customer : { ...customer, group_ids: ids }
  }

/** Groups of customers that were looked up before one is changed. */
export interface KnownGroups {
  /** All groups that were looked up. */
  lookedUp: ReadonlySet<string>
  /** Those of the seller among them that are not deleted. */
  own: ReadonlySet<string>
  /** The deleted ones among them, whoever made them: they leave the customer with the next change. */
  deleted: ReadonlySet<string>
}

/**
 * The same for groups of one seller.
 * @throws invalid_data if the customer would be in more of them than allowed, and in more than before; conflict if that depends
 * on groups that the customer joined after the others were looked up
 */
export const changingOwnGroups =
  (add: readonly string[], remove: readonly string[], { lookedUp, own, deleted }: KnownGroups) =>
  (customer: CustomerRecord): CustomerRecord => {
    const changed = changingGroups(add, remove)(customer)
    if (changed === customer) return customer
    const group_ids = changed.group_ids.filter((id) => !deleted.has(id))
    const isMaybeOwn = (id: string) => own.has(id) || !lookedUp.has(id)
    const count = group_ids.filter(isMaybeOwn).length
    if (count > MAX_OF_SELLER && count > customer.group_ids.filter(isMaybeOwn).length) {
      if (group_ids.every((id) => lookedUp.has(id)))
        throw invalidData(`A customer can be in ${MAX_OF_SELLER} groups of a seller at most`)
      throw conflict("The customer's groups were changed meanwhile; try again", { retry_after: 1 })
    }
    return { ...customer, group_ids }
  }
