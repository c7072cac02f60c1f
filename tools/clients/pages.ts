import { z } from 'zod'
import { deletionRows } from './forms/deletions.ts'
import { orderEditRow } from './order-edit.ts'
import { returnRow } from './order-return.ts'
import type { Known, PageRow } from './page-row.ts'
import { exportRow } from './product-export.ts'
import { recordPageRows } from './record-pages.ts'
import { savedFormRows } from './saved-forms.ts'

const OrderAnswer = z.object({
  order: z.object({
    display_id: z.int(),
    email: z.string(),
    customer: z.object({ first_name: z.string(), last_name: z.string() }),
    items: z.array(z.object({ title: z.string(), product_title: z.string().nullable() })),
  }),
})
const NewestAnswer = z.object({
  orders: z.array(z.object({ display_id: z.int(), customer: OrderAnswer.shape.order.shape.customer.nullable().catch(null) })),
})
/** On the dashboard's first page of orders: the newest of a customer with a name. */
async function newestOrder({ get }: Known) {
  const { orders } = NewestAnswer.parse(await get('/admin/orders?order=-created_at&limit=20&fields=display_id,*customer'))
  return orders.find(({ customer }) => customer) ?? Promise.reject(new Error('no order has a customer with a name'))
}
const orderOf = async ({ get }: Known, id: string) => OrderAnswer.parse(await get(`/admin/orders/${id}`)).order

const FIELD_TIMEOUT_MS = 60_000

/**
 * The dashboard's pages that Souk promises, in the order in which they are opened; the first one logs in. A further page is one
 * row more.
 */
export const PAGES: readonly PageRow[] = [
  {
    name: 'log-in',
    visits: () => [{ path: '/login', shows: ['Orders', 'Products', 'Customers', 'Price Lists', 'Settings'] }],
    async act(page, { dev }) {
      await page.waitForSelector('input[name=email]', { timeout: FIELD_TIMEOUT_MS })
      await page.type('input[name=email]', dev.admin.email)
      await page.type('input[name=password]', dev.admin.password)
      await page.click('button[type=submit]')
    },
  },
  {
    name: 'profile',
    visits: ({ dev }) => [{ path: '/settings/profile', shows: ['Profile', dev.admin.email] }],
  },
  {
    name: 'orders',
    async visits(known) {
      const { display_id, customer } = await newestOrder(known)
      return [
        {
          path: '/orders',
          shows: ['Orders', `#${display_id}`, `${customer!.first_name} ${customer!.last_name}`],
        },
      ]
    },
  },
  {
    name: 'order',
    visits: (known) =>
      Promise.all(
        [...known.dev.orders, known.dev.canceled_order_id].map(async (id) => {
          const order = await orderOf(known, id)
          const shows = [`#${order.display_id}`, order.email, ...order.items.map((item) => item.product_title ?? item.title)]
          return { path: `/orders/${id}`, shows }
        }),
      ),
  },
  ...recordPageRows,
  ...savedFormRows,
  orderEditRow,
  returnRow,
  exportRow,
  ...deletionRows,
]
