import { exportProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const NOTHING = { columns: null, last_id: null, products: 0, parts: 0, taken_until: 0, finished_at: null }

export const exportProducts = implement(contract, async ({ query, command, newIds }, { productExports }: Deps) => {
  const fields = { ...NOTHING, status: 'running' as const, query: JSON.stringify({ ...query, fields: undefined }) }
  const { record } = await productExports.create(fields, { command, newIds })
  return { transaction_id: record.id }
})
