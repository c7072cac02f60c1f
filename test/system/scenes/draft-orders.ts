import { ids } from '../../../tools/seed/ids.ts'
import { WELCOME_CODE } from '../../../tools/seed/promotions.ts'
import { addOrder } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const addDraft = (system: System) => addOrder(system, { status: 'draft', is_draft_order: true, seller_id: null })
const draftIds: Ids = { own: addDraft }
const editIds: Ids = {
  async own(system) {
    const id = await addDraft(system)
    await system.http('POST', `/admin/draft-orders/${id}/edit`)
    return id
  },
}
const METHOD = { shipping_option_id: ids.shipping_option }

/** An edit that holds a line, a shipping method and a promotion. */
const editedIds: Ids = {
  async own(system) {
    const id = await editIds.own(system)
    const items = [{ title: 'Engraving', unit_price: 7, quantity: 1 }]
    await system.http('POST', `/admin/draft-orders/${id}/edit/items`, { body: { items } })
    await system.http('POST', `/admin/draft-orders/${id}/edit/shipping-methods`, { body: METHOD })
    await system.http('POST', `/admin/draft-orders/${id}/edit/promotions`, { body: { promo_codes: [WELCOME_CODE] } })
    return id
  },
}
const previewOf = async (system: System, id: string) => (await system.http('GET', `/admin/orders/${id}/preview`)).body.order
const ofAction = (index: number) => async (system: System, id: string) => {
  const { order_change } = await previewOf(system, id)
  return { action_id: order_change.actions[index].id as string }
}
const ofItem = async (system: System, id: string) => ({ item_id: (await previewOf(system, id)).items[0].id as string })
const ofMethod = async (system: System, id: string) => ({
  method_id: (await previewOf(system, id)).shipping_methods[0].id as string,
})

export const draftOrders: Resource = {
  recorded: () => ({ draft: ids.draft_order }),
  operations: {
    'create-draft-order': {
      body: {
        ...{ region_id: ids.region, email: 'buyer@example.com', shipping_address: { country_code: 'de' } },
        items: [
          { variant_id: ids.variant, quantity: 1 },
          { title: 'Engraving', unit_price: 7, quantity: 1, metadata: { text: 'Ann' } },
        ],
        shipping_methods: [{ name: 'Parcel', shipping_option_id: ids.shipping_option, amount: 10 }],
        promo_codes: [WELCOME_CODE],
        metadata: { a: 1 },
      },
    },
    // A client that sends a body which nobody reads, and closes its connection, may lose the rest of a long answer.
    'list-draft-orders': { query: `customer_id=${ids.example_customer}` },
    'get-draft-order': { ids: draftIds },
    'update-draft-order': {
      ids: draftIds,
      body: { email: 'new@example.com', metadata: { a: 1 }, shipping_address: { city: 'Bonn', country_code: 'fr' } },
    },
    'delete-draft-order': { once: 404, ids: draftIds },
    'convert-draft-order': { once: true, ids: draftIds },
    'begin-draft-order-edit': { once: true, ids: draftIds },
    'cancel-draft-order-edit': { once: true, ids: editIds },
    'add-draft-order-items': { ids: editIds, body: { items: [{ title: 'Engraving', unit_price: 7, quantity: 1 }] } },
    'update-draft-order-added-item': { ids: editedIds, params: ofAction(0), body: { quantity: 2, internal_note: 'n' } },
    'remove-draft-order-item': { once: true, ids: editedIds, params: ofAction(0) },
    'update-draft-order-item': { ids: editIds, params: ofItem, body: { quantity: 3, metadata: { a: 1 } } },
    'add-draft-order-shipping-method': { ids: editIds, body: { ...METHOD, custom_amount: 5, description: 'd' } },
    'update-draft-order-added-shipping-method': { ids: editedIds, params: ofAction(1), body: { custom_amount: 4 } },
    'remove-draft-order-added-shipping-method': { once: true, ids: editedIds, params: ofAction(1) },
    'update-draft-order-shipping-method': {
      ids: editIds,
      params: ofMethod,
      body: { shipping_option_id: ids.express_shipping_option, internal_note: 'n' },
    },
    'remove-draft-order-shipping-method': { once: true, ids: editIds, params: ofMethod },
    'add-draft-order-promotions': { ids: editIds, body: { promo_codes: [WELCOME_CODE] } },
    'remove-draft-order-promotions': { ids: editedIds, body: { promo_codes: [WELCOME_CODE] } },
    'request-draft-order-edit': { ids: editedIds },
    'confirm-draft-order-edit': { once: true, ids: editedIds },
  },
}
