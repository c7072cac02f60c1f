import { deleteReview as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { takenDown } from '../../domain/reviews/review.ts'

export const deleteReview = implement(contract, async ({ params, command }, { reviews }: Deps) =>
  deletionAnswer('review', params.id, await reviews.remove(params.id, command, takenDown, 'all')),
)
