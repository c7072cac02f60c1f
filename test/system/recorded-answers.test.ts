import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offers } from './http-cases.ts'
import { differences, type RecordedAnswer, recordedAnswers, type Shape } from './recorded-answers.ts'
import { recordedIds, SCENES } from './scenes/scenes.ts'
import { type System, startSystem } from './system.ts'

/** Intended differences of our answers, by request and field, with reasons. */
const DIFFERENT: Record<string, Record<string, string>> = Object.assign(
  {},
  ...Object.values(SCENES).map(({ different }) => different),
)

let system: System
/** Our records in place of those with which the requests were recorded. */
let known: Record<string, string>
beforeAll(async () => {
  system = await startSystem()
  known = await recordedIds(system)
})
afterAll(() => system.stop())

const pathOf = ({ request }: RecordedAnswer) => request.split(' ')[1]!.split('?')[0]!
const isOffered = (recorded: RecordedAnswer) => offers('GET', pathOf(recorded))

function urlOf({ request }: RecordedAnswer): string {
  return request.slice('GET '.length).replaceAll(/(?<=[/=]):(\w+)/g, (_, name: string) => {
    if (known[name] === undefined) throw new Error(`no seeded record stands for :${name}: name one in test/system/scenes`)
    return known[name]
  })
}

describe('answers have every field that clients got from Medusa and Mercur, with its type', () => {
  it.each(recordedAnswers().filter(isOffered))('$client: $request', async (recorded) => {
    const url = encodeURI(urlOf(recorded))
    // The dashboard's user asked for the second factors of its own log-in.
    const as = url.startsWith('/auth/mfa/') ? { as: 'admin' as const } : {}
    const { status, body, text } = await system.http('GET', url, as)

    const found = status === 200 ? differences(recorded.answer, body) : [`status ${status}`]
    expect(found.toSorted(), text).toEqual(Object.keys(DIFFERENT[recorded.request] ?? {}).toSorted())
  })

  it('except for the documented differences', () => {
    const compared = recordedAnswers().filter(isOffered)

    expect(Object.keys(DIFFERENT).filter((known) => !compared.some(({ request }) => request === known))).toEqual([])
    expect(compared.length).toBeGreaterThan(150)
    const others = recordedAnswers().filter((recorded) => !isOffered(recorded))
    expect(new Set(others.map(({ request }) => request.split('?')[0]))).toEqual(new Set(['GET /admin/workflows-executions']))
  })
})

describe('an answer differs', () => {
  const recorded: Shape = {
    order: {
      ...{ id: 'string', total: 'number', metadata: {}, note: null },
      ...{ items: [{ id: 'string' }], tags: [], lists: [{ of: ['string'] }] },
    },
  }
  const lists = { items: [{ id: 'i', more: 1 }], tags: ['a'], lists: [{ of: ['x'] }] }
  const order = { id: 'o', total: 1, metadata: null, note: 'x', ...lists, more: true }

  it.each<[string, object, string[]]>([
    ['not when it has more fields, or null as a plain value or a free-form object', { id: null }, []],
    ['when a field is missing', { total: undefined }, ['order.total: missing']],
    ['when a field has another type', { total: '1' }, ['order.total: string instead of number']],
    ['when it has a list in place of a record', { metadata: [] }, ['order.metadata: array instead of object']],
    [
      'when it has null or a record in place of a list',
      { items: null, tags: {} },
      ['order.items: null instead of array', 'order.tags: object instead of array'],
    ],
    ['when a list is empty, which proves nothing', { items: [] }, ['order.items: empty']],
    ['when the lists in all records of a list are empty', { lists: [{ of: [] }, { of: [] }] }, ['order.lists[].of: empty']],
    ['not when only one of the lists in a list is empty', { lists: [{ of: [] }, { of: ['x'] }] }, []],
    [
      'when any record of a list differs',
      { items: [{ id: 'i' }, {}, { id: 2 }] },
      ['order.items[].id: missing', 'order.items[].id: number instead of string'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(differences(recorded, { order: { ...order, ...changes } })).toEqual(expected)
  })

  it('when a record is null', () => {
    expect(differences({ order: { id: 'string' } }, { order: null })).toEqual(['order: null instead of object'])
  })
})
