import type { Actor } from '@souk/contracts'
import type { MemberRecord, SellerRecord } from '../src/domain/sellers/seller.ts'

const AT = '2026-01-02T03:04:05.000Z'
const timestamps = { created_at: AT, updated_at: AT, deleted_at: null }

export const aMember = (overrides: Partial<MemberRecord> = {}): MemberRecord => ({
  id: 'mem_1',
  role: 'owner',
  email: 'ann@example.com',
  name: 'Ann',
  bio: null,
  phone: null,
  photo: null,
  seller_id: 'sel_1',
  ...timestamps,
  ...overrides,
})

export const aSeller = (overrides: Partial<SellerRecord> = {}): SellerRecord => ({
  id: 'sel_1',
  store_status: 'ACTIVE',
  name: 'Shop',
  handle: 'shop',
  description: null,
  email: null,
  phone: null,
  photo: null,
  address_line: null,
  postal_code: null,
  city: null,
  state: null,
  country_code: 'de',
  tax_id: null,
  members: [aMember()],
  ...timestamps,
  ...overrides,
})

export const memberOf = (seller_id: string, id = 'mem_1'): Actor => ({ type: 'member', id, seller_id, identity_id: 'authid_1' })
