import { isDeepStrictEqual } from 'node:util'
import { updateStore as contract, replacingMetadata } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { storeAnswer } from '../../answers/store.ts'
import type { Deps } from '../../deps.ts'
import { assertCurrencies, changedCurrencies, changedLocales, type StoreRecord } from '../../domain/stores/store.ts'

/**
 * The store is changed first, then the preferences of its currencies: after a failure a repeat of the same request does the rest.
 * Metadata is replaced, not merged, as with the peers.
 */
export const updateStore = implement(contract, async (request, { stores, pricePreferences }: Deps) => {
  const { supported_currencies: wanted, supported_locales: locales, metadata: sent, ...body } = request.body
  const metadata = sent && replacingMetadata(sent)
  if (wanted) assertCurrencies(wanted)
  const updated = await stores.update(request.params.id, request.command, (store, context) =>
    patch<StoreRecord>({
      ...body,
      ...(wanted && { supported_currencies: changedCurrencies(store.supported_currencies, wanted, context) }),
      ...(locales && { supported_locales: changedLocales(store.supported_locales, locales, context) }),
    })(metadata === undefined || isDeepStrictEqual(metadata, store.metadata) ? store : { ...store, metadata }),
  )
  for (const { currency_code, is_tax_inclusive } of wanted ?? []) {
    await pricePreferences.set({ attribute: 'currency_code', value: currency_code, is_tax_inclusive }, request)
  }
  return storeAnswer(updated)
})
