import { type CommissionReference, invalidData } from '@souk/contracts'

export type ReferredKind = 'seller' | 'product_type' | 'product_category'

/** A record that a rule refers to. */
export interface ReferredRecord {
  kind: ReferredKind
  id: string
}

const PREFIXES: Record<ReferredKind, string> = { seller: 'sel_', product_type: 'ptyp_', product_category: 'pcat_' }
const MAX_ID_LENGTH = 100

/**
 * The records that a rule refers to, in the order of its reference.
 * @throws invalid_data if the ids are not those of such records
 */
export function referredRecords(reference: Exclude<CommissionReference, 'site'>, reference_id: string): ReferredRecord[] {
  const [kinds, ids] = [reference.split('+') as ReferredKind[], reference_id.split('+')]
  if (ids.length !== kinds.length) throw invalidId()
  return kinds.map((kind, at) => {
    const id = ids[at]!
    const prefix = PREFIXES[kind]
    if (!id.startsWith(prefix) || id.length === prefix.length || id.length > MAX_ID_LENGTH) throw invalidId()
    return { kind, id }
  })
}

const invalidId = () => invalidData('Invalid reference id')
