import { Id, type ListQuery, listQuery, Timestamp } from '@souk/contracts'
import fc from 'fast-check'
import type { Collection, Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fromDocument } from '../src/aggregate/stored.ts'
import { parseQueryString } from '../src/server/query-string.ts'
import { pageOf } from '../src/store/list-in-memory.ts'
import { readPage } from '../src/store/page.ts'
import { searchWords } from '../src/store/search-words.ts'
import { observed, openCounters } from './counters.ts'

const Hat = z.object({
  id: Id,
  title: z.string().nullable(),
  status: z.enum(['new', 'worn']),
  size: z.number().nullable(),
  is_soft: z.boolean(),
  created_at: Timestamp,
  deleted_at: Timestamp.nullable(),
  owners: z.array(z.object({ id: Id })),
})
type Hat = z.infer<typeof Hat>
const SEARCHED = ['title', 'owners.id'] as const
const query = listQuery(Hat, {
  sort: ['created_at', 'title', 'size', 'id'],
  filter: ['id', 'title', 'status', 'size', 'is_soft', 'created_at', 'owners.id'],
  q: SEARCHED,
  deleted: 'shown',
})
const asked = (raw: string): ListQuery => query.parse(parseQueryString(raw))

/** Not every combination is valid: some operators take a single value. */
function isTaken(raw: string): boolean {
  try {
    return asked(raw) !== undefined
  } catch {
    return false
  }
}

let db: Awaited<ReturnType<typeof openCounters>>
let watched: Awaited<ReturnType<typeof observed>>
let hats: Collection<Document>
let many: Collection<Document>
beforeAll(async () => {
  db = await openCounters()
  watched = await observed(db.db.databaseName)
  hats = db.db.collection('hats')
  many = db.db.collection('many')
})
afterAll(() => Promise.all([db.close(), watched.close()]))

const soon = () => Date.now() + 30_000
async function read(collection: Collection<Document>, raw: string, within: Document = {}) {
  const { batches, count } = await readPage(collection, { within, query: asked(raw), deadline: soon() })
  const sizes: number[] = []
  const records: Hat[] = []
  for await (const batch of batches) {
    sizes.push(batch.length)
    records.push(...batch.map((document) => fromDocument<Hat>(document)))
  }
  return { records, count, sizes, ids: records.map(({ id }) => id) }
}

describe('a page of a collection', () => {
  const time = fc.integer({ min: 1, max: 5 }).map((day) => `2026-01-0${day}T00:00:00.000Z`)
  const word = fc.constantFrom('Red', 'réd', 'hat', 'Hut', 'a%b', 'a_b', 'a.b', 'x', 'ab', '\\', 'Straße')
  const title = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
  const hat = fc.record({
    title: fc.option(title),
    status: fc.constantFrom('new' as const, 'worn' as const),
    size: fc.option(fc.integer({ min: -2, max: 3 })),
    is_soft: fc.boolean(),
    created_at: time,
    deleted_at: fc.option(time, { freq: 3 }),
    owners: fc.array(
      fc.constantFrom('o1', 'o2', 'o3').map((id) => ({ id })),
      { maxLength: 2 },
    ),
  })
  const records = fc
    .array(hat, { maxLength: 12 })
    .map((some): Hat[] => some.map((one, at) => ({ id: `hat_${String(at).padStart(2, '0')}`, ...one })))

  const pattern = fc.array(fc.constantFrom('%', '_', 'r', 'R', 'hat', ' ', 'a', '.', '\\%', 'b', '*', '(', '\\'), {
    maxLength: 6,
  })
  const condition = fc.oneof(
    fc.tuple(fc.constantFrom('', '[$ne]', '[$gt]', '[$gte]', '[$lt]', '[$lte]'), title).map(([op, text]) => ['title', op, text]),
    fc.tuple(fc.constantFrom('[$like]', '[$ilike]', '[$re]'), pattern).map(([op, text]) => ['title', op, text.join('')]),
    fc
      .tuple(fc.constantFrom('', '[]', '[$ne]', '[$in][]'), fc.constantFrom('new', 'worn'))
      .map(([op, text]) => ['status', op, text]),
    fc
      .tuple(fc.constantFrom('', '[$gt]', '[$gte]', '[$lt]', '[$lte]', '[$ne]'), fc.integer({ min: -2, max: 3 }))
      .map(([op, n]) => ['size', op, String(n)]),
    fc.constantFrom(
      ['size', '', 'null'],
      ['size', '[$ne]', 'null'],
      ['title', '[$exists]', 'true'],
      ['title', '[$exists]', 'false'],
    ),
    fc.boolean().map((is) => ['is_soft', '', String(is)]),
    fc.tuple(fc.constantFrom('[$gt]', '[$lte]', ''), time).map(([op, at]) => ['created_at', op, at]),
    fc.tuple(fc.constantFrom('', '[$ne]', '[$nin][]'), fc.constantFrom('o1', 'o2')).map(([op, id]) => ['owners[id]', op, id]),
    fc.constantFrom('hat_00', 'hat_03').map((id) => ['id', '[$gte]', id]),
  ) as fc.Arbitrary<[string, string, string]>
  const within = (group: string) =>
    condition.map(([field, operator, value]) => {
      const name =
        group === '' ? field : `${group}[${field.replace('[', '][').replace(']]', ']')}${field.includes('[') ? '' : ']'}`
      return `${encodeURIComponent(name + operator)}=${encodeURIComponent(value)}`
    })
  const text = fc
    .tuple(
      fc.array(within(''), { maxLength: 2 }),
      fc.array(fc.oneof(within('$or[0]'), within('$or[1]'), within('$and[0]')), { maxLength: 3 }),
      fc.option(fc.constantFrom('r', 'red', 'HA', 'str', 'o1', 'ab red', '-', 'rede'), { freq: 2 }),
      fc.option(fc.constantFrom('title', '-title', 'size,-created_at', '-created_at', 'id', '-size,id')),
      fc.record({ limit: fc.integer({ min: 0, max: 14 }), offset: fc.integer({ min: 0, max: 5 }), with_deleted: fc.boolean() }),
    )
    .map(([own, groups, q, order, page]) =>
      [
        ...own,
        ...groups,
        ...(q === null ? [] : [`q=${q}`]),
        ...(order === null ? [] : [`order=${order}`]),
        ...Object.entries(page).map(([name, value]) => `${name}=${value}`),
      ].join('&'),
    )
    .filter(isTaken)

  it('contains the same records as a page of them computed in memory, for any query', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.array(text, { minLength: 1, maxLength: 8 }), async (all, texts) => {
        await hats.deleteMany({})
        if (all.length > 0)
          await hats.insertMany(
            all.map(({ id, ...rest }) => ({ _id: id, ...rest, search_words: searchWords(rest, SEARCHED) })) as never,
          )

        for (const raw of texts) {
          const { records: expected, count } = pageOf(all, asked(raw), SEARCHED)
          const found = await read(hats, raw)
          expect({ raw, ids: found.ids, count: found.count }).toEqual({ raw, ids: expected.map(({ id }) => id), count })
        }
      }),
      { numRuns: 150 },
    )
  })

  it('leaves out records without a value when another value is excluded, as SQL does', async () => {
    await hats.deleteMany({})
    const sizes = { small: 1, large: 3, none: null }
    await hats.insertMany(
      Object.entries(sizes).map(([id, size]) => ({ _id: id as never, size, created_at: '2026', deleted_at: null })),
    )

    for (const [raw, ids] of [
      ['size[$ne]=1', ['large']],
      ['size[$nin][]=1&size[$nin][]=2', ['large']],
      ['size[$ne]=null', ['large', 'small']],
    ] as const)
      expect((await read(hats, `${raw}&order=id`)).ids).toEqual(ids)
  })

  it('never contains records outside of its scope, whatever the query', async () => {
    await hats.deleteMany({})
    await hats.insertMany([
      { _id: 'own' as never, seller_id: 'sel_1', status: 'new', created_at: '2026', deleted_at: null },
      { _id: 'foreign' as never, seller_id: 'sel_2', status: 'new', created_at: '2026', deleted_at: null },
    ])

    for (const raw of ['', '$or[0][status]=new&$or[1][id]=foreign', 'id[$ne]=x', 'id=foreign&id=own', 'with_deleted=true'])
      expect((await read(hats, raw, { seller_id: 'sel_1' })).ids).toEqual(['own'])
  })
})

