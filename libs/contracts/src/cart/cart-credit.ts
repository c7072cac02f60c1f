import { z } from 'zod'
import { AmountInput, TextInput } from '../fields/common.ts'
import { DEMONSTRATION } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { cartAnswer, cartParams, customerCartParams } from './cart-operation.ts'

const GiftCardBody = z
  .strictObject({ code: TextInput(255).describe('Gift card code, compared exactly') })
  .meta({ example: { code: DEMONSTRATION.gift_card_code } })

/** Applying reserves nothing: the card's balance moves only when the cart is completed. */
export const addGiftCard = defineOperation({
  service: 'cart',
  name: 'add-gift-card',
  method: 'POST',
  path: '/store/carts/:id/gift-cards',
  summary: 'Add a gift card to a cart',
  params: cartParams,
  body: GiftCardBody,
  failureLimit: { perAddress: 100 },
  ...cartAnswer,
})

/** Takes a card's credit off the cart; the remaining cards are spread again, and expired and empty ones are dropped. */
export const removeGiftCard = defineOperation({
  service: 'cart',
  name: 'remove-gift-card',
  method: 'DELETE',
  path: '/store/carts/:id/gift-cards',
  summary: 'Remove a gift card from a cart',
  params: cartParams,
  body: GiftCardBody,
  ...cartAnswer,
})

/**
 * Pays for the cart from its customer's account in its currency, before gift cards do. Replaces the previously applied amount.
 * Applying reserves nothing, and never exceeds the account's balance or the amount due.
 */
export const addStoreCredit = defineOperation({
  service: 'cart',
  name: 'add-store-credit',
  method: 'POST',
  path: '/store/carts/:id/store-credits',
  customersOnly: true,
  summary: "Pay a cart with its customer's store credit",
  params: customerCartParams,
  body: z
    .strictObject({
      amount: AmountInput.optional().describe(
        "Maximum amount; default: the account's whole balance. 0 removes store credit, unless the account is empty.",
      ),
    })
    .meta({ example: { amount: 5 } }),
  ...cartAnswer,
})
