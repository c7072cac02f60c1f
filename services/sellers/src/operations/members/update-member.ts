import { updateMember as contract, memberUpdated, sellerIdOf } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { memberAnswer } from '../../answers/member.ts'
import type { Deps } from '../../deps.ts'
import { memberOf, withMember } from '../../domain/members/members.ts'
import { memberIdOf } from '../caller.ts'

export const updateMember = implement(contract, async (request, { sellers }: Deps) => {
  const { params, body, actor, command } = request
  const { id } = params
  const seller_id = sellerIdOf(actor)
  const asked = { asker_id: memberIdOf(actor), id }
  const changed = await sellers.change(
    seller_id,
    command,
    (seller, now) => withMember(seller, asked, patch(body), now),
    memberUpdated({ id, seller_id }),
  )
  return memberAnswer(memberOf(changed.seller, id), changed, request)
})