describe('a long page', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `hat_${String(n).padStart(4, '0')}`)
  const documents = (text: string) =>
    ids.map((id, n) => ({ _id: id as never, text, size: n % 7, created_at: `2026-${n % 3}`, deleted_at: null }))
  const ordered = documents('').sort((a, b) => b.size - a.size || (a._id < b._id ? 1 : -1))

  it('is one query when few records match, whatever the limit', async () => {
    const some = watched.counters.db.collection('few')
    await some.insertMany(documents('').slice(0, 99))
    watched.take()

    expect((await read(some as never, 'limit=9999&order=id')).ids).toEqual(ids.slice(0, 99))
    expect(watched.take()).toEqual(['find'])
  })

  it('contains each record once and in order, in batches', async () => {
    await many.deleteMany({})
    await many.insertMany(documents('small'))

    for (const [raw, from, to] of [
      ['limit=9999', 0, 1000],
      ['limit=500&offset=300', 300, 800],
      ['limit=101', 0, 101],
      ['limit=100', 0, 100],
      ['limit=9999&offset=950', 950, 1000],
      ['limit=20&offset=600', 600, 620],
      ['limit=20&offset=990', 990, 1000],
      ['limit=20&offset=1000', 1000, 1000],
    ] as const) {
      const page = await read(many, `${raw}&order=-size`)
      expect({ raw, ids: page.ids }).toEqual({ raw, ids: ordered.slice(from, to).map(({ _id }) => _id) })
      expect({ raw, count: page.count }).toEqual({ raw, count: 1000 })
      expect(page.sizes[0]).toBe(Math.min(100, to - from))
    }
  })

  it('holds only a few megabytes in memory at once, however large its records are', async () => {
    await many.deleteMany({})
    const large = documents('x'.repeat(400 * 1024)).slice(0, 120)
    for (let at = 0; at < large.length; at += 20) await many.insertMany(large.slice(at, at + 20))

    const page = await read(many, 'limit=9999&order=id')

    expect(page.ids).toEqual(ids.slice(0, 120))
    expect(page.count).toBe(120)
    expect(page.sizes[0]).toBeLessThanOrEqual(40) // 16 MiB
    expect(Math.max(...page.sizes.slice(3))).toBeLessThanOrEqual(3) // about 1 MiB
  })

  it('leaves out records that are deleted while it is read', async () => {
    await many.deleteMany({})
    await many.insertMany(documents('small'))
    const { batches } = await readPage(many, { within: {}, query: asked('limit=9999&order=id'), deadline: soon() })
    await many.updateMany({ _id: { $gte: 'hat_0900' as never } }, { $set: { deleted_at: '2026' } })

    const found: unknown[] = []
    for await (const batch of batches) found.push(...batch.map(({ _id }) => _id))

    expect(found).toEqual(ids.slice(0, 900))
  })
})
