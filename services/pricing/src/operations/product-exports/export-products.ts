import { exportProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { beginExport } from '../csv-exports.ts'

export const exportProducts = implement(contract, ({ query, ...request }, { productExports }: Deps) =>
  beginExport(query, request, productExports),
)
