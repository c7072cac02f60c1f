import { getOwnMember as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { memberAnswer } from '../../answers/member.ts'
import type { Deps } from '../../deps.ts'
import { findCaller } from '../caller.ts'

/** A member who was just removed gets 401. */
export const getOwnMember = implement(contract, async (request, { sellers }: Deps) => {
  const { found, member } = await findCaller(request, sellers)
  return memberAnswer(member, found, request)
})
