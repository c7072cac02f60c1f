import { handleOf } from '@souk/contracts'
import { patch } from '@souk/runtime'
import type { SellerRecord } from '../domain/sellers/seller.ts'

type Said = { [Name in keyof SellerRecord]?: SellerRecord[Name] | undefined }

/** The changed and dated seller; the same object if nothing changes. Its handle follows its name. */
export function sellerChange(said: Said): (seller: SellerRecord, now: string) => SellerRecord {
  const change = patch<SellerRecord>({ ...said, handle: (said.name && handleOf(said.name)) || undefined })
  return (seller, now) => {
    const changed = change(seller)
    return changed === seller ? seller : { ...changed, updated_at: now }
  }
}
