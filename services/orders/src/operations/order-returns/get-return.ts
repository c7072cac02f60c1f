import { getReturn as contract, type Return } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { askedOfOrder } from '../../answers/part-by-itself.ts'
import { returnAnswer } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'
import { findPart } from '../find-part.ts'

export const getReturn = implement(contract, async (request, deps: Deps) => {
  const { body, revision, others } = await returnAnswer(await findPart('return', request, deps), request, deps)
  const record = (body as { return: Return }).return
  const asked = await askedOfOrder(record, request, deps)
  return new Answer({ return: { ...record, ...asked.shown } }, { revision: revision!, others: [others, asked.others] })
})
