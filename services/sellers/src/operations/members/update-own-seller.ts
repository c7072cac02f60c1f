import { updateOwnSeller as contract, sellerIdOf, sellerUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { sellerAnswer } from '../../answers/seller.ts'
import type { Deps } from '../../deps.ts'
import { askerOf, assertManages } from '../../domain/members/members.ts'
import { memberIdOf } from '../caller.ts'
import { sellerChange } from '../seller-change.ts'

export const updateOwnSeller = implement(contract, async (request, { sellers }: Deps) => {
  const { body, actor, command } = request
  const id = sellerIdOf(actor)
  const change = sellerChange(body)
  const changed = await sellers.change(
    id,
    command,
    (seller, now) => {
      assertManages(askerOf(seller, memberIdOf(actor)))
      return change(seller, now)
    },
    sellerUpdated({ id }),
  )
  return sellerAnswer(changed, request)
})
