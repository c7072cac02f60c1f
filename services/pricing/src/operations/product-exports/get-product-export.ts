import { getProductExport as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { filenameOf } from './get-product-export-part.ts'

export const getProductExport = implement(contract, async ({ params, deadline }, { productExports }: Deps) => {
  const { record, revision } = await productExports.get(params.id, deadline)
  const { id, status, products, finished_at, created_at, updated_at } = record
  const file = { url: `/admin/product-exports/${id}/file`, filename: filenameOf(record), mimeType: 'text/csv' }
  const shown = { id, status, products, file: status === 'done' ? file : null, finished_at, created_at, updated_at }
  return new Answer({ product_export: shown }, { revision })
})
