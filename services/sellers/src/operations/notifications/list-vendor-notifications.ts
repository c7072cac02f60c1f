import { listVendorNotifications as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownNotification } from '../../answers/notification.ts'
import type { Deps } from '../../deps.ts'

export const listVendorNotifications = implement(contract, async ({ query, actor, deadline }, { notifications }: Deps) => {
  const own = { to: sellerIdOf(actor) }
  const { records, ...page } = await notifications.page(query, deadline, async (found) => found.map(shownNotification), own)
  return { notifications: records, ...page }
})
