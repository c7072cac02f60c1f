import { getNotification as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownNotification } from '../../answers/notification.ts'
import type { Deps } from '../../deps.ts'

export const getNotification = implement(contract, async ({ params, deadline }, { notifications }: Deps) => {
  const { record, revision } = await notifications.get(params.id, deadline)
  return new Answer({ notification: shownNotification(record) }, { revision })
})
