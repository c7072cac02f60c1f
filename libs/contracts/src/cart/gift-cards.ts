import { z } from 'zod'
import {
  asked,
  CurrencyCodeInput,
  FilledTextInput,
  IdInput,
  MetadataInput,
  SignedAmountInput,
  TextInput,
  TimestampInput,
} from '../fields/common.ts'
import { DEMONSTRATION, demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { GiftCard, GiftCardStatus } from './credit-line.ts'
import { StoreCreditAccount } from './store-credit-account.ts'
import { GiftCardAccount } from './store-credit-accounts.ts'

/** A gift card, with the account that holds its balance. */
export const IssuedGiftCard = GiftCard.extend({
  store_credit_account: asked((): z.ZodType => GiftCardAccount),
}).meta({ id: 'IssuedGiftCard' })
export type IssuedGiftCard = z.infer<typeof IssuedGiftCard>

/** The same for anybody with its code: its account without the ledger, which refers to carts and accounts of others. */
const StoreGiftCard = GiftCard.extend({
  store_credit_account: asked((): z.ZodType => StoreCreditAccount),
}).meta({ id: 'StoreGiftCard' })

const id = demonstrationId('gcard', 3)
const shown = Object.keys(GiftCard.shape) as (keyof typeof GiftCard.shape)[]

const cards = plainResource({
  service: 'cart',
  path: '/admin/gift-cards',
  noun: ['gift card', 'gift cards'],
  keys: ['gift_card', 'gift_cards'],
  schema: IssuedGiftCard,
  examples: { id, deleted: id },
  defaults: shown,
})
const code = FilledTextInput()
const text = TextInput(255).nullish()
const note = TextInput(4096).nullish()
const expires_at = TimestampInput.nullish().describe('Default: never.')
const metadata = MetadataInput.nullish()

export const listGiftCards = cards.list('list-gift-cards', {
  sort: ['created_at', 'updated_at', 'code', 'value', 'expires_at'],
  filter: [
    'id',
    'code',
    'status',
    'value',
    'currency_code',
    'line_item_id',
    'reference',
    'reference_id',
    'expires_at',
    'created_at',
    'updated_at',
  ],
  lowerCase: ['currency_code'],
  ids: ['customer_id'],
  q: ['code', 'currency_code', 'note'],
  qInside: ['code', 'currency_code'],
  limit: 15,
  order: OLDEST_FIRST,
})
/**
 * Its full value is credited to its account. Without a code it gets a random one. Codes are unique and compared exactly. Cards
 * that an order sells are issued automatically once it is placed.
 */
export const createGiftCard = cards.create(
  'create-gift-card',
  z
    .strictObject({
      currency_code: CurrencyCodeInput,
      value: SignedAmountInput.min(1),
      code: TextInput(255).nullish().describe('Default, also if it is empty: a random code.'),
      expires_at,
      line_item_id: IdInput.nullish(),
      reference: text,
      reference_id: text,
      note,
      metadata,
      status: GiftCardStatus.optional().describe('Accepted but ignored: a new card is `redeemed`.'),
    })
    .meta({ example: { currency_code: 'eur', value: 50, note: 'For the patience' } }),
)
export const getGiftCard = cards.get('get-gift-card')
/**
 * A card that is `pending` is disabled: it cannot be applied to carts, and leaves those it is on with their next change, like an
 * expired one. `redeemed` lets it be spent again. Its value and code cannot be changed.
 */
export const updateGiftCard = cards.update(
  'update-gift-card',
  z
    .strictObject({ status: GiftCardStatus.optional(), note, expires_at, metadata })
    .meta({ example: { note: "For the reference's examples" } }),
)

/**
 * Anybody with a card's code may see it, and with `fields=*store_credit_account` its balance. It is found only by its code,
 * compared exactly. The order that sold it is not shown.
 */
export const getStoreGiftCard = defineOperation({
  service: 'cart',
  name: 'get-store-gift-card',
  method: 'GET',
  path: '/store/gift-cards/:code',
  summary: 'Get a gift card by its code',
  params: z.object({ code: code.meta({ description: 'Code of the gift card', example: DEMONSTRATION.gift_card_code }) }),
  response: z.object({ gift_card: StoreGiftCard }),
  selects: {
    key: 'gift_card',
    schema: StoreGiftCard,
    defaults: ['id', 'status', 'code', 'value', 'currency_code', 'expires_at', 'note', 'updated_at', 'created_at'],
  },
  failureLimit: { perAddress: 100 },
})

/** Gift cards with their accounts, for orders that were paid with them. Unknown ids are left out. */
export const findGiftCards = defineOperation({
  service: 'cart',
  name: 'find-gift-cards',
  summary: 'Find gift cards by their ids',
  body: z.strictObject({ ids: z.array(z.string()).max(500) }),
  response: z.object({ gift_cards: z.array(GiftCard.extend({ store_credit_account: StoreCreditAccount })) }),
})

export const giftCardOperations = {
  listGiftCards,
  createGiftCard,
  getGiftCard,
  updateGiftCard,
  getStoreGiftCard,
  findGiftCards,
}

export const [giftCardCreated, giftCardUpdated] = recordEvents('cart', 'gift-card', 'gift card')
export const giftCardEvents = [giftCardCreated, giftCardUpdated]
