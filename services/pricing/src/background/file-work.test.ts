import {
  exportInventoryItems,
  exportProducts,
  getInventoryItemExport,
  getInventoryItemExportPart,
  getProductExport,
  getProductExportPart,
} from '@souk/contracts'
import { exportedFiles } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const products = exportedFiles(() => service, {
  ...{ begin: exportProducts, get: getProductExport, part: getProductExportPart },
  key: 'product_export',
})
const items = exportedFiles(() => service, {
  ...{ begin: exportInventoryItems, get: getInventoryItemExport, part: getInventoryItemExportPart },
  key: 'inventory_item_export',
})

it('a failing export does not block the ones behind it, and completes once it can', async () => {
  const { found } = await products.exported('id=prod_none')
  const running = { $set: { status: 'running', taken_until: 0 }, $inc: { revision: 1 } }
  await service.db.command({ collMod: 'product_exports', validator: { _id: { $ne: found.id } } })
  const own_exports = service.db.collection<{ _id: string }>('product_exports')
  await own_exports.updateOne({ _id: found.id }, running, { bypassDocumentValidation: true })

  expect((await products.exported('id=prod_none')).found).toMatchObject({ products: 0 })
  expect((await items.exported('id=iitem_none')).found).toMatchObject({ inventory_items: 0 })

  await service.db.command({ collMod: 'product_exports', validator: {} })
  expect(await products.done(found.id)).toMatchObject({ products: 0 })
})
