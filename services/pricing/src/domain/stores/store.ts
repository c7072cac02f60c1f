import { type BodyOf, type DecisionContext, invalidData, type Store, type StoreCurrency, type updateStore } from '@souk/contracts'
import { currencyOf } from '../currencies/currency.ts'

/** A store as it is kept: without the facts that its currencies have anywhere. */
export type StoreRecord = Omit<Store, 'supported_currencies'> & {
  supported_currencies: StoreCurrencyRecord[]
  deleted_at: string | null
}
type StoreCurrencyRecord = Omit<StoreCurrency, 'currency' | 'store_id'>

export const shownStore = ({ supported_currencies, deleted_at: _deleted_at, ...store }: StoreRecord): Store => ({
  ...store,
  supported_currencies: supported_currencies.map((one) => ({
    ...one,
    store_id: store.id,
    currency: currencyOf(one.currency_code),
  })),
})

type Wanted = NonNullable<BodyOf<typeof updateStore>['supported_currencies']>

/** @throws invalid_data for a currency that is named twice, and unless one of them is the default */
export function assertCurrencies(wanted: Wanted) {
  const codes = wanted.map(({ currency_code }) => currency_code)
  const twice = [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))]
  if (twice.length > 0) throw invalidData(`Duplicate currency codes: ${twice.join(', ')}`)
  const defaults = wanted.filter(({ is_default }) => is_default).length
  if (defaults > 1) throw invalidData('Only one default currency is allowed')
  if (wanted.length > 0 && defaults === 0) throw invalidData('There should be a default currency set for the store')
}

/** The store's currencies in the order that is wanted; those that it has already stay the same records. */
export function changedCurrencies(
  present: readonly StoreCurrencyRecord[],
  wanted: Wanted,
  { newId, now }: DecisionContext,
): StoreCurrencyRecord[] {
  return wanted.map(({ currency_code, is_default = false }) => {
    const known = present.find((one) => one.currency_code === currency_code)
    if (known?.is_default === is_default) return known
    const { id, created_at } = known ?? { id: newId('stocur'), created_at: now }
    return { id, currency_code, is_default, created_at, updated_at: now, deleted_at: null }
  })
}
