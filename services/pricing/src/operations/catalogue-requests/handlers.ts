import { catalogueRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { carryOutCatalogueRequest } from './carry-out-catalogue-request.ts'
import { checkCatalogueRequest } from './check-catalogue-request.ts'

export const catalogueRequestHandlers = implementAll(catalogueRequestOperations, {
  checkCatalogueRequest,
  carryOutCatalogueRequest,
})
