import { beginSellerProductExport as contract, type ListQuery, notAllowed, sellerIdOf } from '@souk/contracts'
import { implement, NEW_CSV_EXPORT } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** They go away after a week. */
const MOST = 50
const ALL: Omit<ListQuery, 'offset' | 'limit'> = { with_deleted: false, filter: [] }

export const beginSellerProductExport = implement(
  contract,
  async ({ actor, command, newIds, deadline }, { productExports }: Deps) => {
    const seller_id = sellerIdOf(actor)
    const id = newIds()('pexp')
    const others = (await productExports.listOfSeller(seller_id, deadline)).filter((one) => one.id !== id)
    const running = others.find(({ status }) => status === 'running')
    if (running) return { id: running.id }
    if (others.length >= MOST) throw notAllowed(`A seller can have ${MOST} exports at most; each goes away after a week`)
    const { record } = await productExports.create(
      { ...NEW_CSV_EXPORT, query: JSON.stringify(ALL), seller_id },
      { command, newIds },
    )
    return { id: record.id }
  },
)
