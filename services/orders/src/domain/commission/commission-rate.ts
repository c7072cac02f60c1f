import { type CommissionRate, type CommissionRateInput, type CurrencyAmount, invalidData } from '@souk/contracts'

/** The rate that a request asks for, as it is stored. @throws invalid_data if it would say nothing, or contradicts itself */
export function commissionRate({ type, percentage_rate = null, include_tax, ...sets }: CommissionRateInput): CommissionRate {
  const [price_set, min_price_set, max_price_set] = [sets.price_set ?? [], sets.min_price_set ?? [], sets.max_price_set ?? []]
  if (type === 'flat' && price_set.length === 0) throw invalidData('Flat rate requires fee value')
  if (type === 'percentage' && percentage_rate === null) throw invalidData('Percentage rate requires percent value')
  const most = new Map(max_price_set.map(({ currency_code, amount }) => [currency_code, amount]))
  const isAbove = ({ currency_code, amount }: CurrencyAmount) => amount > (most.get(currency_code) ?? Number.POSITIVE_INFINITY)
  if (min_price_set.some(isAbove)) throw invalidData('Invalid price range')
  return { type, percentage_rate, include_tax, price_set, min_price_set, max_price_set }
}

/** A rate's fee in words: `10%`, or `5EUR/6USD`; `-` if there is none. */
export function feeValueOf({ type, percentage_rate, price_set }: CommissionRate): string {
  if (type === 'percentage') return percentage_rate === null ? '-' : `${percentage_rate}%`
  return price_set.map(({ amount, currency_code }) => `${amount}${currency_code.toUpperCase()}`).join('/') || '-'
}
