import { Answer, type FoundRecord } from '@souk/runtime'
import { shownOption } from '../domain/product-options/product-option.ts'
import type { ProductOptionRecord } from '../domain/products/product-record.ts'

export const optionAnswer = ({ record, revision }: FoundRecord<ProductOptionRecord>) =>
  new Answer({ product_option: shownOption(record) }, { revision })
