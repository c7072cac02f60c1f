import { z } from 'zod'

/** The body of a cancelation. */
export const cancelation = z
  .strictObject({ no_notification: z.boolean().optional().describe('Part of the event: the sender of mails decides.') })
  .meta({ example: { no_notification: true } })

/** The ids of its event. @param record the canceled record */
export const canceledIds = (record: string) =>
  z.object({
    id: z.string().describe(record),
    order_id: z.string().describe('The order'),
    no_notification: z.string().describe('`true`: the customer is not to be told'),
  })
