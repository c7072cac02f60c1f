import { getProductImport as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getProductImport = implement(contract, async ({ params, deadline }, { productImports }: Deps) => {
  const { record, revision } = await productImports.get(params.id, deadline)
  const { deleted_at: _deleted, taken_until: _taken, ...product_import } = record
  return new Answer({ product_import }, { revision })
})
