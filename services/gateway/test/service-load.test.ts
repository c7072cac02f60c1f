import { expect, it } from 'vitest'
import { createServiceLoad } from '../src/service-load.ts'

const never = () => new Promise<never>(() => {})
const failing = () => Promise.reject(new Error('no'))

it('refuses what is beyond the bound of its service at once, and counts each service by itself', async () => {
  const within = createServiceLoad(2)
  void within({ service: 'cart' }, never)
  void within({ service: 'cart' }, never)

  await expect(within({ service: 'cart' }, async () => 'done')).rejects.toMatchObject({ kind: 'overloaded', retry_after: 1 })
  expect(await within({ service: 'orders' }, async () => 'done')).toBe('done')
})

it('takes more when something ends, well or badly', async () => {
  const within = createServiceLoad(1)

  await expect(within({ service: 'cart' }, failing)).rejects.toThrow('no')

  expect(await within({ service: 'cart' }, async () => 'first')).toBe('first')
  expect(await within({ service: 'cart' }, async () => 'second')).toBe('second')
})
