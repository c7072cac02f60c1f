import { getSellerProductExportPart as contract, notFound, sellerIdOf } from '@souk/contracts'
import { type CsvExportRecord, exportedPart, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getSellerProductExportPart = implement(contract, async ({ actor, body, deadline }, { productExports }: Deps) => {
  const { key_sha256, ...asked } = body
  const { record } = await productExports.get(asked.export_id, deadline)
  const isOpen = key_sha256 === undefined ? record.seller_id === sellerIdOf(actor) : hasKey(record, key_sha256)
  if (!isOpen) throw notFound(`The file of product export with id: ${asked.export_id} was not found`)
  if (record.status !== 'done') return { text: '', next: null, filename: '', is_written: false }
  return { ...(await exportedPart(productExports, 'product-exports', asked, deadline)), is_written: true }
})

const hasKey = ({ keys = [] }: CsvExportRecord, sha256: string) =>
  keys.some((key) => key.sha256 === sha256 && Date.parse(key.until) > Date.now())
