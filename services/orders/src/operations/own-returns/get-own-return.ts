import { getOwnReturn as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { ownReturn } from '../../answers/own-return.ts'
import { returnAnswer } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'
import { partNotFound } from '../../domain/returns/order-parts.ts'

export const getOwnReturn = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  const found = await deps.orders.ofBuyer(customerIdOf(actor)).findPart('return', params.id, deadline)
  if (!found) throw partNotFound('return', params.id)
  const { body, ...about } = await returnAnswer(found, request, deps)
  return new Answer({ return: ownReturn(body.return) }, { ...about, revision: about.revision! })
})
