import { z } from 'zod'
import {
  AmountInput,
  CurrencyCodeInput,
  FilledTextInput,
  IdInput,
  ListRulesInput,
  MetadataInput,
  QuantityInput,
  RulesInput,
  TextInput,
} from '../fields/common.ts'
import { boundsFit, WRONG_BOUNDS } from './price-bounds.ts'
import { PriceListStatus, PriceListType } from './price-list.ts'

const bounds = {
  min_quantity: QuantityInput.nullish().describe('Minimum cart quantity for the price to apply; null or absent: no minimum'),
  max_quantity: QuantityInput.nullish().describe('Maximum cart quantity for the price to apply; null or absent: no maximum'),
}
const ATTRIBUTES =
  'Products and carts support `region_id`, `customer_id` and `customer.groups.id`; carts, from the first change after creation ' +
  'that prices their lines (not of e-mail, metadata or shipping methods), also `sales_channel_id` and ' +
  '`shipping_address.country_code`, `.province` (both in lower case), `.city` and `.postal_code`. ' +
  'A rule on any other attribute never matches'
const rules = RulesInput.optional().describe(`The price's rules: attribute → required value. ${ATTRIBUTES}`)

/**
 * A price as sellers and administrators send it. `max_quantity` must not be below `min_quantity`. As in Medusa and Mercur, the
 * currency need not be that of a region (the price is used once a cart has it), and the amount may have more decimals than the
 * currency (1.5 yen, or a price per gram): it is used as sent, and only the amount to pay is rounded.
 */
export const PriceInput = z
  .object({
    currency_code: CurrencyCodeInput,
    amount: AmountInput.describe('In major units of currency_code, stored with all decimals'),
    variant_id: IdInput.describe('ID of the product variant'),
    ...bounds,
    rules,
  })
  .refine(boundsFit, WRONG_BOUNDS)
export type PriceInput = z.infer<typeof PriceInput>

/** A patch of a price: absent fields stay, and given rules replace all former ones. */
export const PriceChangeInput = z
  .object({
    id: IdInput.describe('ID of the price'),
    currency_code: CurrencyCodeInput.optional(),
    amount: AmountInput.optional(),
    variant_id: IdInput.describe('ID of the product variant'),
    ...bounds,
    rules,
  })
  .refine(boundsFit, WRONG_BOUNDS)
export type PriceChangeInput = z.infer<typeof PriceChangeInput>

/** Most prices in one request; a list may have any number. */
const MAX_PRICES = 1000
/** Bounds of operations that write this many prices, with a few rules each: keys in their bodies, and time. */
export const MANY_PRICES = { bodyKeys: 20_000, attempt_ms: 2500, deadline_ms: 10_000 } as const
export const PricesInput = z.array(PriceInput).max(MAX_PRICES)
export const PriceChangesInput = z.array(PriceChangeInput).max(MAX_PRICES)
export const PriceIdsInput = z.array(IdInput).max(MAX_PRICES)
export const ProductIdsInput = z.array(IdInput).max(MAX_PRICES)

/** As `TimestampInput`, but anything else is refused by the rule, with the text of the peers. */
const date = TextInput(100).meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] })
const list = {
  description: TextInput().nullish(),
  starts_at: date.nullish(),
  ends_at: date.nullish(),
  rules: ListRulesInput.optional().describe(`The list’s rules: attribute → allowed values. ${ATTRIBUTES}`),
}
const title = FilledTextInput(500)
const metadata = MetadataInput.nullish()

const NEW_LIST = {
  title,
  ...list,
  status: PriceListStatus.default('draft'),
  type: PriceListType.default('sale'),
  prices: z.array(PriceInput).max(MAX_PRICES).default([]),
}
const CHANGES = { title: title.optional(), ...list, status: PriceListStatus.optional(), type: PriceListType.optional() }

/** A new list of a seller. */
export const NewPriceListInput = z.strictObject(NEW_LIST)
/** A list of the shop itself, which needs a description. */
export const NewAdminPriceListInput = z.strictObject({ ...NEW_LIST, description: TextInput(), metadata })
export type NewPriceListInput = z.output<typeof NewPriceListInput> & Pick<z.output<typeof NewAdminPriceListInput>, 'metadata'>

/** A patch of a list: absent fields stay, null clears a field, and given rules replace all former ones. */
export const PriceListChangeInput = z.strictObject(CHANGES)
export const AdminPriceListChangeInput = z.strictObject({ ...CHANGES, metadata })
export type PriceListChangeInput = z.output<typeof AdminPriceListChangeInput>
