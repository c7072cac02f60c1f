import type { ImportProblem, NewProductInput, OperationError, ProductChangeInput } from '@souk/contracts'
import { derivedOpId, type Fate, idsFrom, isRefusal } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ImportedItem, ProductImportRecord } from '../../stores/product-imports.ts'
import { changeProduct } from '../products/change-product.ts'
import { makeProduct, type Request } from '../products/make-product.ts'
import { takenWork } from '../taken-work.ts'

/** So many products are made at once, and then it is written down how far the import is. */
const BATCH = 50
const AT_ONCE = 5
const BATCH_MS = 60_000
const MAX_ERRORS = 100

/**
 * Makes the products of an import that nobody else works on, batch by batch, until all have been tried. Each has an op-id of its
 * own, derived from the import's id and its number: whoever goes on after a crash makes nothing twice.
 * @returns false where somebody else has taken it meanwhile
 */
export async function makeImportedProducts(
  { id, created_at }: Pick<ProductImportRecord, 'id' | 'created_at'>,
  deps: Deps,
  signal: AbortSignal,
): Promise<boolean> {
  const { productImports } = deps
  const write = takenWork(productImports, id)
  if (!(await write(() => ({})))) return false

  while (!signal.aborted) {
    const items = await productImports.listWaiting(id, BATCH, Date.now() + BATCH_MS)
    const tried = await inTurns(items, (item) => tryItem(item, Date.parse(created_at), deps))
    const errors = tried.flatMap((one) => one ?? [])
    const counts = await productImports.countItems(id, Date.now() + BATCH_MS)
    const isDone = counts.get('waiting') === 0
    const went = await write(
      (present) => ({
        created: counts.get('created')!,
        updated: counts.get('updated')!,
        failed: counts.get('failed')!,
        errors: [...present.errors, ...errors].slice(0, MAX_ERRORS),
        ...(isDone && { status: 'done' as const, finished_at: new Date().toISOString() }),
      }),
      { last: isDone },
    )
    if (!went || isDone) return went
  }
  return true
}

/** @param begun when the import was (epoch ms) @returns why it could not be made */
async function tryItem(item: ImportedItem, begun: number, deps: Deps): Promise<ImportProblem | undefined> {
  const deadline = Date.now() + BATCH_MS
  const { productImports } = deps
  try {
    const request = requestOf(item, begun, deadline)
    if (item.product_id === null) await makeProduct(item.input as NewProductInput, request, deps)
    else await changeProduct(item.product_id, item.input as ProductChangeInput, request, deps)
    await productImports.settleItem(item._id, item.product_id === null ? 'created' : 'updated', deadline)
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    await productImports.settleItem(item._id, 'failed', deadline)
    return { line: item.line, message: (error as OperationError).message }
  }
}

function requestOf({ import_id, n }: ImportedItem, begun: number, deadline: number): Request {
  const op = derivedOpId(begun, 'import', import_id, String(n))
  const command = { op, deadline, fate: { is: 'open' } as Fate }
  return { command: command as Request['command'], deadline, newIds: () => idsFrom(op) }
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) results.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  return results
}
