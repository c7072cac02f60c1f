import { stockOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { claimStock } from './claim-stock.ts'
import { findRestockPlace } from './find-restock-place.ts'
import { findStockPlaces } from './find-stock-places.ts'
import { pickStock } from './pick-stock.ts'
import { prepareRestock } from './prepare-restock.ts'
import { returnStock } from './return-stock.ts'
import { settlePick } from './settle-pick.ts'
import { settleStock } from './settle-stock.ts'

export const stockHandlers = implementAll(stockOperations, {
  claimStock,
  settleStock,
  pickStock,
  returnStock,
  findStockPlaces,
  findRestockPlace,
  prepareRestock,
  settlePick,
})
