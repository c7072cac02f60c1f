import {
  type BodyOf,
  type DecisionContext,
  invalidData,
  type Store,
  type StoreCurrency,
  type StoreLocale,
  type updateStore,
} from '@souk/contracts'
import { currencyOf } from '../currencies/currency.ts'
import { repeated } from '../lists/repeated.ts'

/** A store as stored: without the details of its currencies, which are the same for all stores. */
export type StoreRecord = Omit<Store, 'supported_currencies' | 'supported_locales'> & {
  supported_currencies: StoreCurrencyRecord[]
  /** Absent if written by an older version. */
  supported_locales?: StoreLocaleRecord[]
  deleted_at: string | null
}
type StoreCurrencyRecord = Omit<StoreCurrency, 'currency' | 'store_id'>
type StoreLocaleRecord = Omit<StoreLocale, 'store_id'>

export const shownStore = ({
  supported_currencies,
  supported_locales = [],
  deleted_at: _deleted_at,
  ...store
}: StoreRecord): Store => ({
  ...store,
  supported_currencies: supported_currencies.map((one) => ({
    ...one,
    store_id: store.id,
    currency: currencyOf(one.currency_code),
  })),
  supported_locales: supported_locales.map((one) => ({ ...one, store_id: store.id })),
})

type Body = BodyOf<typeof updateStore>
type Wanted = NonNullable<Body['supported_currencies']>

/** @throws invalid_data for a repeated currency, and unless exactly one is the default */
export function assertCurrencies(wanted: Wanted) {
  assertNamedOnce(
    'currency',
    wanted.map(({ currency_code }) => currency_code),
  )
  const defaults = wanted.filter(({ is_default }) => is_default).length
  if (defaults > 1) throw invalidData('Only one default currency is allowed')
  if (wanted.length > 0 && defaults === 0) throw invalidData('There should be a default currency set for the store')
}

/** The store's currencies in the given order; existing ones keep their records. */
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

/** The same for its locales. @throws invalid_data for a repeated one */
export function changedLocales(
  present: readonly StoreLocaleRecord[] = [],
  wanted: NonNullable<Body['supported_locales']>,
  { newId, now }: DecisionContext,
): StoreLocaleRecord[] {
  const codes = wanted.map(({ locale_code }) => locale_code)
  assertNamedOnce('locale', codes)
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  return codes.map(
    (locale_code) => present.find((one) => one.locale_code === locale_code) ?? { id: newId('stloc'), locale_code, ...dates },
  )
}

function assertNamedOnce(kind: 'currency' | 'locale', codes: readonly string[]) {
  const twice = repeated(codes)
  if (twice.length > 0) throw invalidData(`Duplicate ${kind} codes: ${twice.join(', ')}`)
}
