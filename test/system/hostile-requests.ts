import {
  accessOf,
  cancelClaimRequest,
  exportInventoryItems,
  exportOrders,
  exportProducts,
  listPromotionRules,
  listPromotionRuleValues,
  listVendorFulfillmentProviderOptions,
  listVendorPromotionRuleValues,
  mutates,
  type Operation,
  takesKey,
} from '@souk/contracts'
import { bodyOf, type JsonSchema } from './body-schema.ts'
import { type HonestRequests, withQuery } from './scenes/honest-request.ts'
import { OFFERED, SCENES } from './scenes/scenes.ts'
import type { HttpOptions } from './system.ts'

/** A request that no honest client sends, and the statuses with which it may be answered. */
export interface Hostile {
  name: string
  operation: Operation
  method: string
  path: string
  options: HttpOptions
  statuses: readonly number[]
  /** Sent again and again it would be refused for its number. */
  limited: boolean
}

const REFUSED = [400]
/** Text is text: one that only looks dangerous is kept, or refused for its meaning. */
const HARMLESS = [200, 201, 202, 400, 401, 403, 404]

/** Texts around characters that no text may hold, and texts that only look dangerous. */
const TEXTS: [name: string, text: string, statuses: readonly number[]][] = [
  ['NUL', 'a\u0000b', REFUSED],
  ['a lone surrogate', 'a\ud800b', REFUSED],
  ['300 000 characters', 'a'.repeat(300_000), [413]],
  ['100 000 identical characters', 'a'.repeat(100_000), REFUSED],
  ['5 000 combining marks', `a${'\u0301'.repeat(5000)}`, REFUSED],
  ['a right-to-left override', 'a\u202egnp.exe', HARMLESS],
  ['zero-width characters', '\u200b\u200c\u200d\ufeff', HARMLESS],
  ['an injected header', 'a\r\nset-cookie: x=1\r\n\r\n', HARMLESS],
  ['terminal escape codes', '\u001b[31mred\u001b[0m\u0007', HARMLESS],
  ['a script tag', '<script>alert(1)</script>', HARMLESS],
  ['template expressions', '{{7*7}} #{1} <%= 1 %> $' + '{process.env}', HARMLESS],
  ['SQL', "'; DROP TABLE carts; --", HARMLESS],
  ['format specifiers', '%s%n%x%00', HARMLESS],
  ['a path traversal', '../../../../etc/passwd', HARMLESS],
  ['a shell command', '$(reboot) `reboot` | reboot', HARMLESS],
  ['a MongoDB expression', '$where: this.password', HARMLESS],
]

/** Values of a type that no field of ours has where it stands. */
const WRONG_VALUES: [name: string, value: unknown][] = [
  ['a query operator', { $ne: null }],
  ['a query operator that runs code', { $where: 'sleep(1000)' }],
  ['an empty object', {}],
  ['a list of lists', [[[]]]],
  ['true', true],
]

type Body = [name: string, body: string | Uint8Array, statuses?: readonly number[]]

