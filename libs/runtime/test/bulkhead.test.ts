import { expect, it } from 'vitest'
import { createBulkhead } from '../src/index.ts'

it('limits how many tasks run at once, and rejects more as overloaded', async () => {
  const bounded = createBulkhead(2)
  const ends: (() => void)[] = []
  const lasting = (n: number) => bounded(() => new Promise<number>((end) => ends.push(() => end(n))))
  const first = lasting(1)
  const second = lasting(2)

  await expect(lasting(3)).rejects.toMatchObject({ kind: 'overloaded' })
  ends[0]!()
  expect(await first).toBe(1)
  const fourth = lasting(4)
  await expect(lasting(5)).rejects.toMatchObject({ kind: 'overloaded' })
  for (const end of ends) end()
  expect(await Promise.all([second, fourth])).toEqual([2, 4])
})

it('counts a task by its size', async () => {
  const bounded = createBulkhead(10)
  let end = () => {}
  const large = bounded(() => new Promise<void>((resolve) => (end = resolve)), 8)

  await expect(bounded(async () => 'too large', 3)).rejects.toMatchObject({ kind: 'overloaded' })
  expect(await bounded(async () => 'fits', 2)).toBe('fits')
  end()
  await large
  expect(await bounded(async () => 'fits', 10)).toBe('fits')
})

it('a failed task frees its slot too', async () => {
  const bounded = createBulkhead(1)
  await expect(bounded(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await bounded(async () => 'done')).toBe('done')
})
