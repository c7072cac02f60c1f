import type { Deps } from '../../deps.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'

/** The values that a change of a product asks for, and that only one living product may have. */
export interface Wanted {
  id: string
  handles: string[]
  codes: string[]
}

/** The handle and the codes of variants that the product gets by a change. */
export const wantedBy = (present: ProductRecord, changed: ProductRecord): Wanted => ({
  id: present.id,
  handles: changed.handle === null || changed.handle === present.handle ? [] : [changed.handle],
  codes: changed.variant_codes.filter((code) => !present.variant_codes.includes(code)),
})

/**
 * The ids of those products that want what a living product has: their changes will be refused, unless that product gives it away
 * meanwhile, or an earlier try has made them. No query if none wants anything, else at most two.
 */
export async function contestedChanges(
  wanted: readonly Wanted[],
  { products }: Pick<Deps, 'products'>,
  deadline: number,
): Promise<Set<string>> {
  const [handles, codes] = [wanted.flatMap((one) => one.handles), wanted.flatMap((one) => one.codes)]
  const none = new Set<string>()
  const [takenHandles, takenCodes] = await Promise.all([
    handles.length === 0 ? none : products.listTakenHandles(handles, deadline),
    codes.length === 0 ? none : products.listTakenCodes(codes, deadline),
  ])
  const isContested = (one: Wanted) =>
    one.handles.some((handle) => takenHandles.has(handle)) || one.codes.some((code) => takenCodes.has(code))
  return new Set(wanted.filter(isContested).map(({ id }) => id))
}
