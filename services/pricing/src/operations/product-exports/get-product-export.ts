import { getProductExport as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownExport } from '../csv-exports.ts'

export const getProductExport = implement(contract, async ({ params, deadline }, { productExports }: Deps) => {
  const { record, revision } = await productExports.get(params.id, deadline)
  const product_export = { ...shownExport(record, 'product-exports'), products: record.written }
  return new Answer({ product_export }, { revision })
})
