import { updateOwnSeller as contract, handleOf, sellerIdOf, sellerUpdated } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { sellerAnswer } from '../../answers/seller.ts'
import type { Deps } from '../../deps.ts'
import { askerOf, assertManages } from '../../domain/members/members.ts'
import type { SellerRecord } from '../../domain/sellers/seller.ts'
import { memberIdOf } from '../caller.ts'

export const updateOwnSeller = implement(contract, async (request, { sellers }: Deps) => {
  const { body, actor, command } = request
  const id = sellerIdOf(actor)
  const change = patch<SellerRecord>({ ...body, handle: (body.name && handleOf(body.name)) || undefined })
  const changed = await sellers.change(
    id,
    command,
    (seller, now) => {
      assertManages(askerOf(seller, memberIdOf(actor)))
      const next = change(seller)
      return next === seller ? seller : { ...next, updated_at: now }
    },
    sellerUpdated({ id }),
  )
  return sellerAnswer(changed, request)
})
