import {
  DAY_MS,
  type ExportFinished,
  inventoryItemExportFinished,
  orderExportFinished,
  orderPlaced,
  productExportFinished,
  productImportFailed,
  productImportFinished,
  requestAccepted,
  requestCreated,
  requestRejected,
} from '@souk/contracts'
import { type Background, consumeEvent, type EventConsumerOptions, type EventHandler, onEvent, periodically } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { exportNotification, newOrderNotification, toAdministrators } from '../domain/notifications/notification.ts'
import { reviewedNotification, wordsOf } from '../domain/notifications/request-notification.ts'

const KEPT_MS = 30 * DAY_MS
const REMOVE_MS = 60_000

const oldest = () => new Date(Date.now() - KEPT_MS).toISOString()

type Stores = Pick<Deps, 'notifications' | 'requests' | 'placedOrders'>

/** The handlers of the events with a notification. @param origin of the gateway as browsers reach it, for links to files */
function notifying({ notifications, requests, placedOrders }: Stores, origin: string): EventHandler[] {
  /** Ignores events older than notifications are kept, which may be republished. */
  const tell: Deps['notifications']['tell'] = async (fields, told, deadline) => {
    if (told.at >= oldest()) await notifications.tell(fields, told, deadline)
  }
  const ofExport = (event: ExportFinished, title: string) =>
    onEvent(event, (told, deadline) => tell(exportNotification(event, told.ids.id, { title, origin }), told, deadline))
  const ofImport = (event: typeof productImportFinished, describe: (originalname: string) => string) =>
    onEvent(event, (told, deadline) => {
      const { id, originalname } = told.ids
      return tell(toAdministrators(event, id, { title: 'Product import', description: describe(originalname) }), told, deadline)
    })
  const ofReview = (event: typeof requestAccepted, status: 'accepted' | 'rejected') =>
    onEvent(event, async (told, deadline) => {
      const found = await requests.find(told.ids.id, deadline)
      const fields = found && reviewedNotification(event, found.record, status)
      if (fields) await tell(fields, told, deadline)
    })

  return [
    ofExport(productExportFinished, 'Product export'),
    ofExport(inventoryItemExportFinished, 'Inventory item export'),
    ofExport(orderExportFinished, 'Order export'),
    ofImport(productImportFinished, (file) => `Product import of file ${file} completed successfully!`),
    ofImport(productImportFailed, (file) => `Not all products of file ${file} could be imported.`),
    onEvent(requestCreated, async (told, deadline) => {
      const found = await requests.find(told.ids.id, deadline)
      if (!found) return
      await tell(toAdministrators(requestCreated, told.ids.id, wordsOf(found.record)), told, deadline)
    }),
    ofReview(requestAccepted, 'accepted'),
    ofReview(requestRejected, 'rejected'),
    onEvent(orderPlaced, async (told, deadline) => {
      const order = await placedOrders.find(told.ids.id, deadline)
      if (!order?.seller_id) return
      await tell(newOrderNotification(orderPlaced, { ...order, seller_id: order.seller_id, id: told.ids.id }), told, deadline)
    }),
  ]
}

interface Options extends Omit<EventConsumerOptions, 'name'> {
  origin: string
}

/**
 * Turns events of all services into notifications for the panels, and removes them after 30 days. Any number of replicas may do
 * so.
 */
export function notify(deps: Stores, { origin, ...options }: Options): Background[] {
  const look = () => deps.notifications.removeOlder(oldest(), Date.now() + REMOVE_MS)
  const failed = (error: unknown) => options.logger.warn({ err: error }, 'old notifications could not be removed')
  return [
    ...notifying(deps, origin).map((handler) => consumeEvent(handler, { ...options, name: 'sellers' })),
    periodically({ look, failed }),
  ]
}
