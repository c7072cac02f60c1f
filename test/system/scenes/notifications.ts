import { ids } from '../../../tools/seed/ids.ts'
import type { Resource } from './scene.ts'

export const notifications: Resource = {
  recorded: () => ({ noti: ids.seller_notification }),
  operations: {
    'list-notifications': {},
    'get-notification': { ids: { own: () => ids.admin_notification } },
    'list-vendor-notifications': { itself: { notifications: [{ to: ids.seller }] } },
  },
}
