import { richCart } from '../../../tools/seed/carts.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { WELCOME_CODE } from '../../../tools/seed/promotions.ts'
import { addCart, addGiftCard } from '../records.ts'
import type { System } from '../system.ts'
import { asRecorded, type Ids, type Play, type Resource, type Take } from './scene.ts'

const cartIds: Ids = { own: (system) => addCart(system) }
const ITEM = { variant_id: ids.variant, quantity: 1 }

/** The cart with everything that a cart can have, as the peers' carts of the samples. */
const richId = ({ secrets }: System) => richCart(secrets).id
const ofRichCart: Play = (system) => ({ id: richId(system) })
const onAbsentCart: Play = async (system, sample) => ({ ...(await asRecorded(system, sample)), id: 'cart_nope' })

/** A cart with an e-mail address, as the peers' carts of the samples, and cards. */
const buyersCart = async (system: System, body: object, { put = [] as string[], ...options }: Take & { put?: string[] } = {}) => {
  const id = await addCart(system, { email: 'buyer@test.com' })
  for (const code of put) await system.http('POST', `/store/carts/${id}/gift-cards`, { body: { code } })
  return { id, body, ...options }
}
/** The first line of a cart; without one, as for requests that get no further, an id that is none. */
const lineOf = async ({ http }: System, id: string) => {
  const { status, body } = await http('GET', `/store/carts/${id}`)
  return { line_id: status === 200 ? (body.cart.items[0]?.id as string) : 'cali_none' }
}
const create: Play = (_system, { request }) => {
  const { email } = request.body as { email?: string }
  return { body: { region_id: ids.region, sales_channel_id: ids.sales_channel, email } }
}
const addItem: Play = (system) => buyersCart(system, ITEM)
const byBuyer: Play = (system, { request }) => buyersCart(system, request.body as object)
const SHIPPING = { option_id: ids.shipping_option }
const addShipping: Play = async (system) => ({
  id: await addCart(system, { email: 'buyer@test.com', billing_address: { country_code: 'de' } }),
  body: SHIPPING,
})

