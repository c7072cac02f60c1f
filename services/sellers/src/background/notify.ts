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

type Told<E extends Event> = z.infer<E['message']>
/** The notification of an event; undefined: none. */
type Describe<E extends Event> = (told: Told<E>, deadline: number) => Fields | Promise<Fields>
type Fields = NotificationFields | undefined

/** The handlers of the events with a notification. @param origin of the gateway as browsers reach it, for links to files */
function notifying({ notifications, requests, placedOrders }: Stores, origin: string): EventHandler[] {
  /** Ignores events older than notifications are kept, which may be republished. */
  const tell = <E extends Event>(event: E, describe: Describe<E>) =>
    onEvent(event, async (told, deadline) => {
      if (told.at < oldest()) return
      const fields = await describe(told, deadline)
      if (fields) await notifications.tell(fields, told, deadline)
    })

  const exported =
    (title: string): Describe<ExportFinished> =>
    (told) =>
      exportNotification(told, told.ids.id, { title, origin })
  const imported =
    (describe: (file: string) => string): Describe<typeof productImportFinished | typeof productImportFailed> =>
    (told) =>
      toAdministrators(told, told.ids.id, { title: 'Product import', description: describe(told.ids.originalname) })
  const requested: Describe<typeof requestCreated> = async (told, deadline) => {
    const found = await requests.find(told.ids.id, deadline)
    return found && toAdministrators(told, told.ids.id, wordsOf(found.record))
  }
  const reviewed =
    (status: 'accepted' | 'rejected'): Describe<typeof requestAccepted | typeof requestRejected> =>
    async (told, deadline) => {
      const found = await requests.find(told.ids.id, deadline)
      return found && reviewedNotification(told, found.record, status)
    }
  const ordered: Describe<typeof orderPlaced> = async (told, deadline) => {
    const order = await placedOrders.find(told.ids.id, deadline)
    return order?.seller_id ? newOrderNotification(told, { ...order, seller_id: order.seller_id, id: told.ids.id }) : undefined
  }

  return [
    tell(productExportFinished, exported('Product export')),
    tell(inventoryItemExportFinished, exported('Inventory item export')),
    tell(orderExportFinished, exported('Order export')),
    tell(
      productImportFinished,
      imported((file) => `Product import of file ${file} completed successfully!`),
    ),
    tell(
      productImportFailed,
      imported((file) => `Not all products of file ${file} could be imported.`),
    ),
    tell(requestCreated, requested),
    tell(requestAccepted, reviewed('accepted')),
    tell(requestRejected, reviewed('rejected')),
    tell(orderPlaced, ordered),
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
