import fc from 'fast-check'
import { type Collection, Decimal128, type Document, type MongoClient, type UpdateFilter } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diffUpdate } from '../src/aggregate/diff-update.ts'
import { connectMongo } from '../src/store/mongo.ts'
import { testServers } from '../src/testing.ts'

const a = { id: 'a', n: 1 }
const b = { id: 'b', n: 2 }
const c = { id: 'c', n: 3 }
const [x, y, z] = ['x', 'y', 'z'].map((line_id) => ({ id: 'same', line_id })) as [object, object, object]

describe('the update from one state to the next', () => {
  it.each([
    ['nothing changed', { x: 1, list: [a] }, { x: 1, list: [a] }, {}],
    ['a field changed', { x: 1, y: 1 }, { x: 2, y: 1 }, { $set: { x: 2 } }],
    ['a field was added', {}, { x: null }, { $set: { x: null } }],
    ['a field was removed', { x: 1, y: 2 }, { y: 2 }, { $unset: { x: '' } }],
    ['a field became undefined', { x: 1 }, { x: undefined }, { $unset: { x: '' } }],
    ['elements were appended', { list: [a] }, { list: [a, b, c] }, { $push: { list: { $each: [b, c] } } }],
    ['the first elements were added', { list: [] }, { list: [a] }, { $push: { list: { $each: [a] } } }],
    ['an element was removed', { list: [a, b] }, { list: [b] }, { $pull: { list: { id: { $in: ['a'] } } } }],
    ['all elements were removed', { list: [a, b] }, { list: [] }, { $pull: { list: { id: { $in: ['a', 'b'] } } } }],
    [
      'an element was removed and another changed',
      { list: [a, b] },
      { list: [{ ...b, n: 9 }] },
      { $set: { list: [{ ...b, n: 9 }] } },
    ],
    ['an element was removed that has no id', { list: [1, 2] }, { list: [2] }, { $set: { list: [2] } }],
    ['an element was removed whose id others have', { list: [a, b, { ...a }] }, { list: [a, b] }, { $set: { list: [a, b] } }],
    [
      'an element was removed that another id tells apart',
      { list: [x, y, z] },
      { list: [x, z] },
      { $pull: { list: { line_id: { $in: ['y'] } } } },
    ],
    [
      'elements changed places',
      { list: [a, b, c] },
      { list: [c, b, a] },
      { $set: { 'list.0.id': 'c', 'list.0.n': 3, 'list.2.id': 'a', 'list.2.n': 1 } },
    ],
    ["an element's field changed", { list: [a, b] }, { list: [a, { ...b, n: 9 }] }, { $set: { 'list.1.n': 9 } }],
    ['an element lost a field', { list: [a] }, { list: [{ id: 'a' }] }, { $set: { list: [{ id: 'a' }] } }],
    [
      "an element's field became undefined",
      { list: [a] },
      { list: [{ ...a, n: undefined }] },
      { $set: { list: [{ id: 'a', n: undefined }] } },
    ],
    [
      'an element changed and another was added',
      { list: [a] },
      { list: [{ ...a, n: 9 }, b] },
      { $set: { list: [{ ...a, n: 9 }, b] } },
    ],
    [
      'a decimal inside an element changed',
      { list: [{ d: Decimal128.fromString('1') }] },
      { list: [{ d: Decimal128.fromString('2') }] },
      { $set: { 'list.0.d': Decimal128.fromString('2') } },
    ],
    ['metadata changed', { metadata: { 'a.b': 1 } }, { metadata: { 'a.b': 2 } }, { $set: { metadata: { 'a.b': 2 } } }],
    [
      "an element's metadata changed",
      { list: [{ metadata: { $x: 1 } }] },
      { list: [{ metadata: { $x: 2 } }] },
      { $set: { 'list.0.metadata': { $x: 2 } } },
    ],
    [
      'a list of free-form objects changed',
      { rules: [{ 'a.b': 1 }] },
      { rules: [{ 'a.b': 2 }] },
      { $set: { rules: [{ 'a.b': 2 }] } },
    ],
  ])('when %s', (_kind, before, after, update) => {
    expect(diffUpdate(before, after)).toEqual(update)
  })

  it('appends in place inside a list element', () => {
    const before = {
      changes: [
        { id: 'x', actions: [a] },
        { id: 'y', status: 'pending', actions: [a] },
      ],
    }
    const after = { changes: [before.changes[0], { ...before.changes[1]!, status: 'requested', actions: [a, b] }] }

    expect(diffUpdate(before, after)).toEqual({
      $set: { 'changes.1.status': 'requested' },
      $push: { 'changes.1.actions': { $each: [b] } },
    })
  })
})

