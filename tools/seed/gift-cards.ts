import { DEMONSTRATION } from '@souk/contracts'
import type { GiftCardRecord } from '../../services/cart/src/domain/gift-cards/gift-card.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import { ids } from './ids.ts'
import { seededTimestamps } from './records.ts'

const card = (id: string, code: string, value: number, note: string): GiftCardRecord => ({
  id,
  status: 'redeemed',
  code,
  value,
  currency_code: 'eur',
  line_item_id: null,
  reference: null,
  reference_id: null,
  expires_at: null,
  note,
  metadata: null,
  balance: String(value),
  ledger: [],
  ...seededTimestamps,
})

/** Two cards in euros that never expire: 100 and 50. */
export const seededGiftCards = (secrets: Pick<SeedSecrets, 'gift_card_code' | 'second_gift_card_code'>): GiftCardRecord[] => [
  card(ids.gift_card, secrets.gift_card_code, 100, 'Issued for the examples'),
  card(ids.second_gift_card, secrets.second_gift_card_code, 50, 'Issued for the examples, too'),
]

/** 25 euros that anybody may spend. */
export const demonstrationGiftCard = (): GiftCardRecord =>
  card(ids.demonstration_gift_card, DEMONSTRATION.gift_card_code, 25, "For the reference's examples")
