import { operations } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, type JsonSchema } from './body-schema.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type HonestRequests, honestRequests } from './scenes/honest-request.ts'
import { type System, startSystem } from './system.ts'

let system: System
let honest: HonestRequests
beforeAll(async () => {
  system = await startSystem()
  honest = await honestRequests(system)
})
afterAll(() => system.stop())

type Path = (string | number)[]

/** The paths of all numbers in a body; in a list, of its first entry. */
function numbersIn({ type, properties = {}, items, anyOf = [] }: JsonSchema, path: Path = []): Path[] {
  if (type === 'number' || type === 'integer') return [path]
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => numbersIn(schema, [...path, name])),
    ...(items ? numbersIn(items, [...path, 0]) : []),
    ...anyOf.flatMap((schema) => numbersIn(schema, path)),
  ]
}

const PLACE = '"<number>"'
const nested = ([first, ...rest]: Path): unknown =>
  first === undefined ? '<number>' : typeof first === 'number' ? [nested(rest)] : { [first]: nested(rest) }

const inputs = operations.flatMap((operation) => {
  const { name, method, path } = operation
  return method && path ? numbersIn(bodyOf(operation)).map((at) => ({ name, method, at })) : []
})

describe('a number that cannot be kept exactly', () => {
  it('is tested for every amount and quantity', () => {
    expect(inputs.map(({ name, at }) => `${name}: ${at.join('.')}`)).toEqual(
      expect.arrayContaining([
        'create-price-list-price: amount',
        'create-price-list-price: min_quantity',
        'create-price-list-price: max_quantity',
        'create-price-list: prices.0.amount',
        'create-cart: items.0.quantity',
        'add-line-item: quantity',
        'add-order-edit-shipping-method: custom_amount',
      ]),
    )
  })

  it.each(inputs.map((input) => [`${input.name}: ${input.at.join('.')}`, input] as const))(
    'is rejected with the name of its field, not rounded: %s',
    async (_name, { name, method, at }) => {
      const { path, body, headers } = honest[name]!
      const text = JSON.stringify({ ...body, ...(nested(at) as object) })
      for (const number of ['9007199254740993', '12.345678901234567890', '0.1000000000000000055', '1e-400']) {
        const answer = await system.http(method, path, { body: text.replace(PLACE, number), ...(headers && { headers }) })

        const sentence = `Field '${at.join(', ')}' holds a number with more digits than can be kept`
        expectRefusal(answer, { status: 400, type: 'invalid_data', message: `Invalid request: ${sentence}` })
        expect(answer.body.errors).toEqual([{ path: at, code: 'inexact_number', message: sentence }])
      }
    },
  )
})
