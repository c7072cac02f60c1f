import { DEMONSTRATION } from '@souk/contracts'
import { type GiftCardRecord, issuedCard } from '../../services/cart/src/domain/gift-cards/gift-card.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import { ids, SEEDED_AT } from './ids.ts'

/** A card in euros that never expires, with all of its value left. */
export const cardInEuros = (id: string, code: string, value: number, note: string | null = null): GiftCardRecord => {
  const sold = { line_item_id: null, reference: null, reference_id: null, expires_at: null, metadata: null }
  return issuedCard({ id, code, account_code: `SC-${id}`, value, currency_code: 'eur', note, ...sold }, SEEDED_AT)
}

/** Two cards in euros that never expire: 100 and 50. */
export const seededGiftCards = (secrets: Pick<SeedSecrets, 'gift_card_code' | 'second_gift_card_code'>): GiftCardRecord[] => [
  cardInEuros(ids.gift_card, secrets.gift_card_code, 100, 'Issued for the examples'),
  cardInEuros(ids.second_gift_card, secrets.second_gift_card_code, 50, 'Issued for the examples, too'),
]

/** 25 euros that anybody may spend, and 10 that a customer may claim. */
export const demonstrationGiftCards = (): GiftCardRecord[] => [
  cardInEuros(ids.demonstration_gift_card, DEMONSTRATION.gift_card_code, 25, "For the reference's examples"),
  cardInEuros(ids.claimed_gift_card, DEMONSTRATION.claimed_gift_card_code, 10, "For the reference's examples"),
]
