import {
  findCountries,
  inParts,
  listCollections,
  listCurrencies,
  listCustomerGroups,
  listProductCategories,
  listProducts,
  listProductTags,
  listProductTypes,
  listRegions,
  listSalesChannels,
  listShippingOptionTypes,
  listVendorCollections,
  listVendorCustomerGroups,
  listVendorProductCategories,
  listVendorProducts,
  listVendorProductTags,
  listVendorProductTypes,
  listVendorRegions,
  listVendorSalesChannels,
  listVendorStores,
  type Operation,
  type PromotionRuleOption,
  type ResponseOf,
} from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

interface Page {
  values: PromotionRuleOption[]
  count: number
  offset: number
  limit: number
}

interface Source {
  list: Operation
  /** The fields that are the value and the label. */
  fields: readonly [value: string, label: string]
  read: (answer: never) => Page
  /** Whether the list is read as a whole, and searched here. */
  isWhole?: true
}

type RecordOf<O extends Operation, Key extends keyof ResponseOf<O>> = ResponseOf<O>[Key] extends readonly (infer R)[] ? R : never
type Name<O extends Operation, Key extends keyof ResponseOf<O>> = keyof RecordOf<O, Key> & string

/** The list of another service whose records are the values of an attribute. */
function source<O extends Operation, Key extends keyof ResponseOf<O> & string>(
  list: O,
  key: Key,
  value: Name<O, Key>,
  label: Name<O, Key>,
): Source {
  const read = (answer: Omit<Page, 'values'> & Record<string, Record<string, string>[]>): Page => {
    const { count, offset, limit } = answer
    return { values: answer[key]!.map((record) => ({ label: record[label]!, value: record[value]! })), count, offset, limit }
  }
  return { list, fields: [value, label], read: read as Source['read'] }
}

/** The currencies of the store, in its order: sellers have no list of all that there are. */
const OF_STORE: Source = {
  list: listVendorStores,
  fields: ['supported_currencies.currency_code', 'supported_currencies.currency.name'],
  read({ stores, ...page }: ResponseOf<typeof listVendorStores>) {
    const currencies = stores.flatMap(({ supported_currencies }) => supported_currencies)
    return { ...page, values: currencies.map(({ currency_code, currency }) => ({ label: currency.name, value: currency_code })) }
  },
  isWhole: true,
}

/** The lists by attribute id. */
export type Sources = ReadonlyMap<string, Source>

/** How lists are requested: on behalf of the calling administrator or seller. */
export interface Asking {
  bus: Pick<Bus, 'call'>
  passOn: () => Envelope
  sources: Sources
}

export const OF_ADMINISTRATORS: Sources = new Map([
  ['customer_group', source(listCustomerGroups, 'customer_groups', 'id', 'name')],
  ['region', source(listRegions, 'regions', 'id', 'name')],
  ['country', source(findCountries, 'countries', 'iso_2', 'display_name')],
  ['sales_channel', source(listSalesChannels, 'sales_channels', 'id', 'name')],
  ['currency_code', source(listCurrencies, 'currencies', 'code', 'name')],
  ['product', source(listProducts, 'products', 'id', 'title')],
  ['product_category', source(listProductCategories, 'product_categories', 'id', 'name')],
  ['product_collection', source(listCollections, 'collections', 'id', 'title')],
  ['product_type', source(listProductTypes, 'product_types', 'id', 'value')],
  ['product_tag', source(listProductTags, 'product_tags', 'id', 'value')],
  ['shipping_option_type', source(listShippingOptionTypes, 'shipping_option_types', 'id', 'label')],
])
export const OF_SELLERS: Sources = new Map([
  ['customer_group', source(listVendorCustomerGroups, 'customer_groups', 'id', 'name')],
  ['region', source(listVendorRegions, 'regions', 'id', 'name')],
  ['country', source(findCountries, 'countries', 'iso_2', 'display_name')],
  ['sales_channel', source(listVendorSalesChannels, 'sales_channels', 'id', 'name')],
  ['currency_code', OF_STORE],
  ['product', source(listVendorProducts, 'products', 'id', 'title')],
  ['product_category', source(listVendorProductCategories, 'product_categories', 'id', 'name')],
  ['product_collection', source(listVendorCollections, 'product_collections', 'id', 'title')],
  ['product_type', source(listVendorProductTypes, 'product_types', 'id', 'value')],
  ['product_tag', source(listVendorProductTags, 'product_tags', 'id', 'value')],
])

export interface RuleValuesQuery {
  q?: string | undefined
  /** Only these values; undefined: all. */
  value?: readonly string[] | undefined
  limit: number
  offset: number
  /** In the list's syntax; undefined: the list's default. */
  order?: string | undefined
}

/** A page of the values of an attribute. @throws unavailable; the list's refusals */
export async function pageOfRuleValues(
  attribute_id: string,
  asked: RuleValuesQuery,
  { bus, passOn, sources }: Asking,
): Promise<Page> {
  const { list, fields, read, isWhole } = sources.get(attribute_id)!
  if (isWhole) return pageAmong(read((await bus.call(list, { query: `fields=${fields.join()}` }, passOn())) as never), asked)
  const { q, value, limit, offset, order } = asked
  const query = new URLSearchParams({ fields: fields.join(), limit: String(limit), offset: String(offset) })
  if (q) query.set('q', q)
  if (order) query.set('order', order)
  for (const [at, one] of (value ?? []).entries()) query.set(value!.length === 1 ? fields[0] : `${fields[0]}[${at}]`, one)
  return read((await bus.call(list, { query: query.toString() }, passOn())) as never)
}

/** Those values of a whole list that are wanted, in any case, in its order: values and labels have the text `q` anywhere. */
function pageAmong({ values }: Page, { q = '', value, limit, offset }: RuleValuesQuery): Page {
  const text = q.toLowerCase()
  const isFound = (one: PromotionRuleOption) => [one.value, one.label].some((part) => part.toLowerCase().includes(text))
  const wanted = value?.map((one) => one.toLowerCase())
  const found = values.filter((one) => isFound(one) && (!wanted || wanted.includes(one.value.toLowerCase())))
  return { values: found.slice(offset, offset + limit), count: found.length, offset, limit }
}

/** Values looked up per request. */
const AT_ONCE = 100
/** Longer texts are not looked up: no id is longer. */
const LONGEST = 100

/** The labels of these values, as far as they have any. @throws unavailable */
export async function labelsOf(attribute_id: string, values: readonly string[], asking: Asking): Promise<Map<string, string>> {
  if (!asking.sources.has(attribute_id)) return new Map()
  const asked = values.filter(({ length }) => length > 0 && length <= LONGEST)
  const pages = await Promise.all(
    inParts(asked, AT_ONCE).map((value) => pageOfRuleValues(attribute_id, { value, limit: AT_ONCE, offset: 0 }, asking)),
  )
  return new Map(pages.flatMap((page) => page.values.map(({ value, label }) => [value, label] as const)))
}
