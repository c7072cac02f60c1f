import { invalidData } from '@souk/contracts'

/** A stored reason that a request names. */
export interface NamedReason {
  id: string
  /** Whether it has more specific reasons, which must be given instead. */
  hasChildren: boolean
}

/** The ids of the reasons that items name, without duplicates, sorted. */
export const reasonIdsOf = (items: readonly { reason_id?: string | null | undefined }[]): string[] =>
  [...new Set(items.flatMap(({ reason_id }) => reason_id || []))].sort()

/** @throws invalid_data for a reason that does not exist */
export function assertReasonsExist(ids: readonly string[], found: readonly { id: string }[]): void {
  const missing = ids.filter((id) => !found.some((reason) => reason.id === id))
  if (missing.length > 0) throw invalidData(`Return reason with id ${missing.join(', ')} does not exists.`)
}

/** For returns. @throws invalid_data for a reason that does not exist, or that has more specific ones */
export function assertReasonsApply(order_id: string, ids: readonly string[], found: readonly NamedReason[]): void {
  assertReasonsExist(ids, found)
  const coarse = found.filter(({ id, hasChildren }) => hasChildren && ids.includes(id)).map(({ id }) => id)
  if (coarse.length > 0) {
    const text = `Cannot apply return reason with id ${coarse.join(', ')} to order with id ${order_id}.`
    throw invalidData(`${text} Return reason has nested reasons.`)
  }
}