/** Refused before anything looks at the operation. */
const UNREADABLE: Body[] = [
  ['null', 'null'],
  ['a list', '[]'],
  ['a list of bodies', '[{},{}]'],
  ['a string', '"text"'],
  ['a number', '5'],
  ['half an object', '{"a":'],
  ['an unclosed object', '{"a":1'],
  ['a trailing comma', '{"a":1,}'],
  ['a comment', '{/* a */}'],
  ['single quotes', "{'a':1}"],
  ['an unquoted key', '{a:1}'],
  ['NaN', '{"amount":NaN}'],
  ['Infinity', '{"amount":Infinity}'],
  ['a leading zero', '{"amount":01}'],
  ['a plus sign', '{"amount":+1}'],
  ['a hexadecimal number', '{"amount":0x10}'],
  ['an unescaped line break in a string', '{"a":"b\nc"}'],
  ['a byte order mark', '\ufeff{}'],
  ['two documents', '{}{}'],
  ['text after the document', '{} x'],
  ['a repeated key', '{"code":"A","code":"B"}'],
  ['a repeated key that is escaped', '{"code":"A","\\u0063ode":"B"}'],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['overlong UTF-8', new Uint8Array([0x7b, 0x22, 0xc0, 0xae, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
  ['binary data', Buffer.from([0, 1, 2, 3, 255])],
  ['compressed data without a content encoding', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
  ['5 000 levels', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['5 000 levels of lists', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['10 000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n])))],
  ['100 000 elements', JSON.stringify({ a: Array.from({ length: 100_000 }, () => 0) })],
  ['a key of 1 000 characters', JSON.stringify({ ['k'.repeat(1000)]: 1 })],
  ['300 KiB', JSON.stringify({ a: 'x'.repeat(300 * 1024) }), [413]],
]

/** Without the empty list, which asks for nothing, where lists are taken. */
const unreadable = (operation: Operation): Body[] => {
  const takesLists = bodyOf(operation).anyOf?.some(({ type }) => type === 'array')
  return takesLists ? UNREADABLE.filter(([name]) => name !== 'a list') : UNREADABLE
}

const STRANGE: Body[] = [
  ['a __proto__ key', '{"__proto__":{"is_admin":true}}'],
  ['an escaped __proto__ key', '{"\\u005f_proto__":{"is_admin":true}}'],
  ['a nested __proto__ key', '{"a":{"__proto__":{"is_admin":true}}}'],
  ['a constructor key', '{"constructor":{"prototype":{"is_admin":true}}}'],
  ['a BSON type', '{"_bsontype":"ObjectId","id":"aaaaaaaaaaaa"}'],
  ['a nested BSON type', '{"a":{"_bsontype":"Code","code":"1"}}'],
  ['toJSON', '{"toJSON":1}'],
  ['toBSON', '{"a":{"toBSON":1}}'],
  ['a query operator as a key', '{"$set":{"total":0}}'],
  ['a dotted key', '{"cart.total":0}'],
  ['an empty key', '{"":1}'],
  ['NUL in a key', '{"a\\u0000b":1}'],
  ['names of built-in methods', '{"hasOwnProperty":1,"toString":2,"valueOf":3}'],
  [
    'fields that only the server sets',
    '{"id":"x","revision":9,"seller_id":"x","created_at":"x","deleted_at":null,"total":0,"recent_ops":[],"outbox":[],"_id":"x","request_id":"x"}',
  ],
]

/** Refused before anything looks at the operation, as well. */
const MEDIA_TYPES: [name: string, headers: Record<string, string>, statuses: readonly number[]][] = [
  ['text', { 'content-type': 'text/plain' }, [415]],
  ['XML', { 'content-type': 'application/xml' }, [415]],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, [415]],
  ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, [415]],
  ['a media type with a JSON suffix', { 'content-type': 'application/vnd.api+json' }, [415]],
  ['a media type that begins like JSON', { 'content-type': 'application/jsonp' }, [415]],
  ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }, [415]],
  ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }, [415]],
  ['nonsense', { 'content-type': 'nonsense' }, [415]],
  ['two media types', { 'content-type': 'application/json, text/plain' }, [415]],
  ['gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, [415]],
  ['br', { 'content-type': 'application/json', 'content-encoding': 'br' }, [415]],
]

const IDS: [name: string, id: string, statuses?: readonly number[]][] = [
  ['NUL', '%00'],
  ['NUL after text', 'order_1%00'],
  ['a slash', 'a%2Fb'],
  ['a path traversal', '..%2f..%2fadmin'],
  ['a path traversal encoded twice', '%252e%252e%252f'],
  ['malformed percent-encoding', '%zz', [400]],
  ['truncated percent-encoding', '%2', [400]],
  ['overlong UTF-8', '%c0%ae%c0%ae', [400]],
  ['invalid UTF-8', '%ff%fe', [400]],
  ['a lone surrogate', '%ed%a0%80', [400]],
  ['101 characters', 'a'.repeat(101)],
  ['201 characters', 'a'.repeat(201)],
  ['501 characters', 'a'.repeat(501), [404]],
  ['8 000 characters', 'a'.repeat(8000), [404]],
  ['a Java session id', 'x;jsessionid=1'],
  ['a space', '%20'],
  ['surrounding spaces', '%20x%20'],
  ['a NATS wildcard for one token', '*'],
  ['a NATS wildcard for all tokens', '%3E'],
  ['a dot', 'a.b'],
  ['a NATS subject', '$SYS.REQ.SERVER.PING'],
  ['undefined', 'undefined'],
  ['null', 'null'],
  ['NaN', 'NaN'],
  ['a number', '1'],
  ['an ObjectId', '507f1f77bcf86cd799439011'],
  ['one character', 'x'],
  ['Arabic digits', '%D9%A1%D9%A2'],
  ['a query operator', '%7B%22%24ne%22%3Anull%7D'],
  ['__proto__', '__proto__'],
  ['a line break', 'a%0d%0ab'],
  ['an emoji', '%F0%9F%8E%81'],
]

/** These take `fields` as lists do, though they show no record. */
const WITH_FIELDS: readonly Operation[] = [
  exportProducts,
  exportInventoryItems,
  exportOrders,
  listPromotionRules,
  listPromotionRuleValues,
  listVendorPromotionRuleValues,
  listVendorFulfillmentProviderOptions,
  // The same of all that answer a receipt.
  cancelClaimRequest,
]
const takesFields = (operation: Operation) =>
  operation.selects !== undefined || WITH_FIELDS.some(({ query }) => query === operation.query)

const QUERIES: [name: string, query: string, statuses: readonly number[]][] = [
  ['an unknown parameter', 'foo=1', REFUSED],
  ['a __proto__ parameter', '__proto__=1', REFUSED],
  ['a nested __proto__ parameter', '__proto__[a]=1', REFUSED],
  ['a constructor parameter', 'constructor[prototype][a]=1', REFUSED],
  ['a query operator', 'fields[$ne]=1', REFUSED],
  ['a list', 'fields[]=id', REFUSED],
  ['fields given twice', 'fields=id&fields=id', REFUSED],
  ['fields of 11 KiB', `fields=${'a'.repeat(11 * 1024)}`, REFUSED],
  ['malformed percent-encoding', 'fields=%zz', REFUSED],
  ['a semicolon', 'fields=id;limit=1', [200, 201, 202]],
  ['an encoded ampersand', 'fields=id%26foo=1', [200, 201, 202]],
  ['empty fields', 'fields=', [200, 201, 202]],
  ['only commas', 'fields=,,,,', [200, 201, 202]],
  ['a star', 'fields=*', [200, 201, 202]],
  ['signs without field names', 'fields=%2B,-,*,%2B*,-*,.*', [200, 201, 202]],
  ['a field added and removed', 'fields=%2Btotal,-total', [200, 201, 202]],
  ['the id removed', 'fields=-id', [200, 201, 202]],
  ['__proto__ as a field', 'fields=__proto__,constructor.name,toString', [200, 201, 202]],
  ['a query operator as a field', 'fields=$where,items.$,$$ROOT', [200, 201, 202]],
  ['500 fields', `fields=${Array.from({ length: 500 }, (_, n) => `f${n}`).join()}`, [200, 201, 202]],
  ['twenty levels of fields', `fields=${Array(20).fill('items').join('.')}`, [200, 201, 202]],
  ['NUL in a field', 'fields=a%00b', [200, 201, 202, 400]],
  ['superfluous ampersands', 'fields=id&&', [200, 201, 202]],
]

/** Sent to every operation: what an answer shows is decided for each by itself. */
const INTERNAL: (typeof QUERIES)[number] = [
  'internal fields',
  'fields=%2Brevision,%2Brecent_ops,%2Boutbox,%2B_id,%2Bkey,%2Bseller_id.x,%2Bpassword_hash',
  [200, 201, 202],
]

const PAGES: [name: string, query: string, statuses: readonly number[]][] = [
  ...['-1', '1e3', '0x10', '', '%205%20', 'true', 'NaN', '5.5', '%D9%A5', '99999999999999999999', '1,000', '-0', '00x1'].map(
    (limit): [string, string, readonly number[]] => [`limit=${limit}`, `limit=${limit}`, REFUSED],
  ),
  ...['-1', '9007199254740992', '1e308', '', 'a', '1.5'].map((offset): [string, string, readonly number[]] => [
    `offset=${offset}`,
    `offset=${offset}`,
    REFUSED,
  ]),
  ['limit given twice', 'limit=1&limit=2', REFUSED],
  ['limit as a list', 'limit[]=1', REFUSED],
  ['limit as a query operator', 'limit[$gt]=1', REFUSED],
  ['a limit above the maximum', 'limit=1000000', [200, 201, 202]],
  ['a limit of zero', 'limit=0', [200, 201, 202]],
  ['an offset beyond the last record', 'offset=999999999', [200, 201, 202]],
]

/** Values that no number field takes, as JSON text. */
const NUMBERS: [name: string, text: string, statuses?: readonly number[]][] = [
  ['a string', '"5"'],
  ['true', 'true'],
  ['an empty string', '""'],
  ['a list', '[1]'],
  ['an object', '{"value":"5"}'],
  ['a number that overflows a double', '1e400'],
  ['a number close to the largest double', '1e308'],
  ['-1', '-1'],
  ['-0.0000001', '-0.0000001'],
  ['2^53 + 2', '9007199254740994'],
  ['a number of 10 000 digits', '9'.repeat(10_000)],
  ['a huge exponent', '1e999999999'],
]

/** Free-form objects, as JSON text, that must not get into a document. */
const FREE_FORM: [name: string, text: string][] = [
  ['a __proto__ key', '{"__proto__":{"is_admin":true}}'],
  ['an escaped __proto__ key', '{"\\u005f_proto__":{"is_admin":true}}'],
  ['a nested __proto__ key', '{"a":[{"__proto__":{"is_admin":true}}]}'],
  ['a constructor key', '{"constructor":{"prototype":{"is_admin":true}}}'],
  ['a scalar constructor key', '{"constructor":"x"}'],
  ['a prototype key', '{"prototype":1}'],
  ['a BSON type', '{"a":{"_bsontype":"ObjectId","id":"aaaaaaaaaaaa"}}'],
  ['toJSON', '{"toJSON":"x"}'],
  ['toBSON', '{"a":{"toBSON":"x"}}'],
  ['a query operator', '{"$set":{"total":0}}'],
  ['a nested query operator', '{"a":{"b":[{"$where":"1"}]}}'],
  ['a dotted key', '{"a.b":1}'],
  ['an empty key', '{"":1}'],
  ['NUL in a key', '{"a\\u0000b":1}'],
  ['NUL in a string', '{"a":"\\u0000"}'],
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['a repeated key', '{"a":1,"a":2}'],
  ['a key of 1 000 characters', JSON.stringify({ ['k'.repeat(1000)]: 1 })],
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['21 levels', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
  ['20 KiB', JSON.stringify({ a: 'x'.repeat(20 * 1024) })],
  ['a list', '[1]'],
  ['a string', '"{}"'],
]
/** Attributes of rules may hold dots. */
const MAY_BE_RULES = new Set(['a dotted key'])

const KEYS: [name: string, key: string][] = [
  ['256 characters', 'k'.repeat(256)],
  ['a non-ASCII character', 'k\u00e9y'],
  ['a tab', 'k\ty'],
]

/**
 * Of what is the same for every operation each takes one in so many, beginning at another one: all are sent to many operations.
 */
const shareOf = <T>(all: readonly T[], nth: number, oneIn = 4) => all.filter((_, index) => index % oneIn === nth % oneIn)

/** Every hostile request against every operation that it fits: an honest one, changed. */
export function hostileRequests(honest: HonestRequests): Hostile[] {
  return OFFERED.flatMap((operation, nth) => {
    const { path, body, ...rest } = honest[operation.name]!
    const method = operation.method!
    const limited = (operation.failureLimit ?? operation.requestLimit) !== undefined
    const make = (name: string, at: string, options: HttpOptions, statuses: readonly number[]): Hostile => ({
      name: `${operation.name}: ${name}`,
      operation,
      method,
      path: at,
      options: { ...options, headers: { ...rest.headers, ...options.headers } },
      statuses,
      limited,
    })
    const refused = operation.assertBody ? [...REFUSED, 401] : REFUSED
    const withBody = (name: string, changed: unknown, statuses: readonly number[] = refused, headers = {}) =>
      make(name, path, { body: changed, headers }, statuses)
    // Operations without `fields` know no parameter at all.
    const onQuery = ([name, query, statuses]: (typeof QUERIES)[number]) =>
      make(`query with ${name}`, withQuery(path, query), { body }, takesFields(operation) ? statuses : REFUSED)
    const hasPages = Object.hasOwn((operation.query as unknown as { shape?: object }).shape ?? {}, 'limit')

    return [
      onQuery(INTERNAL),
      ...shareOf(QUERIES, nth, takesFields(operation) ? 2 : 4).map(onQuery),
      ...(hasPages ? shareOf(PAGES, nth, 2).map(onQuery) : []),
      ...(path.split('/').length > 3 && operation.path!.includes(':id')
        ? shareOf(IDS, nth, 3).map(([name, id, statuses = absent(operation)]) =>
            make(`id with ${name}`, withId(operation, id), { body }, statuses),
          )
        : []),
      ...(takesKey(operation)
        ? KEYS.map(([name, key]) =>
            make(`Idempotency-Key with ${name}`, path, { body, headers: { 'idempotency-key': key } }, REFUSED),
          )
        : []),
      ...(mutates(operation)
        ? [...shareOf(unreadable(operation), nth), ...STRANGE].map(([name, text, statuses]) =>
            withBody(`body of ${name}`, text, statuses, JSON_TYPE),
          )
        : []),
      ...(mutates(operation)
        ? shareOf(MEDIA_TYPES, nth).map(([name, headers, statuses]) =>
            withBody(`body sent as ${name}`, JSON.stringify(body ?? {}), statuses, headers),
          )
        : []),
      ...Object.entries(body ?? {}).flatMap(([field, honest]) => [
        ...(typeof honest === 'string'
          ? TEXTS.map(([name, text, statuses]) => withBody(`${field} with ${name}`, { ...body, [field]: text }, statuses))
          : []),
        ...WRONG_VALUES.filter(
          ([, value]) => typeof value !== typeof honest || Array.isArray(value) !== Array.isArray(honest),
        ).map(([name, value]) => withBody(`${field} as ${name}`, { ...body, [field]: value })),
      ]),
      ...repeatedKeys(body).map((text) => withBody('a repeated key in an honest body', text, REFUSED, JSON_TYPE)),
      ...freeFormTexts(operation, body).map(([name, text]) => withBody(name, text, REFUSED, JSON_TYPE)),
      ...fieldsOf(operation, isNumber).flatMap((field) =>
        NUMBERS.map(([name, text, statuses]) =>
          withBody(`${field} as ${name}`, numbered(body, field, text), statuses, JSON_TYPE),
        ),
      ),
    ]
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** How an id that is nobody's is answered: by the audience's rule, or as malformed. */
function absent(operation: Operation): readonly number[] {
  const { ids, shared } = SCENES[operation.name]!
  if (ids?.answered !== undefined) return [200, 400]
  return accessOf(operation) === 'vendor' && !shared ? [403, 400] : [404, 400]
}

const withId = ({ path }: Operation, id: string) => path!.replace(':id', id)

/** The honest body, once for each of its fields with that field said twice. */
const repeatedKeys = (body: object = {}) =>
  Object.entries(body).map(([field, value]) =>
    JSON.stringify(body).replace('{', `{${JSON.stringify(field)}:${JSON.stringify(value)},`),
  )

/** The honest body with a dangerous free-form object in it: nothing else is wrong with it. */
function freeFormTexts(operation: Operation, body: object = {}): [name: string, text: string][] {
  return fieldsOf(operation, isFreeForm).flatMap((field) =>
    FREE_FORM.filter(([what]) => field !== 'rules' || !MAY_BE_RULES.has(what)).map(([what, text]): [string, string] => [
      `${field} with ${what}`,
      numbered(body, field, text),
    ]),
  )
}

/** The body's fields of a kind, as the operation's contract declares them: nobody can forget to name one. */
function fieldsOf(operation: Operation, isOfKind: (schema: JsonSchema) => boolean): string[] {
  return Object.entries(bodyOf(operation).properties ?? {}).flatMap(([field, schema]) =>
    [schema, ...(schema.anyOf ?? [])].some(isOfKind) ? [field] : [],
  )
}

const isNumber = ({ type }: JsonSchema) => type === 'number' || type === 'integer'
const isFreeForm = ({ type, properties, additionalProperties = false }: JsonSchema) =>
  type === 'object' && properties === undefined && additionalProperties !== false

/** The body as JSON text in which one value is written as given. */
function numbered(body: object | undefined, field: string, text: string) {
  return JSON.stringify({ ...body, [field]: '\u0001' }).replace('"\\u0001"', () => text)
}
