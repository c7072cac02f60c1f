import { ids } from '../../../tools/seed/ids.ts'
import { addOrder, addOrderWithEdit } from '../records.ts'
import type { System } from '../system.ts'
import { ANONYMOUS, asRecorded, bearing, type Ids, type Play, type Resource, type Take } from './scene.ts'

const editIds: Ids = { own: async (system) => (await addOrderWithEdit(system)).order_id }
const METHOD = { shipping_option_id: ids.shipping_option }

/** An edit that holds two lines and a shipping method. */
const editedIds: Ids = {
  async own(system) {
    const { order_id } = await addOrderWithEdit(system)
    const items = [ids.second_variant, ids.third_variant].map((variant_id) => ({ variant_id, quantity: 1 }))
    await system.http('POST', `/admin/order-edits/${order_id}/items`, { body: { items } })
    await system.http('POST', `/admin/order-edits/${order_id}/shipping-method`, { body: METHOD })
    return order_id
  },
}
const previewOf = async (system: System, id: string) => (await system.http('GET', `/admin/orders/${id}/preview`)).body.order
const ofAction = (index: number) => async (system: System, id: string) => {
  const { order_change } = await previewOf(system, id)
  return { action_id: order_change.actions[index].id as string }
}
const itemOf = async (system: System, id: string) => ({ item_id: (await previewOf(system, id)).items[0].id as string })

const confirmRequested: Play = async (system) => {
  const id = await editedIds.own(system)
  await system.http('POST', `/admin/order-edits/${id}/request`, { body: {} })
  return { id, body: {} }
}

/** Adds the sample's method, with an option that costs more, to an edit that holds one. */
const addMethod: Play = async (system, { request }) => {
  const { order_id: id } = await addOrderWithEdit(system)
  await system.http('POST', `/admin/order-edits/${id}/shipping-method`, { body: METHOD })
  return { id, body: { ...(request.body as object), shipping_option_id: ids.express_shipping_option } }
}
/** Sent to an edit without any. */
const sending =
  (body: object | string, options: Take = {}): Play =>
  () => ({ body, ...options })

export const orderEdits: Resource = {
  operations: {
    'begin-order-edit': {
      once: true,
      body: async (system) => ({ order_id: await addOrder(system) }),
      samples: {
        'medusa/21-admin-begin-order-edit': async (system, { request }) => ({
          body: { ...(request.body as object), order_id: await addOrder(system) },
        }),
        'medusa/24-ERR-400-begin-order-edit-twice': async (system) => {
          const { order_id } = await addOrderWithEdit(system)
          return { body: { order_id }, names: { order_01M7Y3K4VTEREBY9Y93RS4683G: order_id } }
        },
      },
    },
    'add-order-edit-shipping-method': {
      ids: editIds,
      body: { ...METHOD, custom_amount: 5, description: 'd', internal_note: 'n' },
      samples: {
        'medusa/22-OP-admin-order-edit-shipping-method': addMethod,
        'medusa/22b-OP-admin-order-edit-shipping-method-second': addMethod,
        'medusa/25-ERR-shipping-method-without-edit': {
          play: async (system) => ({ id: await addOrder(system), body: METHOD }),
          otherwise: {
            status: 400,
            type: 'invalid_data',
            message: 'An active Order Change is required to proceed',
            because: 'the peer crashes (500) where its sibling operations refuse with this text',
          },
        },
        'medusa/26-ERR-404-shipping-method-order-missing': sending(METHOD, { id: 'order_nope' }),
        'medusa/27-ERR-400-shipping-method-no-body-fields': sending({}),
        'medusa/27b-ERR-400-shipping-method-bad-types': sending({ ...METHOD, custom_amount: 'x', foo: 1 }),
        'medusa/27c-ERR-shipping-option-missing': {
          play: sending({ shipping_option_id: 'so_nope' }),
          otherwise: {
            status: 404,
            type: 'not_found',
            message: 'ShippingOption id not found: so_nope',
            because: 'the peer crashes (500) on an unknown option',
          },
        },
        'medusa/28-ERR-401-admin-no-token': sending(METHOD, ANONYMOUS),
        'medusa/28b-ERR-401-admin-bad-token': sending(METHOD, bearing('nonsense')),
        'medusa/28c-ERR-401-admin-with-customer-token': ({ tokens }) => ({ body: METHOD, ...bearing(tokens.customer) }),
        'medusa/28d-ERR-400-malformed-json': sending('{"a":'),
      },
    },
    'cancel-order-edit': { once: true, ids: editIds },
    'update-order-edit-shipping-method': { ids: editedIds, params: ofAction(2), body: { custom_amount: 4, metadata: { a: 1 } } },
    'remove-order-edit-shipping-method': { once: 404, ids: editedIds, params: ofAction(2) },
    'request-order-edit': {
      ids: editIds,
      body: { no_notification: true },
      samples: { 'medusa/29b-admin-order-edit-request': asRecorded },
    },
    'confirm-order-edit': { once: true, ids: editIds, samples: { 'medusa/29c-admin-order-edit-confirm': confirmRequested } },
    'add-order-edit-items': {
      ids: editIds,
      body: { items: [{ variant_id: ids.variant, quantity: 1, unit_price: 5, internal_note: 'n', metadata: { a: 1 } }] },
    },
    'update-order-edit-item': {
      ids: editIds,
      params: itemOf,
      body: { quantity: 2.5, unit_price: 30, internal_note: 'n' },
    },
    'update-order-edit-added-item': { ids: editedIds, params: ofAction(0), body: { quantity: 2, unit_price: 3 } },
    'remove-order-edit-item': { once: 404, ids: editedIds, params: ofAction(1) },
  },
}
