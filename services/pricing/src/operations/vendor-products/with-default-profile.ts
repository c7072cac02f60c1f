import type { Deps } from '../../deps.ts'

/** The part of a new product that says how it is shipped. */
export interface Shipped {
  shipping_profile_id?: string | null | undefined
}

/**
 * New products of a seller. Those that do not say how they are shipped take the marketplace's oldest shipping profile of type
 * `default`, as the vendor panel counts on: nothing without a profile can be bought. The seller's own profiles are never taken
 * unasked: no shipping option may have them yet. Null stays null.
 */
export async function withDefaultProfile<T extends Shipped>(
  inputs: readonly T[],
  { shippingProfiles }: Pick<Deps, 'shippingProfiles'>,
  deadline: number,
): Promise<readonly T[]> {
  if (inputs.every(({ shipping_profile_id }) => shipping_profile_id !== undefined)) return inputs
  const shipping_profile_id = await shippingProfiles.findDefaultId(deadline)
  return inputs.map((input) => (input.shipping_profile_id === undefined ? { ...input, shipping_profile_id } : input))
}
