import { beginSellerProductExport as contract, type ErrorKind, type ListQuery, OperationError, sellerIdOf } from '@souk/contracts'
import { implement, NEW_CSV_EXPORT, newCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** How long a key can read the file, and most keys of one file: older keys expire. */
const KEY_MS = 3_600_000
const MAX_KEYS = 10
/** Others may begin and end an export between our check for one and our own creation: this many tries in a row suffice. */
const MAX_TRIES = 4
/** The condition is in the query as well as in `seller_id`, which replicas without exports of sellers ignore. */
const ownOf = (seller_id: string): Omit<ListQuery, 'offset' | 'limit'> => ({
  with_deleted: false,
  filter: [{ field: 'seller_id', operator: 'in', value: [seller_id] }],
})

export const beginSellerProductExport = implement(
  contract,
  async ({ actor, body, command, newIds, deadline }, { productExports }: Deps) => {
    const seller_id = sellerIdOf(actor)
    const key = { sha256: body.key_sha256, until: new Date(Date.now() + KEY_MS).toISOString() }

    /** The export that is being written, which the key can then read as well; undefined if there is none (any more). */
    async function joinRunning(): Promise<{ id: string } | undefined> {
      const running = await productExports.findRunning(seller_id, deadline)
      if (!running) return undefined
      const addKey = (present: typeof running): typeof running => {
        const { keys = [] } = present
        return keys.some(({ sha256 }) => sha256 === key.sha256)
          ? present
          : { ...present, keys: [...keys.slice(1 - MAX_KEYS), key] }
      }
      return productExports.update(running.id, newCommand(deadline), addKey).then(
        () => ({ id: running.id }),
        (error: unknown) => (isOfKind(error, 'not_found') ? undefined : Promise.reject(error)),
      )
    }

    const begun = { ...NEW_CSV_EXPORT, query: JSON.stringify(ownOf(seller_id)), seller_id, keys: [key] }
    for (let tried = 1; ; tried++) {
      const joined = await joinRunning()
      if (joined) return joined
      try {
        return { id: (await productExports.create(begun, { command, newIds })).record.id }
      } catch (error) {
        if (!isOfKind(error, 'conflict') || tried === MAX_TRIES) throw error
      }
    }
  },
)

const isOfKind = (error: unknown, kind: ErrorKind) => error instanceof OperationError && error.kind === kind
