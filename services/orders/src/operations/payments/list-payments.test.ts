import { listPayments as operation, type Payment } from '@souk/contracts'
import { plansOf, queriesOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { anOrder } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

/** The number of payments in each payment collection of an order. */
const SHAPES = [[1], [1], [2], [0, 1], [1, 1], [3, 0, 2], [0]]
const ORDERS = 120
const MINUTE = 60_000

let service: OrdersUnderTest
const payments: Payment[] = []
const timeOf = (n: number) => new Date(Date.UTC(2026, 2, 1) + n * MINUTE).toISOString()

function collectionsOf(n: number, isListed: boolean) {
  const { summary: _, ...order } = anOrder()
  return SHAPES[n % SHAPES.length]!.map((size, at) => {
    const made = withPayments(order, { n: 70_000 + 10 * n + at, days: 1, state: 'authorized' }).payment_collections[0]!
    const [payment] = made.payments
    const own = Array.from({ length: size }, (_, k) => ({
      ...payment!,
      id: `pay_${(n * 7919) % 997}_${at}_${k}`,
      created_at: timeOf((n * 37 + k * 11) % 50),
      updated_at: timeOf((n * 53 + at * 7 + k * 29) % 61),
    }))
    if (isListed) payments.push(...own)
    return { ...made, payments: own }
  })
}

beforeAll(async () => {
  service = await startOrders()
  const orders = Array.from({ length: ORDERS }, (_, n) => {
    const deleted_at = n % 11 === 0 ? timeOf(n) : null
    return { ...anOrderRecord({ payment_collections: collectionsOf(n, deleted_at === null) }), deleted_at }
  })
  await insertMissing(service.db, { orders: [...orders, anOrderRecord()] })
})
afterAll(() => service.stop())

const list = async (query = '') => (await service.admin(operation, { query })).body
const idsOf = (some: readonly Payment[]) => some.map(({ id }) => id)

type Key = 'created_at' | 'updated_at' | 'id'
const inOrder = (keys: readonly (readonly [Key, 1 | -1])[]) =>
  payments.toSorted((a, b) => {
    for (const [key, direction] of keys) if (a[key] !== b[key]) return a[key] < b[key] ? -direction : direction
    return 0
  })

describe('list-payments', () => {
  it('lists payments of all existing orders, oldest first', async () => {
    const body = await list()

    expect(operation.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ count: payments.length, offset: 0, limit: 20 })
    const sorted = inOrder([
      ['created_at', 1],
      ['id', 1],
    ])
    expect(body.payments).toEqual(sorted.slice(0, 20))
  })

  it.each([
    ['created_at', [['created_at', 1]]],
    ['-created_at', [['created_at', -1]]],
    ['updated_at', [['updated_at', 1]]],
    ['-updated_at', [['updated_at', -1]]],
    ['id', [['id', 1]]],
    ['-id', [['id', -1]]],
    [
      '-updated_at,created_at',
      [
        ['updated_at', -1],
        ['created_at', 1],
      ],
    ],
  ] as const)('returns every page in order: order=%s', async (order, keys) => {
    const sorted = inOrder([...keys, ['id', keys.at(-1)![1]]])
    for (const filter of ['', `&created_at[$gte]=${timeOf(0)}`])
      for (let offset = 0; offset < payments.length + 10; offset += 17) {
        const page = await list(`order=${order}&limit=17&offset=${offset}${filter}`)
        expect([page.count, idsOf(page.payments)]).toEqual([payments.length, idsOf(sorted.slice(offset, offset + 17))])
      }
  })

  it('filters individual payments, not only their orders', async () => {
    const [one, other] = payments.filter(({ id }) => /_2_[01]$/.test(id)) as [Payment, Payment]
    expect((await list(`id=${one.id}`)).payments).toEqual([one])
    expect(idsOf((await list(`$and[0][id][]=${one.id}&$and[0][id][]=${other.id}&$and[1][id][$ne]=${one.id}`)).payments)).toEqual([
      other.id,
    ])
    const ofSession = payments.filter(({ payment_session_id }) => payment_session_id === one.payment_session_id)
    const found = await list(`payment_session_id=${one.payment_session_id}&order=id`)
    expect([found.count, found.payments]).toEqual([ofSession.length, ofSession])
    const within = payments.filter(({ created_at }) => created_at >= timeOf(10) && created_at < timeOf(20))
    expect((await list(`created_at[$gte]=${timeOf(10)}&created_at[$lt]=${timeOf(20)}&limit=0`)).count).toBe(within.length)
    expect((await list(`id[$nin][]=${one.id}&limit=0`)).count).toBe(payments.length - 1)
    expect((await list(`$or[0][id]=${one.id}&$or[1][id]=${other.id}`)).count).toBe(2)
    expect(await list('updated_at[$gt]=2027-01-01')).toEqual({ payments: [], count: 0, offset: 0, limit: 20 })
    expect(await list('limit=0')).toEqual({ payments: [], count: payments.length, offset: 0, limit: 0 })
  })

  it('returns the requested fields, including session and collection', async () => {
    const [one] = inOrder([['id', 1]])
    expect((await list('order=id&limit=1&fields=id,amount,payment_session.status')).payments).toEqual([
      { id: one!.id, amount: one!.amount, payment_session: { id: one!.payment_session_id, status: 'authorized' } },
    ])
    const { payments: found } = await list('order=id&limit=30&fields=id,payment_collection.payments.id')
    for (const { id, payment_collection } of found) {
      expect(payment_collection.id).toBe(payments.find((one) => one.id === id)!.payment_collection_id)
      expect(payment_collection.payments).toContainEqual({ id })
    }
  })

  it('ignores the search parameter q, as Medusa does', async () => {
    expect((await list('q=nothing')).count).toBe(payments.length)
  })

  it('rejects unknown query parameters and other actors', async () => {
    const { status, body } = await service.admin(operation, { query: 'amount=60' })
    expect([status, body.message]).toEqual([400, "Invalid request: Unrecognized fields: 'amount'"])
    expect((await service.send(operation, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('examines only the orders of its page, and none to count them all', async () => {
    for (const order of ['', 'order=-created_at', 'order=updated_at', 'order=-id']) {
      const plans = await plansOf(service.db, () => list(`limit=5&${order}`))
      const unlike = plans.filter(({ planSummary }) => planSummary.includes('_id: 1, deleted_at: 1'))
      const others = plans.filter((plan) => !unlike.includes(plan))
      expect(unlike).toHaveLength(1)
      expect(Math.max(...others.map(({ docsExamined }) => docsExamined))).toBeLessThanOrEqual(7)
      expect(others.some(({ docsExamined }) => docsExamined === 0)).toBe(true)
    }
  })

  it('uses an index for every filter and order', async () => {
    const { filters, orders } = queriesOf(operation)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders]) expect((await service.admin(operation, { query })).status, query).toBe(200)
    })
    expect(plans.length).toBeGreaterThan(filters.length)
    expect(plans.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([])
  })
})
