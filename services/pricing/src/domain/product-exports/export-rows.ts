import type { Price, Product, Variant } from '@souk/contracts'

type Row = Record<string, string>

const SHIPMENT = ['Weight', 'Length', 'Width', 'Height', 'Hs Code', 'Mid Code', 'Origin Country', 'Material'] as const
const of = (owner: string, names: readonly string[]) => names.map((name) => `${owner} ${name}`)
/** All columns in order; those with a `#` are repeated as needed, and each price has a column of its own. */
const ORDER = [
  ...of('Product', ['Id', 'Handle', 'Title', 'Subtitle', 'Description', 'Status', 'Thumbnail', ...SHIPMENT]),
  ...of('Product', ['Shipping Profile Id', 'Collection Id', 'Type Id', 'Discountable', 'Is Giftcard', 'External Id', 'Metadata']),
  ...of('Product', ['Image #', 'Tag #', 'Category #', 'Sales Channel #', 'Created At', 'Updated At']),
  ...of('Variant', ['Id', 'Title', 'Sku', 'Upc', 'Ean', 'Barcode', 'Manage Inventory', 'Allow Backorder', 'Variant Rank']),
  ...of('Variant', ['Thumbnail', ...SHIPMENT, 'Metadata', 'Created At', 'Updated At', 'Option #', 'Price']),
]
/** The columns that every file has. */
const FIXED_COLUMNS = ORDER.filter((name) => !name.endsWith('#') && name !== 'Variant Price')

const placeOf = (name: string) => {
  const known = name.startsWith('Variant Price ')
    ? 'Variant Price'
    : name.replace(/\d+/, '#').replace(/^(Variant Option #) .*$/, '$1')
  return ORDER.indexOf(known)
}
const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)

export const sortedColumns = (names: Iterable<string>): string[] =>
  [...new Set([...FIXED_COLUMNS, ...names])].sort(
    (a, b) => placeOf(a) - placeOf(b) || numberOf(a) - numberOf(b) || (a < b ? -1 : 1),
  )

/**
 * The lines of a product: one for each variant, or a single one if it has none. They have the columns that imports read, without
 * empty values.
 * @param regions the name of each in columns, by id
 */
export function rowsOf(product: Product, regions: ReadonlyMap<string, string>): Row[] {
  const { shipping_profile, images, tags, categories, sales_channels, variants } = product
  const own = filled({
    ...fieldsOf('Product', product),
    'Product Handle': product.handle,
    'Product Subtitle': product.subtitle,
    'Product Description': product.description,
    'Product Status': product.status,
    'Product Shipping Profile Id': shipping_profile?.id,
    'Product Collection Id': product.collection_id,
    'Product Type Id': product.type_id,
    'Product Discountable': product.discountable,
    'Product Is Giftcard': product.is_giftcard,
    'Product External Id': product.external_id,
    ...numbered(
      'Product Image',
      images.map(({ url }) => url),
    ),
    ...numbered(
      'Product Tag',
      tags.map(({ value }) => value),
    ),
    ...numbered(
      'Product Category',
      categories.map(({ id }) => id),
    ),
    ...numbered(
      'Product Sales Channel',
      sales_channels.map(({ id }) => id),
    ),
  })
  if (variants.length === 0) return [own]
  const titles = new Map(product.options.map(({ id, title }) => [id, title]))
  return variants.map((variant) => ({ ...own, ...rowOfVariant(variant, titles, regions) }))
}

function rowOfVariant(variant: Variant, titles: ReadonlyMap<string, string>, regions: ReadonlyMap<string, string>): Row {
  const options = variant.options.flatMap(({ option_id, value }) => {
    const title = titles.get(option_id ?? '')
    return title === undefined ? [] : [{ title, value }]
  })
  return filled({
    ...fieldsOf('Variant', variant),
    'Variant Sku': variant.sku,
    'Variant Upc': variant.upc,
    'Variant Ean': variant.ean,
    'Variant Barcode': variant.barcode,
    'Variant Manage Inventory': variant.manage_inventory,
    'Variant Allow Backorder': variant.allow_backorder,
    'Variant Variant Rank': variant.variant_rank,
    ...Object.fromEntries(
      options.flatMap(({ title, value }, at) => [
        [`Variant Option ${at + 1} Name`, title],
        [`Variant Option ${at + 1} Value`, value],
      ]),
    ),
    ...Object.fromEntries((variant.prices ?? []).flatMap((price) => priceOf(price, regions))),
  })
}

/**
 * The price's column and amount; none for a price with a quantity, or with a rule other than a region, which no column can
 * express.
 */
function priceOf(price: Price, regions: ReadonlyMap<string, string>): [string, number | null][] {
  const { currency_code, amount, rules = {}, min_quantity, max_quantity } = price
  const { region_id, ...others } = rules
  if (min_quantity !== null || max_quantity !== null || Object.keys(others).length > 0) return []
  const code = currency_code.toUpperCase()
  if (region_id === undefined) return [[`Variant Price ${code}`, amount]]
  const region = regions.get(region_id)
  return region === undefined ? [] : [[`Variant Price ${region} [${code}]`, amount]]
}

interface Shown extends Partial<Record<'weight' | 'length' | 'width' | 'height', number | null>> {
  id: string
  title: string
  thumbnail: string | null
  hs_code: string | null
  mid_code: string | null
  origin_country: string | null
  material: string | null
  metadata: object | null
  created_at: string
  updated_at: string
}
/** The columns that products and variants have in common. */
const fieldsOf = (owner: 'Product' | 'Variant', shown: Shown) => ({
  [`${owner} Id`]: shown.id,
  [`${owner} Title`]: shown.title,
  [`${owner} Thumbnail`]: shown.thumbnail,
  [`${owner} Weight`]: shown.weight,
  [`${owner} Length`]: shown.length,
  [`${owner} Width`]: shown.width,
  [`${owner} Height`]: shown.height,
  [`${owner} Hs Code`]: shown.hs_code,
  [`${owner} Mid Code`]: shown.mid_code,
  [`${owner} Origin Country`]: shown.origin_country,
  [`${owner} Material`]: shown.material,
  [`${owner} Metadata`]: shown.metadata === null ? null : JSON.stringify(shown.metadata),
  [`${owner} Created At`]: shown.created_at,
  [`${owner} Updated At`]: shown.updated_at,
})

const numbered = (name: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value, at) => [`${name} ${at + 1}`, value]))

const filled = (row: Readonly<Record<string, unknown>>): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
