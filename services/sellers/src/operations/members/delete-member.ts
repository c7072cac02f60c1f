import { deleteMember as contract, memberDeleted, sellerIdOf } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import { releaseMember } from '../../credentials/release.ts'
import type { Deps } from '../../deps.ts'
import { withoutMember } from '../../domain/members/members.ts'
import { memberIdOf } from '../caller.ts'

/**
 * An attempt that fails after the seller was written is completed by the request's next attempt, or within a minute by
 * `keepAccessInSync`.
 */
export const deleteMember = implement(contract, async ({ params, actor, command, deadline }, deps: Deps) => {
  const { id } = params
  const seller_id = sellerIdOf(actor)
  const asked = { asker_id: memberIdOf(actor), id }
  const { revision } = await deps.sellers.change(
    seller_id,
    command,
    (seller, now) => withoutMember(seller, asked, now),
    memberDeleted({ id, seller_id }),
  )
  await releaseMember(id, deps, deadline)
  return deletionAnswer('member', id, { revision })
})
