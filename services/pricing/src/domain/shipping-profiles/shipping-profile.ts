import type { AdminShippingProfile, ShippingProfile } from '@souk/contracts'

/** A profile as stored. */
export type ShippingProfileRecord = ShippingProfile & {
  /** Null for profiles of the marketplace itself; absent if written by a version in which sellers had none. */
  seller_id?: string | null
}

/** The seller that a profile belongs to; null: the marketplace itself. */
export const ownerOf = ({ seller_id = null }: ShippingProfileRecord): string | null => seller_id

/** Whether the products and shipping options of an owner may have the profile: it is their own, or the marketplace's. */
export const isFor = (profile: ShippingProfileRecord, seller_id: string | null): boolean =>
  ownerOf(profile) === null || ownerOf(profile) === seller_id

/** A profile as everybody else is shown it. */
export const plainProfile = ({ seller_id: _seller, ...profile }: ShippingProfileRecord): ShippingProfile => profile

/** A profile as administrators are shown it. */
export const adminProfile = (profile: ShippingProfileRecord): AdminShippingProfile => ({
  ...profile,
  seller_id: ownerOf(profile),
})
