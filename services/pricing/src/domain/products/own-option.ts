import { invalidData } from '@souk/contracts'
import { type OptionBatch, withOptionBatch } from './option-batch.ts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'

type Options = ReadonlyMap<string, ProductOptionRecord>

/** @throws invalid_data for an option that the product does not have */
export function assertHasOption({ options }: Pick<ProductRecord, 'options'>, optionId: string) {
  if (!options.some(({ id }) => id === optionId)) throw invalidData('Invalid product option id!')
}

/** @throws invalid_data if another option of the product has this title */
export function assertFreeTitle(
  { options: links }: Pick<ProductRecord, 'options'>,
  { id, title }: { id: string; title: string },
  options: Options,
) {
  if (links.some((link) => link.id !== id && options.get(link.id)?.title === title))
    throw invalidData(`Product option with title: ${title}, already exists.`)
}

/**
 * The product with an exclusive option added; the very same one if it meanwhile got an option whose title was not read.
 * @param options those of the product, as far as they were read
 * @throws invalid_data if it already has one with this title
 */
export function withOwnOption(product: ProductRecord, option: ProductOptionRecord, options: Options): ProductRecord {
  if (product.options.some(({ id }) => !options.has(id))) return product
  return withOptionBatch(
    product,
    { add: [{ id: option.id }], remove: [], update: [] },
    new Map([...options, [option.id, option]]),
  )
}

/**
 * The product with other values of an option; the very same one if it has all of the option's values before and afterwards.
 * @param values all that it has afterwards
 * @throws invalid_data if a variant has a value that is removed
 */
export function withValuesOfOption(
  product: ProductRecord,
  { option, values }: { option: ProductOptionRecord; values: readonly string[] },
  options: Options,
): ProductRecord {
  assertHasOption(product, option.id)
  const update: OptionBatch['update'][number] = {
    product_option_id: option.id,
    add: values.map((value) => ({ value })),
    remove: option.values.filter(({ value }) => !values.includes(value)).map(({ id }) => id),
  }
  return withOptionBatch(product, { add: [], remove: [], update: [update] }, new Map([...options, [option.id, option]]))
}

/** @throws invalid_data if the product does not have the option, or a variant has a value of it */
export function withoutOption(product: ProductRecord, optionId: string, options: Options): ProductRecord {
  assertHasOption(product, optionId)
  return withOptionBatch(product, { add: [], remove: [optionId], update: [] }, options)
}
