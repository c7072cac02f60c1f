import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GivenCurrencyCode, Id, Timestamp } from '../src/fields/common.ts'
import {
  asksForAll,
  defineOperation,
  invalidRequest,
  listCustomerGroups,
  listFulfillmentProviders,
  listProducts,
  listQuery,
  listSalesChannels,
  listShippingOptions,
  listVendorCustomerGroups,
  listVendorProducts,
  listVendorShippingOptions,
  type Operation,
  searchOf,
  toOpenApi,
} from '../src/index.ts'

const Hat = z.object({
  id: Id,
  title: z.string(),
  status: z.enum(['new', 'worn']),
  size: z.number(),
  is_soft: z.boolean(),
  parent_id: Id.nullable(),
  sold_at: Timestamp.nullable().describe('Null until it is.'),
  created_at: Timestamp,
  metadata: z.record(z.string(), z.unknown()),
  owners: z.array(z.object({ id: Id, name: z.string() })),
})
const query = listQuery(Hat, {
  sort: ['created_at', 'title', 'owners.name'],
  filter: ['id', 'title', 'status', 'size', 'is_soft', 'parent_id', 'sold_at', 'owners.id'],
  q: ['title', 'owners.name'],
  deleted: 'shown',
})
const listHats = defineOperation({
  service: 'pricing',
  name: 'list-hats',
  method: 'GET',
  path: '/admin/hats',
  summary: 'List hats',
  query,
  response: z.object({ hats: z.array(Hat) }),
})

const isIn = (field: string, ...value: unknown[]) => ({ field, operator: 'in', value })
const day = '2026-01-01T00:00:00.000Z'
const all = { offset: 0, limit: 50, order: undefined, with_deleted: false, q: undefined, filter: [] }

