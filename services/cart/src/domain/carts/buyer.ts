import type { BodyOf, Customer, updateCart } from '@souk/contracts'
import { linesAnew } from '../line-items/change-lines.ts'
import type { CartRecord } from './cart.ts'
import { keptCustomer } from './kept-customer.ts'
import type { PlannedCart } from './planned-cart.ts'
import { withoutStoreCredit } from './store-credit.ts'

type Body = Pick<BodyOf<typeof updateCart>, 'email'>
type Buyer = Pick<CartRecord, 'email' | 'customer' | 'customer_id'>

/** Whether the body's e-mail assigns the cart to another guest: a customer with an account may give any address. */
export const namesGuest = ({ customer }: Pick<Buyer, 'customer'>, { email }: Body): boolean =>
  Boolean(email) && !customer?.has_account

/** @param facts the guest with the body's e-mail, if the cart becomes theirs */
export function withEmail(cart: Buyer, body: Body, { guest }: { guest: Customer | null }): Buyer {
  const { customer, customer_id, email } = cart
  if (guest && namesGuest(cart, body)) return { customer: guest, customer_id: guest.id, email: guest.email }
  const isGuest = customer !== null && !customer.has_account // a guest is identified by the e-mail
  return { customer, customer_id, email: body.email === undefined || isGuest ? email : body.email }
}

/** The cart with another customer: the previous one's store credit no longer pays, and prices may differ. */
export function ofCustomer(before: CartRecord, customer: Customer): PlannedCart {
  const own = { customer: keptCustomer(customer), customer_id: customer.id, email: customer.email }
  const cart = { ...withoutStoreCredit(before), ...own }
  return { cart, lines: linesAnew(cart.items) }
}
