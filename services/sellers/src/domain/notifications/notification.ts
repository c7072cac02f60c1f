import { type Event, exportedFile, type Notification } from '@souk/contracts'

/** The content of a notification; its id and dates come from its event. */
export type NotificationFields = Pick<
  Notification,
  'to' | 'channel' | 'template' | 'data' | 'trigger_type' | 'resource_id' | 'resource_type'
>

/** The texts that Medusa's dashboard shows. */
interface Words {
  title: string
  description: string
  file?: ReturnType<typeof exportedFile>
}

/** The record that an event is about. */
export const about = ({ type }: Pick<Event, 'type'>, resource_id: string) => ({
  trigger_type: type,
  resource_id,
  resource_type: type.slice(0, type.indexOf('.')),
})

/** A notification of all administrators. */
export const toAdministrators = (event: Pick<Event, 'type'>, id: string, words: Words): NotificationFields => ({
  to: '',
  channel: 'feed',
  template: 'admin-ui',
  data: { ...words },
  ...about(event, id),
})

/** Notifies administrators of the file of an export. @param origin of the gateway as browsers reach it */
export function exportNotification(event: Pick<Event, 'type'>, id: string, { title, origin }: { title: string; origin: string }) {
  const file = exportedFile(`${about(event, id).resource_type}s`, id)
  const description = `${title} completed successfully!`
  return toAdministrators(event, id, { title, description, file: { ...file, url: `${origin}${file.url}` } })
}

/** Notifies a seller of a new order, as Mercur's panel shows it. @param customer_name null if the customer has none */
export const newOrderNotification = (
  event: Pick<Event, 'type'>,
  { id, seller_id, customer_name }: { id: string; seller_id: string; customer_name: string | null },
): NotificationFields => ({
  to: seller_id,
  channel: 'seller_feed',
  template: 'seller_new_order_notification',
  data: { order_id: id, customer_name: customer_name ?? '' },
  ...about(event, id),
})
