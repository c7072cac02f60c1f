import { z } from 'zod'
import { formRow } from './forms/form.ts'
import { choose, confirm, follow, press, send, settle, tickAll } from './forms/steps.ts'
import { isUnchanged } from './is-unchanged.ts'
import type { Known, PageRow } from './page-row.ts'

const Delivered = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      items: z.array(
        z.object({
          detail: z.object({
            delivered_quantity: z.number(),
            return_requested_quantity: z.number(),
            return_received_quantity: z.number(),
            return_dismissed_quantity: z.number(),
          }),
        }),
      ),
    }),
  ),
})

/** An administrator asks for what a customer sends back. */
export const returnRow: PageRow = formRow({
  name: 'return asked for',
  path: async (known: Known) => `/orders/${await returnableOrder(known)}/returns`,
  steps: [
    follow('Add items'),
    tickAll,
    send,
    settle,
    choose('Location', 'Warehouse'),
    settle,
    press('Confirm Return'),
    confirm(),
  ],
  shows: ['requested'],
})

/** The first order that has something to be sent back, and that nobody is changing. @throws Error when there is none */
async function returnableOrder(known: Known): Promise<string> {
  const { orders } = Delivered.parse(await known.get('/admin/orders?limit=100&order=created_at&fields=id,status,*items.detail'))
  for (const { id, status, items } of orders) {
    const canReturn = items.some(({ detail }) => {
      const returned = detail.return_received_quantity + detail.return_dismissed_quantity
      return detail.delivered_quantity > returned + detail.return_requested_quantity
    })
    if (status !== 'canceled' && canReturn && (await isUnchanged(known, id))) return id
  }
  throw new Error('no order has anything that could be sent back')
}
