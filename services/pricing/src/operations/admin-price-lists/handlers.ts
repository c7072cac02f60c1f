import { adminPriceListOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createAdminPriceList } from './create-admin-price-list.ts'
import { deleteAdminPriceList } from './delete-admin-price-list.ts'
import { getAdminPriceList } from './get-admin-price-list.ts'
import { listAdminPriceLists } from './list-admin-price-lists.ts'
import { updateAdminPriceList } from './update-admin-price-list.ts'

export const adminPriceListHandlers = implementAll(adminPriceListOperations, {
  listAdminPriceLists,
  createAdminPriceList,
  getAdminPriceList,
  updateAdminPriceList,
  deleteAdminPriceList,
})
