import { expect, it } from 'vitest'
import { IdInput } from '../src/fields/common.ts'
import { ListInput } from '../src/fields/list-input.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => `id_${n}`)
const problemsOf = (schema: ReturnType<typeof ListInput>, given: unknown) =>
  schema.safeParse(given).error?.issues.map(({ message }) => message)

it.each([
  ['names too many entries', ListInput(IdInput, 3, 'sales channels'), 'must not name more than 3 sales channels'],
  ['holds too many entries', ListInput(IdInput, 3, 'prices', 'hold'), 'must not hold more than 3 prices'],
  ['has too many entries', ListInput(IdInput, 3, 'entries', 'have'), 'must not have more than 3 entries'],
])('a list that %s is rejected with the limit in the message', (_, schema, text) => {
  expect(problemsOf(schema, ids(4))).toEqual([text])
  expect(schema.parse(ids(3))).toEqual(ids(3))
  expect(schema.parse([])).toEqual([])
})

it('the items of a list are validated against their schema', () => {
  expect(ListInput(IdInput, 3, 'products').safeParse(['prod_1', '']).error?.issues).toMatchObject([
    { code: 'too_small', path: [1] },
  ])
})
