import { z } from 'zod'
import { CountryCodeInput, CurrencyCodeInput, FieldsQuery, IdInput, TextInput } from '../fields/common.ts'

/** The context of shown prices; without any of these no price is calculated. */
export const priceContext = {
  region_id: IdInput.optional().describe('Show what variants cost in this region.'),
  currency_code: CurrencyCodeInput.optional().describe("Show prices in this currency instead of the region's."),
  country_code: CountryCodeInput.optional().describe('Show prices with and without the taxes of this country.'),
  province: TextInput(100).optional().describe('The province of the country, if it has its own taxes.'),
  cart_id: IdInput.optional().describe('Use the region, country and province of this cart instead of those given.'),
}
export type PriceContext = { readonly [Name in keyof typeof priceContext]?: string | undefined }

/**
 * A request that names a region or a currency gets prices, even if `fields` does not ask for them.
 * @param path that of the calculated price in a record
 */
export const priced = (path: string) => (fields: string | undefined, asked: PriceContext) => {
  if (asked.region_id === undefined && asked.currency_code === undefined) return fields
  const named = fields === '' ? 'id' : fields
  return named === undefined ? `+${path}` : `${named},+${path}`
}

const ChannelsQuery = z
  .union([IdInput.transform((id) => [id]), z.array(IdInput).max(100)])
  .optional()
  .meta({
    description: 'Only as sold in these channels, which must belong to the publishable key.',
    type: 'array',
    items: { type: 'string' },
  })

/** The query of one product or variant. @param path that of the calculated price in it */
export const pricedQuery = (path: string) =>
  z
    .strictObject({ fields: FieldsQuery.optional(), sales_channel_id: ChannelsQuery, ...priceContext })
    .transform(({ fields, sales_channel_id, ...asked }) => ({
      fields: priced(path)(fields, asked),
      sales_channel_id,
      context: asked,
    }))

const PARTS = ['calculated_price', 'original_price', 'raw_calculated_amount', 'raw_original_amount'] as const
/** Paths of the parts of a price besides its plain fields: the prices it was taken from, and its amounts as decimal texts. */
export const pricePartsAt = (path: string) => PARTS.map((part) => `${path}.${part}`)
export const priceCompanions = (path: string) => [{ of: [path], bring: pricePartsAt(path) }]
