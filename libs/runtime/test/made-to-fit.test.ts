import { JetStreamApiError } from '@nats-io/jetstream'
import { expect, it } from 'vitest'
import { madeToFit } from '../src/bus/made-to-fit.ts'

const MIB = 2 ** 20
const refusal = (err_code: number) => new JetStreamApiError({ code: 500, err_code, description: 'refused' })

/** A server on which this many bytes are left. */
function server(room: number, error: Error = refusal(10047)) {
  const tried: number[] = []
  const make = async (bytes: number) => {
    tried.push(bytes)
    if (bytes > room) throw error
    return bytes
  }
  return { tried, make }
}

it.each([
  ['its full size where there is room', 8 * MIB, 8 * MIB, [8 * MIB]],
  ['half its size, repeatedly, until it fits', 8 * MIB, 3 * MIB, [8 * MIB, 4 * MIB, 2 * MIB]],
  ['a whole number of bytes', 3 * MIB + 1, 2 * MIB, [3 * MIB + 1, 1.5 * MIB]],
])('a store gets %s', async (_, wanted, room, sizes) => {
  const { tried, make } = server(room)
  expect(await madeToFit(wanted, make)).toBe(sizes.at(-1))
  expect(tried).toEqual(sizes)
})

it('creating a store fails when there is no room for 1 MiB', async () => {
  const { tried, make } = server(0)
  await expect(madeToFit(4 * MIB, make)).rejects.toThrow('refused')
  expect(tried).toEqual([4 * MIB, 2 * MIB, MIB])
})

it('creating a store is not retried after other failures', async () => {
  for (const error of [refusal(10058), new Error('away')]) {
    const { tried, make } = server(0, error)
    await expect(madeToFit(4 * MIB, make)).rejects.toBe(error)
    expect(tried).toEqual([4 * MIB])
  }
})
