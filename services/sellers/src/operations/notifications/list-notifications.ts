import { listNotifications as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownNotification } from '../../answers/notification.ts'
import type { Deps } from '../../deps.ts'

export const listNotifications = implement(contract, async ({ query, deadline }, { notifications }: Deps) => {
  const { records, ...page } = await notifications.page(query, deadline, async (found) => found.map(shownNotification))
  return { notifications: records, ...page }
})
