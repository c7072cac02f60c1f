import { beginProductImport as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const NOTHING = { to_create: 0, to_update: 0, created: 0, updated: 0, failed: 0, errors: [], finished_at: null, taken_until: 0 }

export const beginProductImport = implement(contract, async ({ body, command, newIds }, { productImports }: Deps) => {
  const { record } = await productImports.create({ ...body, status: 'reading', ...NOTHING }, { command, newIds })
  return { id: record.id }
})
