import { getSellerProductExportPart as contract, sellerIdOf } from '@souk/contracts'
import { exportedPart, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getSellerProductExportPart = implement(contract, ({ actor, body, deadline }, { productExports }: Deps) =>
  exportedPart(productExports, 'product-exports', body, { deadline, seller_id: sellerIdOf(actor) }),
)
