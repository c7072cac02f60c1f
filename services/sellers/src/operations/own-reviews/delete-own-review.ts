import { deleteOwnReview as contract, customerIdOf, notFound } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteOwnReview = implement(contract, async ({ params, actor, command }, { reviews }: Deps) => {
  const { id } = params
  const deleted = await reviews.ownedBy('customer_id', customerIdOf(actor)).remove(id, command)
  if (!deleted) throw notFound(`Review with id: ${id} not found`)
  return deletionAnswer('review', id, deleted)
})
