import { listNotifications as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownNotification } from '../../answers/notification.ts'
import type { Deps } from '../../deps.ts'

const NAMED: readonly string[] = ['id', 'to', 'channel']
const FEED = { channel: 'feed' }

/** Those of sellers are listed only on request: the bell of the dashboard asks for the newest one, whatever its channel. */
export const listNotifications = implement(contract, async ({ query, deadline }, { notifications }: Deps) => {
  const isNamed = query.filter.some((term) => 'any' in term || NAMED.includes(term.field)) || query.q !== undefined
  const among = isNamed ? {} : FEED
  const { records, ...page } = await notifications.page(query, deadline, async (found) => found.map(shownNotification), among)
  return { notifications: records, ...page }
})
