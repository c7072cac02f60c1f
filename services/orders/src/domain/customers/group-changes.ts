import type { CustomerRecord } from './customer-record.ts'

/** A group named in both is removed. Returns the same customer if nothing changes. */
export const changingGroups =
  (add: readonly string[], remove: readonly string[]) =>
  (customer: CustomerRecord): CustomerRecord => {
    const { group_ids } = customer
    const ids = [...new Set([...group_ids, ...add])].filter((id) => !remove.includes(id))
    const isSame = ids.length === group_ids.length && ids.every((id) => group_ids.includes(id))
    return isSame ? customer : { ...customer, group_ids: ids }
  }
