import { type NewProductInput, notFound, type OperationError, type ProductChangeInput } from '@souk/contracts'
import { derivedOpId, doneInPart, idsFrom, type RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertNamedOnce } from '../../domain/lists/assert-named-once.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { mapInTurns } from '../map-in-turns.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import {
  leavingVariants,
  madeVariants,
  type Planned,
  planChanges,
  replacePrices,
  withPlanned,
} from '../products/change-products.ts'
import { assertNoneReserved, removeLeft } from '../products/leaving-items.ts'
import { makeOwnItems, variantsOfNew } from '../products/own-items.ts'
import { assertReferences, assertReferencesOfNew, knownReferences } from '../products/product-references.ts'
import { removeParts } from '../products/remove-parts.ts'
import { withMadeOptions } from '../products/with-made-options.ts'
import { changeAll } from './change-all.ts'
import { contestedChanges, type Wanted, wantedBy } from './contested-changes.ts'
import { insertProducts, newProducts } from './make-products.ts'
import { createRefusals, type Refusals } from './refusals.ts'

interface Request extends Pick<RequestContext, 'command' | 'deadline' | 'newIds'> {
  /** The seller's member who sent the request. */
  submitter_id?: string
}

export interface ProductBatch {
  create: readonly NewProductInput[]
  update: readonly (ProductChangeInput & { id: string })[]
  delete: readonly string[]
  /** The seller of the new products; null: the marketplace itself. */
  seller_id: string | null
  /**
   * Makes changes, which may be repeated safely, before creating products, which is all or nothing: so a request that is refused
   * in the end can be corrected and sent again as a new one.
   */
  changesFirst?: true
  /** The refusal of a product to be deleted that others have deleted. Absent: it is as good as deleted by this request. */
  missing?: (id: string) => OperationError
}

/**
 * Each product is an aggregate of its own. A change that the present state does not allow is refused before anything is written:
 * therefore changes to what another product has, a handle or code, go first. If others change a product at the same time, or the
 * process ends, only some may be done: the refusal names those that are not, and a repeat of the same request does the rest.
 * @returns the created and the changed products, with their stock, in the order of the batch
 */
export async function carryOutBatch(
  batch: ProductBatch,
  request: Request,
  deps: Deps,
): Promise<{ created: ProductRecord[]; updated: ProductRecord[] }> {
  const { command, deadline, submitter_id } = request
  const { create, update, delete: gone, changesFirst = false, missing: refusal } = batch
  assertNamedOnce('Product', [...update.map(({ id }) => id), ...new Set(gone)])
  const refusals = createRefusals()
  const variants = [...create.flatMap((one) => one.variants ?? []), ...update.flatMap((one) => one.variants ?? [])]
  const updatedIds = update.map(({ id }) => id)
  const [known, former] = await Promise.all([
    knownReferences([...create, ...update], deps, deadline),
    deps.products.findAlone(updatedIds, deadline),
    assertStockedBy(variants, deps, deadline),
  ])
  assertAllReferences(batch, { known, former, refusals })
  const [made, { planned, wanted }, doomed] = await Promise.all([
    newProducts(batch, request, { deps, refusals }),
    plannedChanges({ update, former }, request, { deps, refusals }),
    deps.products.findAlone(gone, deadline),
  ])
  const going = [...planned.flatMap(leavingVariants), ...doomed.flatMap((product) => product?.variants ?? [])]
  await assertNoneReserved(going, deps, deadline)
  refusals.assertNone()
  const writes = made.length + planned.length + gone.length
  const contested = writes > 1 ? await contestedChanges(wanted, deps, deadline) : new Set<string>()

  const { changed, deleted } = await doneInPart(command, async (own) => {
    const make = () => insertProducts(made, { command: own, deadline }, deps)
    const placed = planned.map((one, at) => ({ ...one, at }))
    const [first, rest] = [true, false].map((is) => placed.filter(({ present }) => contested.has(present.id) === is))
    const early = await changeProducts(first!, { command: own, submitter_id }, deps)
    if (!changesFirst) await make()
    const late = await changeProducts(rest!, { command: own, submitter_id }, deps)
    if (changesFirst) await make()
    const all = inOrder(updatedIds, [...early, ...late])
    const removed = await changeAll([...new Set(gone)], { command: own, path: (at) => ['delete', at] }, (id, one) =>
      deps.products.remove(id, { ...one, ...(refusal && { missing: () => refusal(id) }) }),
    )
    return { changed: all, deleted: removed.flatMap((one) => one?.record ?? []) }
  })
  await removeParts(deleted, command, deps)

  const ids = made.map(({ product }) => product.id)
  const present = await deps.products.findAlone(ids, deadline)
  const own = create.flatMap((input, at) => variantsOfNew(input.variants, made[at]!.product, present[at]))
  await makeOwnItems(own, deps, deadline)
  const created = made.map(({ product }, at) => present[at] ?? product)
  const records = await deps.products.stocked([...created, ...changed.map(({ record }) => record)], deadline)
  return { created: records.slice(0, created.length), updated: records.slice(created.length) }
}

