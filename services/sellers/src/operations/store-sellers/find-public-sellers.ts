import { findPublicSellers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { publicSeller } from '../../domain/sellers/seller.ts'

export const findPublicSellers = implement(contract, async ({ body, deadline }, { sellers }: Deps) => ({
  sellers: (await sellers.list({ _id: { $in: body.ids } }, deadline)).map(publicSeller),
}))
