import { z } from 'zod'
import { Id, Json, timestamps } from '../fields/common.ts'

/** Something that happened, as a panel tells of it. Kept for 30 days. */
export const Notification = z
  .object({
    id: Id,
    to: z.string().describe('The seller; empty: every administrator.'),
    channel: z.string().describe('`feed`: for administrators. `seller_feed`: for a seller.'),
    template: z.string().describe('How panels show it.'),
    data: Json.describe(
      'Of `admin-ui`: title, description and perhaps a file. Of `seller_new_order_notification`: order_id and customer_name.',
    ),
    trigger_type: z.string().describe('The event that it tells of.'),
    resource_id: Id.describe('The record that it is about.'),
    resource_type: z.string(),
    receiver_id: Id.nullable().describe('Null: nobody in particular.'),
    ...timestamps,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>
