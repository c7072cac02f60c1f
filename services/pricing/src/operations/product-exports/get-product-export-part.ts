import { getProductExportPart as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ProductExportRecord } from '../../stores/product-exports.ts'

/** @throws not_found also while it is being written */
export const getProductExportPart = implement(contract, async ({ body, deadline }, { productExports }: Deps) => {
  const { export_id, part } = body
  const [{ record }, text] = await Promise.all([
    productExports.get(export_id, deadline),
    productExports.findPart(export_id, part, deadline),
  ])
  if (record.status !== 'done' || text === undefined)
    throw notFound(`The file of product export with id: ${export_id} was not found`)
  return { text, next: part + 1 < record.parts ? part + 1 : null, filename: filenameOf(record) }
})

export const filenameOf = ({ id }: Pick<ProductExportRecord, 'id'>) => `${id}-product-exports.csv`
