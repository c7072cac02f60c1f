const SHIPMENT = ['weight', 'length', 'width', 'height', 'hs_code', 'mid_code', 'origin_country', 'material'] as const
const OF_BOTH = [...SHIPMENT, 'metadata', 'thumbnail', 'title'] as const

/** The fields that a file may have a column for. */
export const IMPORTED_FIELDS = {
  product: [
    ...OF_BOTH,
    ...(['handle', 'subtitle', 'description', 'status', 'discountable', 'is_giftcard', 'external_id'] as const),
    ...(['collection_id', 'type_id', 'shipping_profile_id'] as const),
  ],
  variant: [...OF_BOTH, ...(['sku', 'ean', 'upc', 'barcode', 'manage_inventory', 'allow_backorder', 'variant_rank'] as const)],
} as const satisfies Record<string, readonly string[]>
export type ImportedField<O extends keyof typeof IMPORTED_FIELDS> = (typeof IMPORTED_FIELDS)[O][number]

const IDS = /^(product|variant) id$/
const NUMBERED =
  /^product (image|tag|category|sales channel) \d+( url| id| name)?$|^variant option \d+ (name|value)$|^variant price \S/
/** Columns of exports, Medusa's among them, that imports do not read. */
const IGNORED = [
  /^(product|variant) (created|updated|deleted) at$/,
  /^variant (product id|option \d+ (id|is exclusive)|image \d+|metadata\..+)$/,
]

/** Whether imports read the column, if they know it. @param name as `columnName` makes it */
export const isReadColumn = (name: string): boolean =>
  /^(product|variant) ./.test(name) && !IGNORED.some((column) => column.test(name))

/**
 * Whether imports know the column. Those that start with neither `product` nor `variant` are accepted, and ignored.
 * @param name as `columnName` makes it
 */
export function isKnownColumn(name: string): boolean {
  const [, owner, field] = /^(product|variant) (.+)$/.exec(name) ?? []
  if (owner === undefined) return true
  const fields: readonly string[] = IMPORTED_FIELDS[owner as keyof typeof IMPORTED_FIELDS]
  return !isReadColumn(name) || IDS.test(name) || NUMBERED.test(name) || fields.includes(field!.replaceAll(' ', '_'))
}

/** Most characters of the problem of a file, or of one of its lines: it may repeat all columns' names, or a whole value. */
const MAX_PROBLEM = 1000
export const shortenedProblem = (text: string) => (text.length > MAX_PROBLEM ? `${text.slice(0, MAX_PROBLEM)}…` : text)

/** The refusal of a file with unknown columns, in the words of Medusa. */
export const unknownColumns = (names: readonly string[]) => `Invalid column name(s) "${names.join('","')}"`
