import { OperationError, type OrderAddress } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, anOrder, deepFreeze, NOW } from '../../../test/builders.ts'
import { anAddress } from '../../../test/records.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { Order } from './order.ts'
import { type OrderUpdate, updateOrder } from './update-order.ts'

const AT = '2026-07-01T00:00:00.000Z'
const home = anAddress()
const order = deepFreeze(anOrder({ shipping_address: home, shipping_address_id: home.id, metadata: { a: 1 }, locale: 'de-DE' }))
const update = (input: OrderUpdate, of: Order = order) => updateOrder(of, input, aMaking())
const refusal = (message: string) => new OperationError('invalid_data', message)
const detailsOf = ({ changes }: Order) => changes.map((change) => (change as OrderChange).actions[0]!.details)

describe('updating the addresses, email, locale and metadata of an order', () => {
  it('replaces an address with a new record that keeps the fields not given', () => {
    const changed = update({ shipping_address: { city: 'Bonn', country_code: 'de', phone: null } })

    expect(changed).toMatchObject({
      version: 1,
      updated_at: AT,
      shipping_address_id: 'ordaddr_new1',
      shipping_address: {
        id: 'ordaddr_new1',
        city: 'Bonn',
        first_name: 'Ann',
        country_code: 'de',
        province: 'de-be',
        created_at: AT,
      },
    })
    expect(detailsOf(changed)).toEqual([{ type: 'shipping_address', old: home, new: changed.shipping_address }])
  })

  it('records each difference as a confirmed change of the same version', () => {
    const changed = update({ email: 'new@example.com', metadata: { b: 2 }, locale: null })

    expect(changed).toMatchObject({ email: 'new@example.com', metadata: { a: 1, b: 2 }, locale: null, version: 1 })
    expect(changed.changes).toMatchObject(
      Array(3).fill({
        change_type: 'update_order',
        status: 'confirmed',
        version: 1,
        confirmed_by: 'user_1',
        confirmed_at: AT,
        created_by: 'user_1',
      }),
    )
    expect((changed.changes[0] as OrderChange).actions).toMatchObject([
      { action: 'UPDATE_ORDER_PROPERTIES', applied: true, ordering: 1 },
    ])
    expect(detailsOf(changed)).toEqual([
      { type: 'email', old: 'buyer@example.test', new: 'new@example.com' },
      { type: 'metadata', old: { a: 1 }, new: { a: 1, b: 2 } },
      { type: 'locale', old: 'de-DE', new: null },
    ])
    expect(new Set(changed.changes.map(({ id }) => id)).size).toBe(3)
  })

  it('clears metadata', () => {
    expect(update({ metadata: null }).metadata).toBeNull()
  })

  it('creates a missing address, without a country', () => {
    const changed = update({ billing_address: { first_name: 'Bo' } })

    expect(changed.billing_address).toMatchObject({
      first_name: 'Bo',
      country_code: null,
      metadata: null,
    } satisfies Partial<OrderAddress>)
  })

  it.each<[string, OrderUpdate]>([
    ['nothing', {}],
    [
      'what the order already has',
      { email: 'buyer@example.test', locale: 'de-DE', metadata: { a: 1 }, shipping_address: { city: 'Berlin' } },
    ],
  ])('leaves the order unchanged when %s is given', (_name, input) => {
    expect(update(input)).toBe(order)
  })

  it('leaves an active change unchanged', () => {
    const changed = update({ email: 'new@example.com' }, deepFreeze(anOrder({ changes: [aChange()] })))

    expect(changed.changes).toMatchObject([{ status: 'pending' }, { status: 'confirmed' }])
  })

  it('rejects another country, for either address', () => {
    expect(() => update({ shipping_address: { country_code: 'fr' } })).toThrow(refusal('Country code cannot be changed'))
    expect(() => update({ billing_address: { country_code: 'de' } })).toThrow(refusal('Country code cannot be changed'))
  })

  it('rejects canceled orders and more than 100 changes', () => {
    const closed = Array.from({ length: 100 }, () => aChange([], { status: 'canceled' }))

    expect(() => update({}, anOrder({ status: 'canceled', canceled_at: NOW }))).toThrow(
      refusal('Order with id order_1 has been canceled.'),
    )
    expect(() => update({ email: 'x@y.example' }, anOrder({ changes: closed }))).toThrow(
      refusal('Order order_1 has reached its limit of 100 changes'),
    )
  })
})
