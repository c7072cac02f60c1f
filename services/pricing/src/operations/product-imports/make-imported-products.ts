import { type Logger, takeWork } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ProductImportRecord } from '../../stores/product-imports.ts'
import { tryItem } from './try-item.ts'

/** Products to import before the progress is recorded. */
const BATCH = 50
const AT_ONCE = 5
const BATCH_MS = 60_000
const MAX_ERRORS = 100

/**
 * Imports the products of an import that no other replica works on, batch by batch, until all have been tried. Each has its own
 * op-id, derived from the import's id and its number, so that a replica that takes over after a crash creates nothing twice.
 * While only products to be retried are left, any replica may take the import once their time has come.
 * @returns false if another replica has taken it meanwhile
 */
export async function makeImportedProducts(
  { id, created_at }: Pick<ProductImportRecord, 'id' | 'created_at'>,
  deps: Deps,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<boolean> {
  const { productImports } = deps
  return takeWork({ store: productImports, id, signal }, async (write) => {
    while (!signal.aborted) {
      const items = await productImports.listWaiting(id, BATCH, Date.now() + BATCH_MS)
      await inTurns(items, (item) => tryItem(item, { begun: Date.parse(created_at), logger }, deps))
      const deadline = Date.now() + BATCH_MS
      const [{ waiting, ...counts }, errors, next] = await Promise.all([
        productImports.countItems(id, deadline),
        productImports.listProblems(id, MAX_ERRORS, deadline),
        items.length < BATCH ? productImports.nextTryAt(id, deadline) : 0,
      ])
      const isDone = waiting === 0
      const isWaiting = next > Date.now()
      const went = await write(
        () => ({
          ...counts,
          errors,
          ...(isDone && { status: 'done' as const, finished_at: new Date().toISOString() }),
        }),
        { freeAt: isDone ? 0 : isWaiting ? next : undefined },
      )
      if (!went || isDone || isWaiting) return went
    }
    return true
  })
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}