interface Around {
  deps: Deps
  refusals: Refusals
}

/** The products to be changed, as they are before; undefined: there is none. */
type Former = readonly (ProductRecord | undefined)[]

function assertAllReferences(
  { create, update, seller_id }: ProductBatch,
  { known, former, refusals }: { known: Awaited<ReturnType<typeof knownReferences>>; former: Former; refusals: Refusals },
) {
  for (const [at, input] of create.entries())
    refusals.attempt(['create', at], () => assertReferencesOfNew(input, known, seller_id))
  for (const [at, input] of update.entries())
    refusals.attempt(['update', at], () => assertReferences(input, known, former[at] ?? { seller_id: null }))
}

/** The changes, each decided once on the current product; refused ones are added to the refusals. */
async function plannedChanges(
  { update, former }: Pick<ProductBatch, 'update'> & { former: Former },
  { command, deadline }: Request,
  { deps, refusals }: Around,
): Promise<{ planned: Planned[]; wanted: Wanted[] }> {
  const unknown = update.flatMap(({ id }, at) => (former[at] ? [] : [id]))
  const asked = update.flatMap(({ id, ...input }, at) => {
    const product = refusals.attempt(['update', at], () => former[at] ?? missing(unknown))
    return product
      ? [{ at, present: product, input, newIds: () => idsFrom(derivedOpId(command.op.at, command.op.text, id)) }]
      : []
  })
  const planned = await planChanges(asked, { deps, deadline }, (at, run) => refusals.attempt(['update', asked[at]!.at], run))
  const now = new Date().toISOString()
  const tried = await mapInTurns(planned, (one) => {
    const at = update.findIndex(({ id }) => id === one.present.id)
    return refusals.attempt(['update', at], () => wantedBy(one.present, withPlanned(one.present, one, { now, command })))
  })
  return { planned, wanted: tried.flatMap((one) => one ?? []) }
}

/** The changed products as the batch names them. */
const inOrder = <T extends { record: ProductRecord }>(ids: readonly string[], changed: readonly T[]): T[] => {
  const places = new Map(ids.map((id, at) => [id, at]))
  return changed.toSorted((a, b) => places.get(a.record.id)! - places.get(b.record.id)!)
}

/**
 * Changes products, and removes and creates the parts of the variants and options that leave them or are added to them.
 * @param planned with their places in the batch
 */
async function changeProducts(
  planned: readonly (Planned & { at: number })[],
  { command, submitter_id }: { command: Request['command']; submitter_id: string | undefined },
  deps: Deps,
) {
  if (planned.length === 0) return []
  const made = planned.flatMap(({ change }) => change.made)
  const ids = planned.map(({ present }) => present.id)
  const changed = await withMadeOptions(made, deps, command.deadline, () =>
    changeAll(ids, { command, path: (at) => ['update', planned[at]!.at] }, (id, own, at) =>
      deps.products.updateAlone(
        id,
        own,
        (product, { now }) => withPlanned(product, planned[at]!, { now, command }),
        submitter_id,
      ),
    ),
  )
  const priced = await replacePrices(
    changed.map((one, at) => ({ ...one, planned: planned[at]! })),
    command,
    deps,
  )
  const records = priced.map(({ record }) => record)
  await removeLeft(records, command, deps)
  const added = planned.flatMap((one, at) => madeVariants(one, records[at]!))
  await makeOwnItems(added, deps, command.deadline)
  return priced
}

const missing = (ids: readonly string[]): never => {
  throw notFound(`Unable to update the products with ids: ${ids.join(', ')}`)
}