describe('applied by MongoDB', () => {
  let client: MongoClient
  let collection: Collection<Document & { _id: number }>
  beforeAll(async () => {
    const { MONGODB_URL, MONGODB_PREFIX } = testServers()
    client = await connectMongo(MONGODB_URL)
    collection = client.db(`${MONGODB_PREFIX}_diff`).collection('states')
  })
  afterAll(async () => {
    await client.db(collection.dbName).dropDatabase()
    await client.close()
  })

  // Few distinct names and values, so that states overlap; some of them awkward keys of free-form objects.
  const metadata = fc.dictionary(
    fc.constantFrom('a.b', '$inc', 'x', '0', 'ä'),
    fc.constantFrom<unknown>(1, null, 'v', { 'c.d': [] }),
    { maxKeys: 2, noNullPrototype: true },
  )
  const leaf = fc.record({ id: fc.constantFrom('p', 'q'), n: fc.nat(2) }, { requiredKeys: ['id'], noNullPrototype: true })
  const element = fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c'),
      n: fc.option(fc.nat(3)),
      actions: fc.array(leaf, { maxLength: 3 }),
      metadata: fc.option(metadata),
    },
    { requiredKeys: ['id'], noNullPrototype: true },
  )
  const field = fc.oneof(
    fc.nat(3),
    fc.constant(null),
    fc.array(element, { maxLength: 6 }),
    metadata,
    fc.array(metadata, { maxLength: 2 }),
  )
  const state = fc.dictionary(fc.constantFrom('x', 'y', 'items', 'changes', 'metadata'), field, { maxKeys: 5 })
  /** A next state that shares its unchanged parts with the previous one, as decisions do. */
  const step = fc.record({
    name: fc.constantFrom('x', 'items', 'changes'),
    value: field,
    at: fc.nat(5),
    item: element,
    act: leaf,
    how: fc.nat(7),
  })
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
  type Item = { actions?: unknown[] } & Record<string, unknown>

  function next(before: Record<string, unknown>, { name, value, at, item, act, how }: Step): Record<string, unknown> {
    const list = before[name]
    if (how === 0) return { ...before, [name]: value }
    if (how === 1) return Object.fromEntries(Object.entries(before).filter(([key]) => key !== name))
    if (how === 2) return { ...before, [name]: undefined }
    if (!Array.isArray(list)) return { ...before, [name]: [item] }
    if (how === 3) return { ...before, [name]: [...list, item] }
    if (how === 4) return { ...before, [name]: list.filter((_, index) => index !== at) }
    const changed = (one: Item) =>
      how === 5
        ? { ...one, n: at }
        : how === 6
          ? { ...one, n: undefined }
          : { ...one, actions: [...(Array.isArray(one.actions) ? one.actions : []), act] }
    return { ...before, [name]: list.map((one, index) => (index === at % list.length ? changed(one as Item) : one)) }
  }

  it('turns any state into any other state', async () => {
    let ran = 0
    await fc.assert(
      fc.asyncProperty(state, fc.array(step, { maxLength: 4 }), async (before, steps) => {
        const _id = ran++
        const after = steps.reduce(next, before as Record<string, unknown>)
        const update = diffUpdate(before, after)
        await collection.insertOne({ _id, ...before })
        if (Object.keys(update).length > 0) await collection.updateOne({ _id }, update as UpdateFilter<Document>)

        const { _id: _, ...stored } = (await collection.findOne({ _id }))!
        expect(stored).toEqual(JSON.parse(JSON.stringify(after)))
        const paths = [update.$set, update.$unset, update.$push, update.$pull].flatMap((part) => Object.keys(part ?? {}))
        for (const path of paths) expect(path).toMatch(/^[a-z]+(\.\d+\.(id|n|actions|metadata)(\.\d+)?)?$/)
      }),
      { numRuns: 600 },
    )
  })
})
