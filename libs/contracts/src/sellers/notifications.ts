import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { Notification } from './notification.ts'

const LIST = {
  sort: ['created_at', 'updated_at'],
  filter: ['id', 'channel', 'to', 'created_at', 'updated_at'],
  q: ['to', 'resource_id'],
  deleted: 'hidden',
} as const

const notifications = plainResource({
  service: 'sellers',
  path: '/admin/notifications',
  noun: ['notification', 'notifications'],
  keys: ['notification', 'notifications'],
  schema: Notification,
  examples: { id: demonstrationId('noti', 1), deleted: demonstrationId('noti', 1) },
  defaults: 'all',
})

/** Those of administrators, and also those of sellers if `id`, `to`, `channel` or `q` is given. */
export const listNotifications = notifications.list('list-notifications', LIST)
export const getNotification = notifications.get('get-notification')

/** Those of the caller's seller. */
export const listVendorNotifications = defineOperation({
  service: 'sellers',
  name: 'list-vendor-notifications',
  method: 'GET',
  path: '/vendor/notifications',
  summary: "List the seller's notifications",
  query: listQuery(Notification, { ...LIST, filter: ['id', 'created_at', 'updated_at'] }),
  response: listResponse('notifications', Notification),
  selects: { key: 'notifications', schema: Notification, defaults: 'all' },
})

export const notificationOperations = { listNotifications, getNotification, listVendorNotifications }
