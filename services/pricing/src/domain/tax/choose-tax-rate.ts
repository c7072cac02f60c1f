/** A country (`province_code` null), or a province with the country's region as its parent. Codes in lower case. */
interface TaxRegion {
  id: string
  country_code: string
  province_code?: string | null
  parent_id?: string | null
  deleted_at?: string | null
}

interface TaxRateRule {
  /** `product`, `product_type` or `shipping_option`; others have no effect. */
  reference: string
  reference_id: string
}

export interface TaxRate {
  id: string
  tax_region_id: string
  /** Percent; null counts as 0. */
  rate: number | null
  code: string | null
  name: string
  is_default?: boolean
  /** For a province's rate: the best rate of its country is charged as well. */
  is_combinable?: boolean
  rules?: readonly TaxRateRule[]
  deleted_at?: string | null
}

/** A shipping method has a `shipping_option_id`, a line item a product and perhaps a product type. */
export interface TaxableLine {
  product_id?: string | null
  product_type_id?: string | null
  shipping_option_id?: string | null
  is_giftcard?: boolean
}

export interface TaxContext {
  /** False: taxes are not computed automatically in the region, so no line gets any. */
  automatic_taxes: boolean
  address?: { country_code?: string | null; province?: string | null } | null
  regions: readonly TaxRegion[]
  rates: readonly TaxRate[]
}

export interface TaxLineData {
  rate: number
  code: string | null
  description: string
  tax_rate_id: string
  provider_id: string
}

interface Ranked {
  rate: TaxRate
  region: TaxRegion
  rank: number
}

/**
 * The tax lines of one line: the best rate for the address and, if that is a combinable province rate, also the country's best.
 * Empty for gift cards, and without automatic taxes, a country, or a tax region for it.
 */
export function chooseTaxRates(line: TaxableLine, { automatic_taxes, address, regions, rates }: TaxContext): TaxLineData[] {
  if (!automatic_taxes || line.is_giftcard) return []

  const ranked = rankRates(line, rates, regionsOf(address, regions))
  const [best] = ranked
  if (!best) return []

  const parent = best.rate.is_combinable ? ranked.find(({ region }) => region.id === best.region.parent_id) : undefined
  return (parent ? [best, parent] : [best]).map(({ rate }) => taxLine(rate))
}

/** The country's region and the province's. A province is ignored if its country has no region. */
function regionsOf(address: TaxContext['address'], regions: readonly TaxRegion[]): TaxRegion[] {
  const country = address?.country_code?.toLowerCase()
  const province = address?.province?.toLowerCase() || null
  const ofCountry = regions.filter(({ country_code, deleted_at }) => !deleted_at && country_code.toLowerCase() === country)
  if (!ofCountry.some(isCountry)) return []
  return ofCountry.filter((region) => isCountry(region) || region.province_code?.toLowerCase() === province)
}

const isCountry = ({ province_code }: TaxRegion) => !province_code

/**
 * Best first: the province before the country; within each a rate for the product or option, then for the type, then the default.
 */
function rankRates(line: TaxableLine, rates: readonly TaxRate[], regions: readonly TaxRegion[]): Ranked[] {
  const byId = new Map(regions.map((region) => [region.id, region]))
  return rates
    .flatMap((rate): Ranked[] => {
      const region = byId.get(rate.tax_region_id)
      const rank = specificity(line, rate)
      if (!region || rank === undefined || rate.deleted_at) return []
      return [{ rate, region, rank: isCountry(region) ? rank + 3 : rank }]
    })
    .sort((a, b) => a.rank - b.rank || (a.rate.id < b.rate.id ? -1 : 1))
}

/** @returns undefined if the rate does not apply to this line */
function specificity(line: TaxableLine, { rules = [], is_default }: TaxRate): number | undefined {
  const has = (reference: string, id: string | null | undefined) =>
    !!id && rules.some((rule) => rule.reference === reference && rule.reference_id === id)
  if (line.shipping_option_id ? has('shipping_option', line.shipping_option_id) : has('product', line.product_id)) return 0
  if (!line.shipping_option_id && has('product_type', line.product_type_id)) return 1
  return is_default ? 2 : undefined
}

const taxLine = ({ id, rate, code, name }: TaxRate): TaxLineData => ({
  rate: rate ?? 0,
  code: code ?? null,
  description: name,
  tax_rate_id: id,
  provider_id: 'system',
})