const asCustomer = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` })

/** Takes the seeded card off the rich cart; put back before, since several samples do so. */
const removeFromRichCart: Play = async (system) => {
  const [id, body] = [richId(system), { code: system.secrets.second_gift_card_code }]
  await system.http('POST', `/store/carts/${id}/gift-cards`, { body })
  return { id, body }
}

export const carts: Resource = {
  recorded: (system) => ({ cart: richId(system), gcard: ids.gift_card }),
  operations: {
    'create-cart': {
      body: { email: 'a@example.com' },
      samples: {
        'medusa/10-store-create-cart': create,
        'medusa/17-store-create-cart-guest': create,
        'mercur/30-store-create-cart': create,
      },
    },
    'get-cart': {
      ids: cartIds,
      samples: {
        'medusa/19-store-get-cart': ofRichCart,
        'medusa/19b-store-get-cart-with-address-and-shipping': ofRichCart,
        'medusa/50-ERR-400-store-no-publishable-key': () => ({ key: false }),
        'medusa/51-ERR-store-bad-publishable-key': () => ({ key: 'pk_bad' }),
        'medusa/52-ERR-404-cart-missing': onAbsentCart,
        'medusa/62-store-get-cart-with-gift-card': ofRichCart,
      },
      different: {
        'GET /store/carts/:cart?fields=*items, *region, *items.product, *items.variant, *items.thumbnail, *items.metadata, +items.total, *promotions, +shipping_methods.name':
          {
            'cart.items[].variant.product: null instead of object':
              'its id stands in product_id; shown when `fields` asks for it',
            'cart.region.countries[].num_code: number instead of string': 'a number in the interface document',
          },
      },
    },
    'add-line-item': {
      ids: cartIds,
      body: ITEM,
      samples: {
        'medusa/11-store-add-line-item': addItem,
        'medusa/18-store-add-line-item-guest': addItem,
        'medusa/53-ERR-add-unknown-variant': byBuyer,
        'medusa/54-ERR-400-add-item-no-variant': byBuyer,
        'mercur/31-store-add-line-item': addItem,
      },
    },
    'update-line-item': { ids: cartIds, params: lineOf, body: { quantity: 2 } },
    'remove-line-item': { ids: cartIds, params: lineOf },
    'update-cart': {
      ids: cartIds,
      body: { email: 'buyer@example.com', shipping_address: { country_code: 'fr' } },
      samples: {
        'medusa/12-store-update-cart-address': byBuyer,
        'mercur/32-store-update-cart-address': { play: byBuyer, may_lack: /variant_managed_by$/ }, // of a plugin there
      },
    },
    'add-cart-promotions': { ids: cartIds, body: { promo_codes: [WELCOME_CODE] } },
    'remove-cart-promotions': { ids: cartIds, body: { promo_codes: [WELCOME_CODE] } },
    'calculate-cart-taxes': { ids: cartIds },
    'transfer-cart': { ids: cartIds, headers: asCustomer },
    'add-shipping-method': {
      ids: cartIds,
      body: SHIPPING,
      samples: { 'medusa/13-store-add-shipping-method': addShipping, 'mercur/33-store-add-shipping-method': addShipping },
    },
    'remove-shipping-methods': { ids: cartIds, body: { shipping_method_ids: ['casm_none'] } },
    'add-gift-card': {
      once: true,
      ids: cartIds,
      body: async (system) => ({ code: await addGiftCard(system) }),
      samples: {
        'medusa/61-store-add-gift-card': async (system) => {
          const code = await addGiftCard(system, { value: 5, expires_at: '2099-01-01T00:00:00.000Z' })
          return { id: richId(system), body: { code } }
        },
        'medusa/69b-ERR-add-gift-card-other-currency': async (system) => {
          await addGiftCard(system, { code: 'GIFT-USD', currency_code: 'usd' })
          return buyersCart(system, { code: 'GIFT-USD' })
        },
      },
    },
    'remove-gift-card': {
      once: true,
      ids: cartIds,
      async body(system, id) {
        const code = await addGiftCard(system)
        const { status, text } = await system.http('POST', `/store/carts/${id}/gift-cards`, { body: { code } })
        if (status !== 200) throw new Error(`no card on the cart: ${text}`)
        return { code }
      },
      samples: {
        'medusa/63-ERR-400-delete-gift-card-no-key': (system) => buyersCart(system, { code: 'GIFT-5' }, { key: false }),
        'medusa/64-ERR-400-delete-gift-card-no-code': (system) => buyersCart(system, {}),
        'medusa/65-ERR-delete-gift-card-not-in-cart': async (system) => {
          await addGiftCard(system, { code: 'GIFT-7' })
          return buyersCart(system, { code: 'GIFT-7' })
        },
        'medusa/65b-ERR-delete-gift-card-unknown-code': (system) => buyersCart(system, { code: 'GIFT-NOPE' }),
        'medusa/66-ERR-404-delete-gift-card-cart-missing': onAbsentCart,
        'medusa/67-OP-store-delete-gift-card': removeFromRichCart,
        'medusa/68-ERR-delete-gift-card-twice': async (system) => {
          await addGiftCard(system, { code: 'GIFT-5' })
          const take = await buyersCart(system, { code: 'GIFT-5' }, { put: ['GIFT-5'] })
          await system.http('DELETE', `/store/carts/${take.id}/gift-cards`, { body: take.body })
          return take
        },
        'medusa/69-OP-store-delete-gift-card-fields': {
          play: removeFromRichCart,
          may_lack: /^cart\.items\[\]\.(adjustments|tax_lines)$/,
        },
      },
    },
    'add-store-credit': {
      ids: { own: (system) => addCart(system, {}, { headers: asCustomer(system) }) },
      headers: asCustomer,
      body: { amount: 5 },
    },
  },
}
