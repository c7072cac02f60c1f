import { type DecisionContext, definedOf, invalidData, type NewVariantInput } from '@souk/contracts'
import { takesOwnItem } from '../inventory/own-item.ts'
import { repeated } from '../lists/repeated.ts'
import { NO_SHIPMENT_FACTS } from './no-shipment-facts.ts'
import type { ProductOptionLink, ProductOptionRecord, ProductRecord, VariantRecord } from './product-record.ts'
import { newLink } from './variant-inventory-link.ts'

/** The options of a product, from which the values of its variants are chosen. */
export interface OptionChoice {
  links: readonly ProductOptionLink[]
  options: ReadonlyMap<string, ProductOptionRecord>
}

interface Of {
  product: Pick<ProductRecord, 'id'>
  choice: OptionChoice
  context: DecisionContext
}

/**
 * Creates several variants.
 * @throws invalid_data as `newVariant`, and if one of them names an inventory item twice
 */
export function newVariants(inputs: readonly NewVariantInput[], of: Of): VariantRecord[] {
  const variants = inputs.map((input) => newVariant(input, of))
  const wrong = variants.filter((_, at) => namesTwice(inputs[at]!)).map(({ id }) => id)
  if (wrong.length === 0) return variants
  throw invalidData(`Cannot associate duplicate inventory items to variant(s) ${wrong.join('\n')}`)
}

/**
 * A variant with managed stock that names no inventory items gets one of its own.
 * @throws invalid_data for values that the product does not have
 */
function newVariant(input: NewVariantInput, { product, choice, context }: Of): VariantRecord {
  const { title, options, prices: _prices, metadata = null, inventory_items = [], ...given } = input
  const { newId, now } = context
  const id = newId('variant')
  const own = () => [{ inventory_item_id: newId('iitem'), required_quantity: 1 }]
  const taken = takesOwnItem(input) ? own() : inventory_items
  return {
    id,
    title,
    sku: null,
    barcode: null,
    ean: null,
    upc: null,
    thumbnail: null,
    ...NO_SHIPMENT_FACTS,
    product_id: product.id,
    allow_backorder: false,
    manage_inventory: true,
    variant_rank: 0,
    ...definedOf(given),
    option_value_ids: options ? optionValueIds(title, options, choice) : [],
    images: [],
    inventory_items: given.manage_inventory === false ? [] : taken.map((one) => newLink(id, one, context)),
    translations: [],
    metadata,
    price_set_id: newId('pset'),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}

const namesTwice = ({ inventory_items = [] }: NewVariantInput) =>
  repeated(inventory_items.map(({ inventory_item_id }) => inventory_item_id)).length > 0

/** @throws invalid_data if an option or its value is not one of the product's, or some of its options have no value */
export function optionValueIds(
  title: string,
  values: Readonly<Record<string, string>>,
  { links, options }: OptionChoice,
): string[] {
  const given = Object.entries(values)
  if (given.length > 0 && given.length !== links.length) {
    const counts = `Product has ${links.length} option values but there were ${given.length} provided option values`
    throw invalidData(`${counts} for the variant: ${title}.`)
  }
  return given.map(([name, value]) => {
    const link = links.find(({ id }) => options.get(id)?.title === name)
    const found = link && options.get(link.id)!.values.find((one) => one.value === value)
    if (!found || (link.value_ids && !link.value_ids.includes(found.id)))
      throw invalidData(`Option value ${value} does not exist for option ${name}`)
    return found.id
  })
}

/** The text of the refusal of two variants with the same values. */
export type SameValues = (first: VariantRecord, second: VariantRecord) => string
const taken: SameValues = ({ title }) => `Variant (${title}) with provided options already exists.`

/**
 * No variant may get the option values of another one of the product. Those that already had the same ones may stay: a product is
 * created with whatever variants it is given, as with the peers.
 * @param madeAtOnce the ids of variants that are created together, and may have the same values among themselves
 * @throws invalid_data
 */
export function assertValuesApart(
  before: readonly VariantRecord[],
  after: readonly VariantRecord[],
  sameValues = taken,
  madeAtOnce: readonly string[] = [],
) {
  const former = new Map(before.map((variant) => [variant.id, valuesOf(variant)]))
  const seen = new Map<string, VariantRecord>()
  for (const variant of after.filter(({ deleted_at }) => deleted_at === null)) {
    const values = valuesOf(variant)
    const other = seen.get(values)
    const both = (is: (one: VariantRecord) => boolean) => other !== undefined && is(other) && is(variant)
    const areOld = both(({ id }) => former.get(id) === values)
    const areNew = both(({ id }) => madeAtOnce.includes(id))
    if (values !== '' && other && !areOld && !areNew) throw invalidData(sameValues(other, variant))
    seen.set(values, variant)
  }
}

const valuesOf = ({ option_value_ids }: VariantRecord) => option_value_ids.toSorted().join()

/** All variants of a product must have distinct codes. @throws invalid_data */
export function assertCodesApart(variants: readonly VariantRecord[]) {
  const codes = variants.flatMap(codesOf)
  const [twice] = repeated(codes)
  if (twice !== undefined) throw takenCode(twice)
}

const CODES = ['sku', 'barcode', 'ean', 'upc'] as const
/** The codes that no other living variant of the shop may have: `sku:A-1`. */
export const codesOf = (variant: VariantRecord): string[] =>
  variant.deleted_at === null ? CODES.flatMap((name) => (variant[name] ? [`${name}:${variant[name]}`] : [])) : []

/** @param code as in `codesOf` */
const takenCode = (code: string) => invalidData(takenCodeText(code))
export const takenCodeText = (code: string) => `Product variant with ${code.replace(':', ': ')}, already exists.`
