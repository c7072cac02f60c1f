import { z } from 'zod'
import { choose, confirm, follow, press, type Step, save, send, settle, tickAll } from './forms/steps.ts'
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
const Returns = z.object({ returns: z.array(z.object({ id: z.string(), order_id: z.string(), status: z.string() })) })

/** An administrator asks for what a customer sends back, then receives it. */
export const orderReturnRows: readonly PageRow[] = [
  row('return asked for', async (known) => `/orders/${await returnableOrder(known)}/returns`, 'requested', [
    follow('Add items'),
    tickAll,
    send,
    settle,
    choose('Location', 'Warehouse'),
    settle,
    press('Confirm Return'),
    confirm(),
  ]),
  // Its page enters by itself that everything came.
  row('return received', receivePath, 'received', [settle, save]),
]

function row(name: string, path: (known: Known) => Promise<string>, shows: string, steps: readonly Step[]): PageRow {
  return {
    name,
    visits: async (known) => [{ path: await path(known), shows: [shows] }],
    async act(page) {
      for (const step of steps) await step(page)
    },
  }
}

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

/** The page that receives the first return that was asked for. @throws Error when there is none */
async function receivePath(known: Known): Promise<string> {
  const { returns } = Returns.parse(await known.get('/admin/returns?limit=100&order=created_at'))
  for (const { id, order_id, status } of returns)
    if (status === 'requested' && (await isUnchanged(known, order_id))) return `/orders/${order_id}/returns/${id}/receive`
  throw new Error('no return is asked for')
}

async function isUnchanged({ get }: Known, id: string): Promise<boolean> {
  const { order } = (await get(`/admin/orders/${id}/preview`)) as { order: { order_change: object | null } }
  return order.order_change === null
}
