import type { Notification } from '@souk/contracts'
import type { NotificationRecord } from '../stores/notifications.ts'

/** A notification as answers show it. */
export const shownNotification = ({ deleted_at: _, ...notification }: NotificationRecord): Notification => notification
