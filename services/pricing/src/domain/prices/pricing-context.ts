/** The context of a price, by attribute: every value as a list, in its original type. */
export type Attributes = ReadonlyMap<string, readonly AttributeValue[]>
type AttributeValue = string | number | boolean

/** The two names that rules use for the customer's groups; a value under either of them counts for both. */
const GROUP_ATTRIBUTES = ['customer.groups.id', 'customer_group_id']

/** Whether any of these rules refers to the customer's groups. */
export const nameGroups = (rules: readonly { attribute: string }[] = []): boolean =>
  rules.some(({ attribute }) => GROUP_ATTRIBUTES.includes(attribute))

/** The customer groups that these rules name, without duplicates. @param present the rules before: their groups are left out */
export function namedGroups(rules: readonly NamingRule[], present: readonly NamingRule[] = []): string[] {
  const known = new Set(groupsOf(present))
  return [...new Set(groupsOf(rules))].filter((id) => !known.has(id))
}

/** A rule of a price or of a price list. */
type NamingRule = Readonly<{ attribute: string; value: string | readonly string[] }>

const groupsOf = (rules: readonly NamingRule[]): string[] =>
  rules.filter(({ attribute }) => GROUP_ATTRIBUTES.includes(attribute)).flatMap(({ value }) => value)

/**
 * Flattens a context to dotted attributes: `{ customer: { groups: [{ id: 'a' }, { id: 'b' }] } }` gives `customer.groups.id`: a,
 * b. Absent, null and empty values are omitted. The currency and the quantity are not attributes: candidates are selected by
 * them.
 */
export function attributesOf({ currency_code: _, quantity: __, ...context }: Readonly<Record<string, unknown>>): Attributes {
  const attributes = new Map<string, AttributeValue[]>()
  for (const [path, value] of leaves(context, '')) attributes.set(path, [...(attributes.get(path) ?? []), value])

  const groups = GROUP_ATTRIBUTES.flatMap((name) => attributes.get(name) ?? [])
  if (groups.length > 0) for (const name of GROUP_ATTRIBUTES) attributes.set(name, groups)
  return attributes
}

function* leaves(value: unknown, path: string): Generator<[path: string, value: AttributeValue]> {
  if (Array.isArray(value)) for (const element of value) yield* leaves(element, path)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* leaves(inner, path === '' ? key : `${path}.${key}`)
  } else if (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== ''))
    yield [path, value]
}

interface Buyer {
  id: string
  group_ids: readonly string[]
}

/** The attributes that rules of prices and lists may name. @param region_id null: no region @param buyer null: a guest */
export const pricingContextOf = (currency_code: string, region_id: string | null, buyer: Buyer | null) => ({
  currency_code,
  ...(region_id !== null && { region_id, region: { id: region_id } }),
  customer_id: buyer?.id ?? null,
  customer: buyer && { id: buyer.id, groups: buyer.group_ids.map((id) => ({ id })) },
})
