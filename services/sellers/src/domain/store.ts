import type { Store, StoreCurrency } from '@souk/contracts'
import { currencyOf } from './currency.ts'

/** A store as it is kept: what everybody knows of a currency is not part of it. */
export type StoreRecord = Omit<Store, 'supported_currencies'> & { supported_currencies: StoreCurrencyRecord[] }
type StoreCurrencyRecord = Omit<StoreCurrency, 'currency' | 'store_id'>

export const shownStore = ({ supported_currencies, ...store }: StoreRecord): Store => ({
  ...store,
  supported_currencies: supported_currencies.map((one) => ({
    ...one,
    store_id: store.id,
    currency: currencyOf(one.currency_code, one.created_at),
  })),
})
