import { ids } from '../../tools/seed/ids.ts'
import { addCart, addGiftCard, addOrderWithEdit, addPriceList } from './records.ts'
import type { System } from './system.ts'

/** Where an honest request of each operation goes, and what it holds. */
interface Target {
  path: string
  body?: Record<string, unknown>
}
export type Targets = Readonly<Record<string, Target>>

/** Makes the records that an honest request of each operation needs. */
export async function honestTargets(system: System): Promise<Targets> {
  const list = await addPriceList(system)
  const cart = await addCart(system)
  const { order_id } = await addOrderWithEdit(system)
  const code = await addGiftCard(system)
  return {
    'log-in': {
      path: '/auth/user/emailpass',
      body: { email: system.facts.admin.email, password: system.secrets.admin_password },
    },
    'get-member': { path: `/vendor/members/${ids.member}` },
    'list-members': { path: '/vendor/members' },
    'create-price-list-price': {
      path: `/vendor/price-lists/${list}/prices`,
      body: { variant_id: ids.variant, currency_code: 'eur', amount: 8 },
    },
    'create-price-list': { path: '/vendor/price-lists', body: { title: 'Honest' } },
    'get-price-list': { path: `/vendor/price-lists/${list}` },
    'list-price-lists': { path: '/vendor/price-lists' },
    'create-cart': { path: '/store/carts', body: { email: 'a@example.com' } },
    'get-cart': { path: `/store/carts/${cart}` },
    'add-line-item': { path: `/store/carts/${cart}/line-items`, body: { variant_id: ids.variant, quantity: 1 } },
    'add-gift-card': { path: `/store/carts/${cart}/gift-cards`, body: { code } },
    'remove-gift-card': { path: `/store/carts/${cart}/gift-cards`, body: { code } },
    'get-order': { path: `/admin/orders/${order_id}` },
    'preview-order': { path: `/admin/orders/${order_id}/preview` },
    'list-customer-orders': { path: `/vendor/customers/${ids.customer}/orders` },
    'begin-order-edit': { path: '/admin/order-edits', body: { order_id } },
    'add-order-edit-shipping-method': {
      path: `/admin/order-edits/${order_id}/shipping-method`,
      body: { shipping_option_id: ids.shipping_option, custom_amount: 5, description: 'd', internal_note: 'n' },
    },
    'cancel-order-edit': { path: `/admin/order-edits/${order_id}` },
  }
}
