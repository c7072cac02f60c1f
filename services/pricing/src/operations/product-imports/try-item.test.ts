import { createLogger } from '@souk/runtime'
import { MongoNetworkError } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { tryItem } from './try-item.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

/** Tries a product for the last time while its type cannot be read. @returns the recorded outcomes */
async function triedWhile(error: Error) {
  const recorded: unknown[] = []
  const { productTypes, productImports } = service.deps
  const deps = {
    ...service.deps,
    productTypes: { ...productTypes, find: () => Promise.reject(error) },
    productImports: {
      ...productImports,
      tryAgain: async (_id: string, { tries }: { tries: number }) => void recorded.push({ tries }),
      settleItem: async (_id: string, state: string) => void recorded.push(state),
    },
  }
  const item = { _id: 'item', import_id: 'import', n: 0, key: 'key', line: 2, product_id: null, state: 'waiting' as const }
  const input = { title: 'Bag', options: [{ title: 'Size', values: ['S'] }], type_id: 'ptyp_1' }
  const logger = createLogger('pricing', 'silent')
  await tryItem({ ...item, input, tries: 3 }, { begun: Date.now(), logger }, deps)
  return recorded
}

it.each([
  ['fails after its last try, if that failed unexpectedly', new TypeError('x is not a function'), ['failed']],
  ['is tried again, and that try does not count, if the database was away', new MongoNetworkError('closed'), [{ tries: 3 }]],
])('a product %s', async (_what, error, outcomes) => {
  expect(await triedWhile(error)).toEqual(outcomes)
})
