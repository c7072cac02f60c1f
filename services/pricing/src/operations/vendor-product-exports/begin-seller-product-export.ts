import { beginSellerProductExport as contract, type ListQuery, OperationError, sellerIdOf } from '@souk/contracts'
import { implement, NEW_CSV_EXPORT } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const ALL: Omit<ListQuery, 'offset' | 'limit'> = { with_deleted: false, filter: [] }

export const beginSellerProductExport = implement(
  contract,
  async ({ actor, command, newIds, deadline }, { productExports }: Deps) => {
    const seller_id = sellerIdOf(actor)
    const running = await productExports.findRunning(seller_id, deadline)
    if (running) return { id: running.id }
    const begun = { ...NEW_CSV_EXPORT, query: JSON.stringify(ALL), seller_id }
    const id = await productExports.create(begun, { command, newIds }).then(
      ({ record }) => record.id,
      async (error: unknown) => {
        // Another request has begun one in the same moment.
        const other = isConflict(error) ? await productExports.findRunning(seller_id, deadline) : undefined
        if (!other) throw error
        return other.id
      },
    )
    return { id }
  },
)

const isConflict = (error: unknown) => error instanceof OperationError && error.kind === 'conflict'
