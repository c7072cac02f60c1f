import { invalidData, missingRelation } from '@souk/contracts'
import { settled } from './changed-product.ts'
import { assertValues, linkTo } from './option-links.ts'
import { assertOptionsUnused } from './option-values-of-variants.ts'
import type { OptionValueRecord, ProductOptionLink, ProductOptionRecord, ProductRecord } from './product-record.ts'

type Options = ReadonlyMap<string, ProductOptionRecord>

/** The options to add to a product, change and remove, all of which exist by now. */
export interface OptionBatch {
  add: readonly { id: string; value_ids?: readonly string[] | undefined }[]
  /** Ids; those that the product does not have are ignored. */
  remove: readonly string[]
  update: readonly OptionUpdate[]
}
interface OptionUpdate {
  product_option_id: string
  /** Ids of values, or texts of values. */
  add: readonly (string | { value: string })[]
  /** Ids of values. */
  remove: readonly string[]
}

/**
 * The product with other options; the very same one if nothing changes.
 * @param options at least those that the product has and that the batch names, with all values
 * @throws invalid_data; not_found for an option, or a value of one, that does not exist
 */
export function withOptionBatch(product: ProductRecord, { add, remove, update }: OptionBatch, options: Options): ProductRecord {
  const added = add.reduce((links, input) => withOption(links, input, options), product.options)
  const valued = update.reduce((links, one) => withValues(product, links, one, options), added)
  assertOptionsUnused(product, remove, options)
  return settled(product, { ...product, options: valued.filter(({ id }) => !remove.includes(id)) })
}

function withOption(
  links: readonly ProductOptionLink[],
  { id, value_ids }: OptionBatch['add'][number],
  options: Options,
): ProductOptionLink[] {
  const option = options.get(id)
  if (!option) throw missingRelation('product_option_id', id)
  if (links.some((link) => link.id === id)) throw invalidData(`Product options are already linked to products: ${id}`)
  if (links.some((link) => options.get(link.id)?.title === option.title))
    throw invalidData(`Product option with title: ${option.title}, already exists.`)
  return [...links, linkTo(option, value_ids)]
}

function withValues(
  { id: productId, variants }: Pick<ProductRecord, 'id' | 'variants'>,
  links: readonly ProductOptionLink[],
  { product_option_id: id, add, remove }: OptionUpdate,
  options: Options,
): ProductOptionLink[] {
  const [link, option] = [links.find((one) => one.id === id), options.get(id)]
  if (!link || !option) throw invalidData(`Some product options are not linked to products: [${productId}:${id}]`)
  const using = variants.filter(({ option_value_ids }) => option_value_ids.some((value) => remove.includes(value)))
  if (using.length > 0) {
    const titles = using.map(({ title }) => title).join(', ')
    throw invalidData(`Cannot unassign option values from product because the following variant(s) are using it: ${titles}`)
  }
  const all = option.values.map((value) => value.id)
  const ids = add.filter((one) => typeof one === 'string')
  assertValues(option, ids)
  const added = add.map((one) => (typeof one === 'string' ? one : idOf(option, one.value)))
  const shown = new Set([...(link.value_ids ?? all), ...added.flatMap((value) => value ?? [])])
  for (const value of remove) shown.delete(value)
  const value_ids = link.value_ids === null && shown.size === all.length ? null : [...shown]
  return links.map((one) => (one === link ? { id, value_ids } : one))
}

const idOf = ({ values }: { values: readonly OptionValueRecord[] }, text: string) =>
  values.find(({ value }) => value === text)?.id
