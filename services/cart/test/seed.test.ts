import { Cart, type GiftCard, getCart, removeGiftCard } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCart } from '../../../tools/seed/cart.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { recordsWithoutWords } from '../../../tools/seed/records-without-words.ts'
import { newSecrets } from '../../../tools/start/secrets.ts'
import { type CartUnderTest, startCart } from './service.ts'

const secrets = newSecrets()
let service: CartUnderTest
let seeded: Awaited<ReturnType<typeof seedCart>>

beforeAll(async () => {
  service = await startCart()
  seeded = await seedCart(service.db, { secrets })
})
afterAll(() => service.stop())

describe('seedCart', () => {
  it('creates the same records again, and adds none', async () => {
    const count = async () => Promise.all(['carts', 'gift_cards'].map((name) => service.db.collection(name).countDocuments()))
    const before = await count()

    expect(await seedCart(service.db, { secrets })).toEqual(seeded)
    expect([before, await count()]).toEqual([
      [5, 4],
      [5, 4],
    ])
  })

  it('gives other instances other cart ids', async () => {
    expect(
      (await seedCart(service.db, { secrets: { ...secrets, admin_password: 'another-password' } })).example_cart_id,
    ).not.toBe(seeded.example_cart_id)
  })

  it('keeps the words of every record of a searched collection', async () => {
    expect(await recordsWithoutWords(service.db)).toEqual([])
  })

  it('creates an example cart that a gift card does not pay in full', async () => {
    const { body } = await service.store(getCart, { params: { id: seeded.example_cart_id } })

    expect(Cart.safeParse(body.cart).error).toBeUndefined()
    expect(body.cart).toMatchObject({ items: [{ variant_id: ids.variant }, {}], total: 214.2, gift_cards: [] })
  })

  it('creates a cart with every record that a cart can hold', async () => {
    const { body } = await service.store(getCart, { params: { id: seeded.rich_cart_id } })

    expect(Cart.safeParse(body.cart).error).toBeUndefined()
    expect(emptyIn(body.cart as Cart)).toEqual(['context']) // never shown to storefronts
    expect(
      body.cart.promotions.map(({ application_method }: { application_method: { type: string } }) => application_method.type),
    ).toEqual(['percentage', 'fixed'])
    expect(body.cart.total).toBeGreaterThan(0)
    expect(body.cart.total).toBe(body.cart.original_total - body.cart.discount_total - body.cart.gift_card_total)
  })

  it('creates a rich cart from which the gift card can be removed', async () => {
    const { body } = await service.store(removeGiftCard, {
      params: { id: seeded.rich_cart_id },
      body: { code: secrets.second_gift_card_code },
    })

    expect(body.cart).toMatchObject({
      gift_cards: [] as GiftCard[],
      credit_lines: [],
      gift_card_total: 0,
      payment_collection: { payment_sessions: [] },
    })
    expect(body.cart.payment_collection.amount).toBe(Math.round(body.cart.total * 100) / 100)
  })
})

/** The names of the cart's records and lists that are empty. */
function emptyIn(cart: Cart): string[] {
  const item = cart.items[0]
  const method = cart.shipping_methods[0]
  const collection = cart.payment_collection
  const payment = collection?.payments[0]
  const session = collection?.payment_sessions[0]
  const records = {
    ...{
      region: cart.region,
      countries: cart.region?.countries,
      providers: cart.region?.payment_providers,
      customer: cart.customer,
    },
    ...{ promotions: cart.promotions, shipping: cart.shipping_address, billing: cart.billing_address, credit: cart.credit_lines },
    ...{
      cards: cart.gift_cards,
      metadata: cart.metadata,
      items: cart.items,
      itemTaxes: item?.tax_lines,
      itemAdjustments: item?.adjustments,
    },
    ...{
      product: item?.product,
      variant: item?.variant,
      price: item?.variant?.calculated_price,
      optionValues: item?.variant_option_values,
    },
    ...{ options: item?.product?.options, images: item?.product?.images, type: item?.product?.type, tags: item?.product?.tags },
    ...{ productCollection: item?.product?.collection, categories: item?.product?.categories },
    ...{
      methods: cart.shipping_methods,
      methodTaxes: method?.tax_lines,
      methodAdjustments: method?.adjustments,
      data: method?.data,
    },
    ...{
      collectionProviders: collection?.payment_providers,
      session,
      sessionPayment: session?.payment,
      context: session?.context,
    },
    ...{ payment, captures: payment?.captures, refunds: payment?.refunds, reason: payment?.refunds[0]?.refund_reason },
  }
  return Object.entries(records).flatMap(([name, record]) => (record && Object.keys(record).length > 0 ? [] : [name]))
}
