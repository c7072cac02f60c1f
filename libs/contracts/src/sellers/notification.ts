import { z } from 'zod'
import { Id, Json, timestamps } from '../fields/common.ts'

/** A notification of an event, as shown in a panel. Kept for 30 days. */
export const Notification = z
  .object({
    id: Id,
    to: z.string().describe('ID of the seller; empty for all administrators.'),
    channel: z.string().describe('`feed` for administrators, `seller_feed` for a seller.'),
    template: z.string().describe('Determines how dashboards display it.'),
    data: Json.describe(
      'For `admin-ui`: title, description and optionally a file. For `seller_new_order_notification`: order_id and customer_name. ' +
        'For `seller_<type>_request_accepted_notification` and `…_rejected_…`: the name, title or value that was asked for.',
    ),
    trigger_type: z.string().describe('The event that caused it.'),
    resource_id: Id.describe('ID of the record it is about.'),
    resource_type: z.string(),
    receiver_id: Id.nullable().describe('Null for no particular recipient.'),
    ...timestamps,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>
