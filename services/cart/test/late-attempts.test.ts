import { addGiftCard, addLineItem, createCart, getCart, removeGiftCard } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { startTestService } from '@souk/runtime/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { cartService } from '../src/service.ts'
import { aCard } from './builders.ts'
import { type CartUnderTest, GUEST, STRANGER, startCart } from './service.ts'

/** Two replicas of the cart service; the first one can be frozen, like a process that is suspended. */
let service: CartUnderTest
let other: Awaited<ReturnType<typeof startReplica>>
const startReplica = () => startTestService(cartService, { servers: service.servers })
let id: string
let params: { id: string }

beforeAll(async () => {
  service = await startCart()
  other = await startReplica()
  await insertMissing(service.db, { gift_cards: [aCard({ code: 'THIRTY', value: 30 }), aCard({ code: 'EIGHTY', value: 80 })] })
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})
beforeEach(async () => {
  const body = { items: [{ variant_id: ids.second_variant, quantity: 4 }] }
  // By the other replica: the one that is frozen has yet to read it.
  id = (await other.call(createCart, { body, actor: GUEST, replica: other.id })).cart.id
  params = { id }
})

let thaw = () => {}
afterEach(() => thaw())

/** @param at the command at which this replica stops, together with all later ones */
function freeze(at: 'find' | 'update') {
  const run = service.db.command.bind(service.db)
  let release = () => {}
  let arrived = () => {}
  const thawed = new Promise<void>((resolve) => (release = resolve))
  const reached = new Promise<void>((resolve) => (arrived = resolve))
  const spy = vi.spyOn(service.db, 'command').mockImplementation(async (...args) => {
    const [command] = args as [Record<string, unknown>]
    if (command[at] === 'carts') {
      arrived()
      await thawed
    }
    return run(...args)
  })
  thaw = () => {
    spy.mockRestore()
    release()
  }
  return { reached, thaw }
}

const attemptOf = (body: object, more: object = {}) => {
  const request = { params, body, actor: GUEST, op_id: mintOpId(Date.now()), http_id: mintOpId(Date.now()), ...more }
  return {
    first: { ...request, replica: service.id },
    second: { ...request, replica: other.id, contested: true as const },
  }
}
const codes = async () => {
  const { body } = await other.send(getCart, { params, actor: GUEST, replica: other.id })
  return body.cart.gift_cards.map(({ code }: { code: string }) => code)
}
const add = (code: string) => other.send(addGiftCard, { params, body: { code }, actor: GUEST, replica: other.id })

describe.each([{ key: undefined }, { key: 'a-key-of-some-length' }])('an attempt in a frozen replica (key: $key)', ({ key }) => {
  const keyed = () => (key ? { idempotency_key: `${key}-${id}` } : {})

  it.each(['find', 'update'] as const)('does not undo what followed the rejection of a later attempt: %s', async (at) => {
    if (at === 'update') await add('THIRTY')
    const { first, second } = attemptOf({ code: 'THIRTY' }, keyed())
    const frozen = freeze(at)
    const late = service.send(removeGiftCard, first)
    await frozen.reached
    if (at === 'update') await other.send(removeGiftCard, { params, body: { code: 'THIRTY' }, actor: GUEST, replica: other.id })

    const refused = await other.send(removeGiftCard, second)
    expect({ status: refused.status, settled: refused.settled }).toEqual({ status: 400, settled: true })
    expect((await add('THIRTY')).status).toBe(200)
    frozen.thaw()

    expect((await late).status).toBeGreaterThanOrEqual(400)
    expect(await codes()).toEqual(['THIRTY'])
  })

  it('does nothing after a later attempt was rejected, even before the cart was read', async () => {
    const code = `NEW-${id}`
    const { first, second } = attemptOf({ code }, keyed())
    const frozen = freeze('find')
    const late = service.send(addGiftCard, first)
    await frozen.reached

    expect(await other.send(addGiftCard, second)).toMatchObject({ status: 400, settled: true })
    await insertMissing(service.db, { gift_cards: [aCard({ code, value: 5 })] })
    frozen.thaw()

    expect((await late).status).toBeGreaterThanOrEqual(400)
    expect(await codes()).toEqual([])
  })

  it('does nothing if a later attempt has already succeeded', async () => {
    const { first, second } = attemptOf({ code: 'EIGHTY' }, keyed())
    const frozen = freeze('update')
    const late = service.send(addGiftCard, first)
    await frozen.reached

    expect(await other.send(addGiftCard, second)).toMatchObject({ status: 200, etag: '"2"', settled: false })
    frozen.thaw()

    expect(await late).toMatchObject({ status: 200, etag: '"2"' })
    expect(await codes()).toEqual(['EIGHTY'])
  })
})

it.each([
  ['a stale If-Match', { if_match: '"7"' }, 412],
  ['a cart that is not there', { params: { id: 'cart_none' } }, 404],
  ['a cart of another channel', { actor: STRANGER }, 404],
])('a rejection for %s is final', async (_name, more, status) => {
  const { second } = attemptOf({ code: 'THIRTY' }, more)

  expect(await other.send(removeGiftCard, second)).toMatchObject({ status, settled: true })
})

it('a schema’s rejection is always final, any other one only for contested attempts', async () => {
  const { second } = attemptOf({ code: 7 })
  const { contested: _contested, ...alone } = second

  expect(await other.send(removeGiftCard, second)).toMatchObject({ status: 400, settled: true })
  expect(await other.send(removeGiftCard, alone)).toMatchObject({ status: 400, settled: true })
  const unknown = { ...alone, body: { code: 'NONE' } }
  expect(await other.send(removeGiftCard, unknown)).toMatchObject({ status: 400, settled: false })
})

it('a rejection by pricing is final, too', async () => {
  const { second } = attemptOf({ variant_id: 'variant_none', quantity: 1 })

  expect(await other.send(addLineItem, { ...second, tries: 6 })).toMatchObject({ settled: true })
})
