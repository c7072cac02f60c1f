import {
  DAY_MS,
  type Event,
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
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  exportNotification,
  type NotificationFields,
  newOrderNotification,
  toAdministrators,
} from '../domain/notifications/notification.ts'
import { reviewedNotification, wordsOf } from '../domain/notifications/request-notification.ts'

const KEPT_MS = 30 * DAY_MS
const REMOVE_MS = 60_000

const oldest = () => new Date(Date.now() - KEPT_MS).toISOString()

type Stores = Pick<Deps, 'notifications' | 'requests' | 'placedOrders'>

type Message<E extends Event> = z.infer<E['message']>
/** The notification of an event; undefined: none. */
type Describe<E extends Event> = (message: Message<E>, deadline: number) => Fields | Promise<Fields>
type Fields = NotificationFields | undefined

/** The handlers of the events with a notification. @param origin of the gateway as browsers reach it, for links to files */
function notifying({ notifications, requests, placedOrders }: Stores, origin: string): EventHandler[] {
  /** Ignores events older than notifications are kept, which may be republished. */
  const notifyOf = <E extends Event>(event: E, describe: Describe<E>) =>
    onEvent(event, async (message, deadline) => {
      if (message.at < oldest()) return
      const fields = await describe(message, deadline)
      if (fields) await notifications.createFor(fields, message, deadline)
    })

  const exported =
    (title: string): Describe<ExportFinished> =>
    (message) =>
      exportNotification(message, message.ids.id, { title, origin })
  const imported =
    (describe: (file: string) => string): Describe<typeof productImportFinished | typeof productImportFailed> =>
    (message) =>
      toAdministrators(message, message.ids.id, { title: 'Product import', description: describe(message.ids.originalname) })
  const requested: Describe<typeof requestCreated> = async (message, deadline) => {
    const found = await requests.find(message.ids.id, deadline)
    return found && toAdministrators(message, message.ids.id, wordsOf(found.record))
  }
  const reviewed =
    (status: 'accepted' | 'rejected'): Describe<typeof requestAccepted | typeof requestRejected> =>
    async (message, deadline) => {
      const found = await requests.find(message.ids.id, deadline)
      return found && reviewedNotification(message, found.record, status)
    }
  const ordered: Describe<typeof orderPlaced> = async (message, deadline) => {
    const order = await placedOrders.find(message.ids.id, deadline)
    return order?.seller_id
      ? newOrderNotification(message, { ...order, seller_id: order.seller_id, id: message.ids.id })
      : undefined
  }

  return [
    notifyOf(productExportFinished, exported('Product export')),
    notifyOf(inventoryItemExportFinished, exported('Inventory item export')),
    notifyOf(orderExportFinished, exported('Order export')),
    notifyOf(
      productImportFinished,
      imported((file) => `Product import of file ${file} completed successfully!`),
    ),
    notifyOf(
      productImportFailed,
      imported((file) => `Not all products of file ${file} could be imported.`),
    ),
    notifyOf(requestCreated, requested),
    notifyOf(requestAccepted, reviewed('accepted')),
    notifyOf(requestRejected, reviewed('rejected')),
    notifyOf(orderPlaced, ordered),
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
