import type { PricePreference } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'

export const pricePreferenceAnswer = ({ record: price_preference, revision }: FoundRecord<PricePreference>) =>
  new Answer({ price_preference }, { revision })
