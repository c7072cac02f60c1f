import { z } from 'zod'

/** The body of a cancelation. */
export const cancelation = z
  .strictObject({
    no_notification: z.boolean().optional().describe('Passed on in the event; it is up to the sender of e-mails.'),
  })
  .meta({ example: { no_notification: true } })

/** The ids of its event. @param record the canceled record */
export const canceledIds = (record: string) =>
  z.object({
    id: z.string().describe(record),
    order_id: z.string().describe('The order'),
    no_notification: z.string().describe('`true`: do not notify the customer'),
  })
