import type { Deps } from '../../deps.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'

/** Values that only one living product may have. */
interface Unique {
  handles: string[]
  codes: string[]
}

/** The unique values that a change of a product asks for, and those that it gives away. */
export interface Wanted extends Unique {
  id: string
  given: Unique
}

/** The handle and the codes of variants that the product gets, and loses, by a change. */
export const wantedBy = (present: ProductRecord, changed: ProductRecord): Wanted => ({
  id: present.id,
  ...gained(present, changed),
  given: gained(changed, present),
})

function gained(before: ProductRecord, after: ProductRecord): Unique {
  const had = new Set(before.variant_codes)
  return {
    handles: after.handle === null || after.handle === before.handle ? [] : [after.handle],
    codes: after.variant_codes.filter((code) => !had.has(code)),
  }
}

/**
 * The ids of those products that want what a living product has: their changes will be refused, unless that product gives it away
 * meanwhile, or an earlier try has made them. A value that another of these changes gives away is not contested: the batch moves
 * it, if it names that change first. No query if none wants anything, else at most two.
 */
export async function contestedChanges(
  wanted: readonly Wanted[],
  { products }: Pick<Deps, 'products'>,
  deadline: number,
): Promise<Set<string>> {
  const givenHandles = new Set(wanted.flatMap(({ given }) => given.handles))
  const givenCodes = new Set(wanted.flatMap(({ given }) => given.codes))
  const asked = wanted.map((one) => ({
    id: one.id,
    handles: one.handles.filter((handle) => !givenHandles.has(handle)),
    codes: one.codes.filter((code) => !givenCodes.has(code)),
  }))
  const [handles, codes] = [asked.flatMap((one) => one.handles), asked.flatMap((one) => one.codes)]
  const none = new Set<string>()
  const [takenHandles, takenCodes] = await Promise.all([
    handles.length === 0 ? none : products.listTakenHandles(handles, deadline),
    codes.length === 0 ? none : products.listTakenCodes(codes, deadline),
  ])
  const isContested = (one: Unique) =>
    one.handles.some((handle) => takenHandles.has(handle)) || one.codes.some((code) => takenCodes.has(code))
  return new Set(asked.filter(isContested).map(({ id }) => id))
}
