import type { addReturnShippingMethod, BodyOf, DecisionContext, updateReturnShippingMethod } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import {
  type AboutMethod,
  addShippingMethod,
  shippingOptionOf,
  updateShippingMethod,
} from '../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type QuotedOption, type ShippingBasis, shippingBasisOf } from '../domain/order-edits/shipping-basis.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

type Request = Pick<RequestContext, 'passOn'>
type Stores = Pick<Deps, 'shippingOptions'>

/** The record that a method of the order belongs to. Throws to refuse. */
type OwnerOf = (order: OrderRecord) => AboutMethod

interface Need {
  basis: ShippingBasis
  option_id: string
}

/** Adds a shipping method to an order's active change, at its option's price for that order. */
export const addingMethod = (
  { body, passOn }: Request & { body: BodyOf<typeof addReturnShippingMethod> },
  { shippingOptions }: Stores,
  ownerOf: OwnerOf,
) => ({
  change(order: OrderRecord, context: DecisionContext, quoted: QuotedOption | undefined) {
    const own = ownerOf(order)
    const basis = shippingBasisOf(order)
    if (!quoted || !isSameBasis(quoted.basis, basis)) return new LookupNeeded(basis)
    return addShippingMethod(order, quoted.option, body, context, own)
  },
  lookup: async (basis: ShippingBasis): Promise<QuotedOption> => ({
    basis,
    option: await shippingOptions.quote(body.shipping_option_id, basis, passOn()),
  }),
})

/** Changes an added method. The option's price is requested only if the amount is reset to it. */
export const updatingMethod = (
  { params: { action_id }, passOn }: Request & { params: { action_id: string } },
  body: BodyOf<typeof updateReturnShippingMethod>,
  { shippingOptions }: Stores,
  ownerOf: OwnerOf,
) => ({
  change(order: OrderRecord, context: DecisionContext, quoted: (Need & QuotedOption) | undefined) {
    const own = ownerOf(order)
    const option_id = body.custom_amount === null ? shippingOptionOf(order, action_id, own) : null
    const basis = shippingBasisOf(order)
    const isKnown = quoted?.option_id === option_id && isSameBasis(quoted.basis, basis)
    if (option_id !== null && !isKnown) return new LookupNeeded<Need>({ basis, option_id })
    return updateShippingMethod(order, action_id, quoted?.option ?? null, body, context, own)
  },
  lookup: async ({ basis, option_id }: Need): Promise<Need & QuotedOption> => ({
    basis,
    option_id,
    option: await shippingOptions.quote(option_id, basis, passOn()),
  }),
})
