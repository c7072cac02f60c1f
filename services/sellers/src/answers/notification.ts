import type { Notification } from '@souk/contracts'
import type { NotificationRecord } from '../stores/notifications.ts'

/** A notification as shown in answers. */
export const shownNotification = ({ deleted_at: _, ...notification }: NotificationRecord): Notification => notification
