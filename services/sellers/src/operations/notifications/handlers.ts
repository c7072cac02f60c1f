import { notificationOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getNotification } from './get-notification.ts'
import { listNotifications } from './list-notifications.ts'
import { listVendorNotifications } from './list-vendor-notifications.ts'

export const notificationHandlers = implementAll(notificationOperations, {
  listNotifications,
  getNotification,
  listVendorNotifications,
})
