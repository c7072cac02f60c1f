import { handleOf } from '@souk/contracts'
import { patch } from '@souk/runtime'
import type { SellerRecord } from '../domain/sellers/seller.ts'

type Fields = { [Name in keyof SellerRecord]?: SellerRecord[Name] | undefined }

/** The changed and dated seller; the same object if nothing changes. Its handle follows its name. */
export function sellerChange(fields: Fields): (seller: SellerRecord, now: string) => SellerRecord {
  const change = patch<SellerRecord>({ ...fields, handle: (fields.name && handleOf(fields.name)) || undefined })
  return (seller, now) => {
    const changed = change(seller)
    return changed === seller ? seller : { ...changed, updated_at: now }
  }
}