describe('a list query', () => {
  it('defaults to the first 50 of all records', () => {
    expect(query.parse({})).toEqual(all)
    expect(asksForAll(query.parse({ offset: '3', limit: '7', q: ' ', fields: 'id', order: '' }))).toBe(true)
  })

  it('uses the page size, sort order and key that the list declares', () => {
    const Coin = z.object({ code: z.string(), name: z.string() })
    const coins = listQuery(Coin, { sort: ['name'], key: 'code', limit: 200, order: [{ field: 'code', direction: -1 }] })
    expect(coins.parse({})).toEqual({ ...all, limit: 200, order: [{ field: 'code', direction: -1 }] })
    expect(coins.parse({ limit: '3', order: 'name' })).toMatchObject({ limit: 3, order: [{ field: 'name', direction: 1 }] })
    expect(coins.parse({ order: '' })).toMatchObject({ order: [{ field: 'code', direction: -1 }] })
    expect(coins.safeParse({ order: 'id' }).success).toBe(false)
  })

  it.each([
    [{ limit: '0' }, { limit: 0 }],
    [
      { limit: '9999', offset: '999999999' },
      { limit: 9999, offset: 999999999 },
    ],
    [{ limit: '10000' }, { limit: 9999 }],
    [{ limit: String(Number.MAX_SAFE_INTEGER) }, { limit: 9999 }],
    [{ with_deleted: 'true' }, { with_deleted: true }],
    [{ with_deleted: 'False' }, { with_deleted: false }],
    [{ q: ' red  hat ' }, { q: 'red  hat' }],
    [{ order: 'title' }, { order: [{ field: 'title', direction: 1 }] }],
    [
      { order: '-created_at, owners.name,created_at' },
      {
        order: [
          { field: 'created_at', direction: -1 },
          { field: 'owners.name', direction: 1 },
        ],
      },
    ],
    [{ fields: 'id,+title' }, { fields: 'id,+title' }],
  ])('reads %j', (input, output) => {
    expect(query.parse(input)).toEqual({ ...all, ...output })
  })

  it.each(['contains', 'starts_with', 'ends_with'])('accepts the Medusa 1 text operator %s and ignores it', (operator) => {
    expect(query.parse({ title: { [operator]: 'hat' } }).filter).toEqual([])
    expect(query.parse({ title: { [operator]: 'hat', $like: 'R%' } }).filter).toMatchObject([{ operator: 'like' }])
  })

  it.each([
    [{ id: 'hat_1' }, isIn('id', 'hat_1')],
    [{ id: ['a', 'b'] }, isIn('id', 'a', 'b')],
    [{ id: ['a,b'] }, isIn('id', 'a', 'b')],
    [{ id: { $in: ['a', 'b'] } }, isIn('id', 'a', 'b')],
    [{ title: ['Red, blue'] }, isIn('title', 'Red, blue')],
    [{ status: ['new', 'worn'] }, isIn('status', 'new', 'worn')],
    [{ size: '-1.50' }, isIn('size', -1.5)],
    [{ is_soft: 'TRUE' }, isIn('is_soft', true)],
    [{ parent_id: 'null' }, isIn('parent_id', null)],
    [{ title: 'null' }, isIn('title', 'null')],
    [{ sold_at: ['null', '2026-01-01'] }, isIn('sold_at', null, day)],
    [{ sold_at: '2026-01-01T01:00:00+01:00' }, isIn('sold_at', day)],
    [{ sold_at: '2026-01-01T00:00:00' }, isIn('sold_at', day)],
    [{ owners: { id: 'o' } }, isIn('owners.id', 'o')],
    [{ id: { $eq: 'a' } }, isIn('id', 'a')],
    [{ id: { $ne: 'a' } }, { field: 'id', operator: 'nin', value: ['a'] }],
    [{ id: { $nin: ['a', 'b'] } }, { field: 'id', operator: 'nin', value: ['a', 'b'] }],
    [{ parent_id: { $ne: 'null' } }, { field: 'parent_id', operator: 'nin', value: [null] }],
    [{ sold_at: { $exists: 'false' } }, { field: 'sold_at', operator: 'exists', value: false }],
    [{ title: { $like: 'R%' } }, { field: 'title', operator: 'like', value: 'R%' }],
    [{ title: { $ilike: '%hat' } }, { field: 'title', operator: 'ilike', value: '%hat' }],
    [{ title: { $re: 'hat$' } }, { field: 'title', operator: 'like', value: '%hat' }],
    [{ title: { $re: '^R.d' } }, { field: 'title', operator: 'like', value: 'R_d%' }],
    [{ title: { $re: '^100% a.*_\\.\\$$' } }, { field: 'title', operator: 'like', value: '100\\% a%\\_.$' }],
    [{ title: { $re: '' } }, { field: 'title', operator: 'like', value: '%%' }],
    [{ sold_at: { $gt: '2026-01-01' } }, { field: 'sold_at', operator: 'gt', value: day }],
    [{ sold_at: { $gt: '01-01-2026' } }, { field: 'sold_at', operator: 'gt', value: day }],
    [{ sold_at: '01/01/2026' }, isIn('sold_at', day)],
    [{ size: { $lte: '3' } }, { field: 'size', operator: 'lte', value: 3 }],
    [{ sold_at: '{"$gte":"2026-01-01"}' }, { field: 'sold_at', operator: 'gte', value: day }],
    [{ sold_at: '{"$ne":"2026-01-01T00:00:00.000Z"}' }, { field: 'sold_at', operator: 'nin', value: [day] }],
    [{ $and: [{ sold_at: '{"$eq":"2026-01-01"}' }] }, isIn('sold_at', day)],
    [{ title: '{"$gte":"a"}' }, isIn('title', '{"$gte":"a"}')],
  ])('filters by %j', (input, term) => {
    expect(query.parse(input).filter).toEqual([term])
  })

  it('reads the operators of a date from JSON, as the vendor panel writes them', () => {
    const span = '{"$gte":"2026-01-01","$lt":"2026-01-02T00:00:00.000Z"}'
    expect(query.parse({ sold_at: span }).filter).toEqual(query.parse({ sold_at: JSON.parse(span) }).filter)
    expect(query.parse({ sold_at: '{}' }).filter).toEqual([])
  })

  it('finds currencies that are kept as they were given, however they are spelled', () => {
    const Prize = z.object({ id: Id, purse: z.object({ currency_code: GivenCurrencyCode.nullable() }), created_at: Timestamp })
    const prizes = listQuery(Prize, { sort: ['created_at'], filter: ['purse.currency_code'] })
    const spelled = ['usd', 'usD', 'uSd', 'uSD', 'Usd', 'UsD', 'USd', 'USD']
    const of = (currency_code: unknown) => prizes.parse({ purse: { currency_code } }).filter
    const field = 'purse.currency_code'
    for (const code of ['usd', 'USD', ['Usd', 'uSD']]) expect(of(code)).toEqual([isIn(field, ...spelled)])
    expect(of({ $ne: 'USD' })).toEqual([{ field, operator: 'nin', value: spelled }])
    expect(of(['null', 'US', 'US1', 'usd\n', 'us\u212a'])).toEqual([isIn(field, null, 'US', 'US1', 'usd\n', 'us\u212a')])
    expect(of({ $gte: 'USD' })).toEqual([{ field, operator: 'gte', value: 'USD' }])
  })

  it('filters linked records by id only', () => {
    const own = listQuery(Hat, { sort: ['created_at'], ids: ['shops'] })
    const not = { field: 'shops', operator: 'nin', value: ['b'] }
    expect(own.parse({ shops: { id: 'a' } }).filter).toEqual([isIn('shops', 'a')])
    expect(own.parse({ shops: { id: ['a'], $ne: 'b' } }).filter).toEqual([isIn('shops', 'a'), not])
    expect(own.parse({ shops: { id: { $ne: 'b' } } }).filter).toEqual([not])
    const operation = { ...listHats, query: own }
    const refusalOf = (input: object) =>
      invalidRequest(own.safeParse(input).error!.issues, { input, operation, part: 'query' }).message
    const ofName = "Invalid request: Field 'shops, name': Only 'id' of shops can be asked for, not 'name'"
    expect(refusalOf({ shops: { name: 'a' } })).toBe(ofName)
    expect(refusalOf({ shops: { id: 'a', name: ['b'] } })).toBe(ofName)
    expect(refusalOf({ shops: { id: { id: 'a' } } })).toContain("Field 'shops, id, id'")
  })

  it('combines conditions with AND, and alternatives with OR', () => {
    const either = { $or: [{ status: 'new' }, { size: { $gt: '1', $lt: '3' }, $and: [{ is_soft: 'true' }] }] }

    expect(query.parse({ id: 'a', $and: [{ title: 'b' }, { title: { $ne: 'c' } }], ...either }).filter).toEqual([
      isIn('id', 'a'),
      isIn('title', 'b'),
      { field: 'title', operator: 'nin', value: ['c'] },
      {
        any: [
          [isIn('status', 'new')],
          [{ field: 'size', operator: 'gt', value: 1 }, { field: 'size', operator: 'lt', value: 3 }, isIn('is_soft', true)],
        ],
      },
    ])
  })

  it('accepts alternatives inside a nested record', () => {
    expect(query.parse({ owners: { id: 'a', $or: [{ id: 'b' }, { id: { $ne: 'c' } }] } }).filter).toEqual([
      isIn('owners.id', 'a'),
      { any: [[isIn('owners.id', 'b')], [{ field: 'owners.id', operator: 'nin', value: ['c'] }]] },
    ])
    expect(query.safeParse({ owners: { $and: [{ name: 'b' }] } }).success).toBe(false)
  })

  it.each([
    [{ foo: '1' }, "Unrecognized fields: 'foo'"],
    [{ limt: '1' }, "Unrecognized fields: 'limt' (did you mean 'limit'?)"],
    [{ statsu: 'new', ids: 'a' }, "Unrecognized fields: 'statsu, ids' (did you mean 'status'?)"],
    [{ metadata: { a: '1' } }, "Unrecognized fields: 'metadata'"],
    [{ limit: '-1' }, "Expected type: 'number' for field 'limit', got: '-1'"],
    [{ limit: { $gt: '1' } }, "Expected type: 'string' for field 'limit', got: '[object Object]'"],
    [{ with_deleted: 'yes' }, "Expected type: 'boolean' for field 'with_deleted', got: 'yes'"],
    [{ order: 'size' }, "Field 'order': Order field size is not valid, expected one of: created_at, title, owners.name, id"],
    [
      { order: 'title,-$where' },
      "Field 'order': Order field $where is not valid, expected one of: created_at, title, owners.name, id",
    ],
    [{ status: 'old' }, "Expected: 'new, worn' for field 'status', but got: 'old'"],
    [{ status: ['new', 'old'] }, "Expected: 'new, worn' for field 'status, 1', but got: 'old'"],
    [{ size: 'big' }, "Expected type: 'number' for field 'size', got: 'big'"],
    [{ size: { $gte: '1e3' } }, "Expected type: 'number' for field 'size, $gte', got: '1e3'"],
    [{ size: { $gt: 'null' } }, "Expected type: 'number' for field 'size, $gt', got: 'null'"],
    [{ is_soft: 'null' }, "Expected type: 'boolean' for field 'is_soft', got: 'null'"],
    [{ sold_at: 'yesterday' }, "Field 'sold_at': must be an ISO 8601 date-time"],
    [{ sold_at: '{"$gte":"yesterday"}' }, "Field 'sold_at, $gte': must be an ISO 8601 date-time"],
    [
      { sold_at: '{"$where":"2026-01-01"}' },
      "Field 'sold_at, $where': Operator '$where' is not one of $eq, $ne, $in, $nin, $exists, $gt, $gte, $lt, $lte",
    ],
    [
      { sold_at: `{"$gte":"2026-01-01"${' '.repeat(1000)}}` },
      "Field 'sold_at': must be text of at most 1000 characters without NUL and lone surrogates",
    ],
    [{ sold_at: '13-01-2026' }, "Field 'sold_at': must be an ISO 8601 date-time"],
    [{ sold_at: { $lt: '2026-02-30' } }, "Field 'sold_at, $lt': must be an ISO 8601 date-time"],
    [
      { id: { $where: '1' } },
      "Field 'id, $where': Operator '$where' is not one of $eq, $ne, $in, $nin, $exists, $gt, $gte, $lt, $lte",
    ],
    [
      { size: { ends_with: '1' } },
      "Field 'size, ends_with': Operator 'ends_with' is not one of $eq, $ne, $in, $nin, $exists, $gt, $gte, $lt, $lte",
    ],
    [{ status: { $regex: '.*' } }, "Field 'status, $regex': Operator '$regex' is not one of $eq, $ne, $in, $nin, $exists"],
    [{ id: { $eq: { $ne: 'a' } } }, "Expected type: 'string' for field 'id, $eq', got: '[object Object]'"],
    [{ id: [{ $ne: 'a' }] }, "Expected type: 'string' for field 'id, 0', got: '[object Object]'"],
    [
      { title: { $re: '(a+)+$' } },
      "Field 'title, $re': must be text with ., .*, ^ and $ at the most; \\ takes the character after it as it is",
    ],
    [{ title: { $like: ['a', 'b'] } }, "Expected type: 'string' for field 'title, $like', got: 'a,b'"],
    [{ title: 'a\0' }, "Field 'title': must be text of at most 1000 characters without NUL and lone surrogates"],
    [{ title: 'a'.repeat(1001) }, "Field 'title': must be text of at most 1000 characters without NUL and lone surrogates"],
    [{ owners: { name: 'x' } }, "Unrecognized fields: 'owners, name'"],
    [{ owners: 'x' }, "Expected type: 'object' for field 'owners', got: 'x'"],
    [{ $or: 'x' }, "Expected type: 'array' for field '$or', got: 'x'"],
    [{ $or: [{ foo: '1' }] }, "Unrecognized fields: '$or, 0, foo'"],
    [{ $and: [{ limit: '1' }] }, "Unrecognized fields: '$and, 0, limit'"],
    [{ $or: [{ $and: [{ size: 'x' }] }] }, "Expected type: 'number' for field '$or, 0, $and, 0, size', got: 'x'"],
    [{ $nor: [{ id: '1' }] }, "Unrecognized fields: '$nor' (did you mean '$or'?)"],
    [{ $or: Array(51).fill({ id: 'a' }) }, "Value for field '$or' too big, expected at most: '50'"],
    [{ q: 'x'.repeat(201) }, "Value for field 'q' too big, expected at most: '200'"],
    [{ q: ['a', 'b'] }, "Expected type: 'string' for field 'q', got: 'a,b'"],
  ])('rejects %j and names the problem', (input, message) => {
    const { error } = query.safeParse(input)

    const refusal = invalidRequest(error!.issues, { input, operation: listHats, part: 'query' })
    expect(refusal.message).toBe(`Invalid request: ${message}`)
  })

  it.each([
    ...['{"$gte":1}', '{"$gte":null}', '{"$in":["2026-01-01"]}', '{"$gte":{"$gte":"2026-01-01"}}', '{"__proto__":{}}'],
    ...['{"__proto__":"2026-01-01"}', '{"$gte":"2026-01-01"', '{', '["2026-01-01"]', '"2026-01-01"', ' {"$gte":"2026-01-01"}'],
  ])('rejects %s, which is no JSON of operators with texts, as a date', (sold_at) => {
    const input = { sold_at }
    const refusal = invalidRequest(query.safeParse(input).error!.issues, { input, operation: listHats, part: 'query' })
    expect(refusal.message).toBe("Invalid request: Field 'sold_at': must be an ISO 8601 date-time")
  })

  it('shows deleted records only where the list declares it', () => {
    const [refusing, hiding] = (['refused', 'hidden'] as const).map((deleted) => listQuery(Hat, { sort: [], deleted }))

    expect(refusing!.parse({ with_deleted: 'false' }).with_deleted).toBe(false)
    expect(refusing!.safeParse({ with_deleted: 'true' }).error?.issues).toMatchObject([{ path: ['with_deleted'] }])
    expect(hiding!.parse({ with_deleted: 'true' }).with_deleted).toBe(false)
    expect(hiding!.safeParse({ with_deleted: '1' }).success).toBe(false)
  })

  it('does not show deleted records just because of a filter on deleted_at', () => {
    const Deletable = Hat.extend({ deleted_at: Timestamp.nullable() })
    const query = listQuery(Deletable, { sort: [], filter: ['deleted_at'], deleted: 'shown' })

    expect(query.parse({ deleted_at: { $gt: '1990-01-26' } }).with_deleted).toBe(false)
    expect(query.parse({ deleted_at: { $gt: '1990-01-26' }, with_deleted: 'true' }).with_deleted).toBe(true)
  })

  it('filters by links that the resource declares, inside groups too', () => {
    const own = listQuery(Hat, { sort: ['created_at'], ids: ['shop_id'] })

    expect(own.parse({ shop_id: 'shop_1' })).toEqual({ ...all, filter: [isIn('shop_id', 'shop_1')] })
    expect(own.parse({ shop_id: { id: ['a', 'b'] } }).filter).toEqual([isIn('shop_id', 'a', 'b')])
    expect(own.parse({ $or: [{ shop_id: ['a', 'b'] }] }).filter).toEqual([{ any: [[isIn('shop_id', 'a', 'b')]] }])
  })

  it.each<[name: string, Operation]>([
    ['price_list_id', listProducts],
    ['price_list_id', listVendorProducts],
    ['stock_location_id', listShippingOptions],
    ['stock_location_id', listVendorShippingOptions],
    ['stock_location_id', listFulfillmentProviders],
    ['location_id', listSalesChannels],
    ['publishable_key_id', listSalesChannels],
    ['customers', listCustomerGroups],
    ['customers', listVendorCustomerGroups],
  ])('offers only equality for links that no listed record holds, such as %s', (name, operation) => {
    const parsed = (filter: unknown) => operation.query.safeParse({ [name]: filter })

    for (const filter of ['a', { id: ['a'] }, { $eq: 'a' }, { $ne: 'a' }, { $in: ['a'] }, { id: { $nin: ['a'] } }])
      expect(parsed(filter).success, JSON.stringify(filter)).toBe(true)
    for (const operator of ['$exists', '$gt', '$gte', '$lt', '$lte'])
      expect(parsed({ [operator]: 'true' }).error?.issues).toMatchObject([
        { path: [name, operator], message: `Operator '${operator}' is not one of $eq, $ne, $in, $nin` },
      ])
  })

  it('offers no filters, groups or search where none are declared', () => {
    const plain = listQuery(Hat, { sort: ['created_at'] })

    expect(plain.parse({ order: 'created_at' }).order).toEqual([{ field: 'created_at', direction: 1 }])
    for (const name of ['q', '$and', '$or', 'id'])
      expect(plain.safeParse({ [name]: 'a' }).error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [name] }])
  })

  it.each([
    ['an unknown field', { sort: ['colour'] }, 'colour, which its records do not have'],
    ['a field inside a plain value', { sort: [], filter: ['title.id'] }, 'title.id, which its records do not have'],
    ['a filter by free-form values', { sort: [], filter: ['metadata'] }, 'cannot filter by metadata'],
    ['a filter by records', { sort: [], filter: ['owners'] }, 'cannot filter by owners'],
  ])('cannot be declared with %s', (_, declaration, problem) => {
    expect(() => listQuery(Hat, declaration as never)).toThrow(problem)
  })

  it('is documented in the API reference with a description of every parameter', () => {
    const document = toOpenApi([listHats], '1') as { paths: Record<string, { get: { parameters: Record<string, unknown>[] } }> }
    const { parameters } = document.paths['/admin/hats']!.get

    const names = [
      'fields',
      'offset',
      'limit',
      'order',
      'with_deleted',
      'q',
      'id',
      'title',
      'status',
      'size',
      'is_soft',
      'parent_id',
    ]
    expect(parameters.map(({ name }) => name)).toEqual([...names, 'sold_at', 'owners', '$and', '$or'])
    for (const one of parameters) expect(one, String(one.name)).toMatchObject({ in: 'query', description: expect.any(String) })
    expect(parameters.find(({ name }) => name === 'status')).toMatchObject({
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { type: 'string', enum: ['new', 'worn'] } },
    })
    expect(parameters.find(({ name }) => name === 'sold_at')).toMatchObject({
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', properties: { $gte: { type: 'string', format: 'date-time' } } },
    })
    expect(JSON.stringify(parameters.map(({ schema }) => schema))).not.toContain('"style"')
  })
})

describe('what a list searches', () => {
  const searching = (q: readonly ('title' | 'status')[], qInside?: true | readonly 'title'[]) => ({
    name: 'list-hats',
    query: listQuery(Hat, { sort: ['title'], q, ...(qInside && { qInside }) }),
  })

  it.each([
    [undefined, { inside: [], words: ['title', 'status'] }, 'begins a word of: title, status'],
    [true, { inside: ['title', 'status'], words: [] }, 'is part of a word of: title, status'],
    [['title'], { inside: ['title'], words: ['status'] }, 'is part of a word of: title; or begins a word of: status'],
  ] as const)('inside of words: %j', (qInside, searched, described) => {
    const list = searching(['title', 'status'], qInside)
    expect(searchOf(list)).toEqual(searched)
    expect(JSON.stringify(z.toJSONSchema(list.query, { io: 'input', unrepresentable: 'any' }))).toContain(`${described}.`)
  })

  it('is an error to ask of a list without q', () => {
    expect(() => searchOf(searching([]))).toThrow('list-hats searches nothing')
  })
})
