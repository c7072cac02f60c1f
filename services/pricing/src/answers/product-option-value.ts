import { Answer, type FoundRecord } from '@souk/runtime'
import { shownOption } from '../domain/product-options/product-option.ts'
import { shownValue } from '../domain/products/product-parts.ts'
import type { OptionValueRecord, ProductOptionRecord } from '../domain/products/product-record.ts'

/** A value with its option. */
export const valueWithOption = (value: OptionValueRecord, option: ProductOptionRecord) => ({
  ...shownValue(value, option.id),
  option: shownOption(option),
})

export const optionValueAnswer = ({ record, revision }: FoundRecord<ProductOptionRecord>, value: OptionValueRecord) =>
  new Answer({ product_option_value: valueWithOption(value, record) }, { revision })
