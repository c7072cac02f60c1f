import type { BodyOf, Customer, updateCart } from '@souk/contracts'
import { linesAnew } from '../line-items/change-lines.ts'
import type { CartRecord } from './cart.ts'
import { keptCustomer } from './kept-customer.ts'
import type { PlannedCart } from './planned-cart.ts'
import { withoutStoreCredit } from './store-credit.ts'

type Body = Pick<BodyOf<typeof updateCart>, 'email'>
type Buyer = Pick<CartRecord, 'email' | 'customer' | 'customer_id'>

/** Whether the body's e-mail makes the cart another guest's: a customer with an account may name any. */
export const namesGuest = ({ customer }: Pick<Buyer, 'customer'>, { email }: Body): boolean =>
  Boolean(email) && !customer?.has_account

/** @param facts the guest with the body's e-mail, where that makes the cart theirs */
export function withEmail(cart: Buyer, body: Body, { guest }: { guest: Customer | null }): Buyer {
  const { customer, customer_id, email } = cart
  if (guest && namesGuest(cart, body)) return { customer: guest, customer_id: guest.id, email: guest.email }
  const is_guest = customer !== null && !customer.has_account // their e-mail names them
  return { customer, customer_id, email: body.email === undefined || is_guest ? email : body.email }
}

/** The cart of another customer: the store credit of the one before pays no longer, and prices may be others. */
export function ofCustomer(before: CartRecord, customer: Customer): PlannedCart {
  const own = { customer: keptCustomer(customer), customer_id: customer.id, email: customer.email }
  const cart = { ...withoutStoreCredit(before), ...own }
  return { cart, lines: linesAnew(cart.items) }
}
