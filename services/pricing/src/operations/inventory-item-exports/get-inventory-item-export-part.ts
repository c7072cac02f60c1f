import { getInventoryItemExportPart as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { partOfExport } from '../csv-exports.ts'

/** @throws not_found also while it is being written */
export const getInventoryItemExportPart = implement(contract, ({ body, deadline }, { inventoryItemExports: store }: Deps) =>
  partOfExport(body, { store, name: 'inventory-item-exports', deadline }),
)
