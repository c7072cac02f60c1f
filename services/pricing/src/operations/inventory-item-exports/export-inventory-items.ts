import { exportInventoryItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { beginExport } from '../csv-exports.ts'

export const exportInventoryItems = implement(contract, ({ query, ...request }, { inventoryItemExports }: Deps) =>
  beginExport(query, request, inventoryItemExports),
)
