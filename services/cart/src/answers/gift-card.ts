import { type IssuedGiftCard, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { cardAlone, type SpendableCard } from '../domain/gift-cards/gift-card.ts'
import { accountOf } from './store-credit-account.ts'

interface Shown {
  selection: Selection
}

/** The card, with its account and balance if requested: both are one record with one revision. */
export const shownGiftCard = (card: SpendableCard, { selection }: Shown): IssuedGiftCard => ({
  ...cardAlone(card),
  store_credit_account: wants(selection, 'store_credit_account') ? accountOf(card) : null,
})

export const giftCardAnswer = ({ record, revision }: { record: SpendableCard; revision: number }, shown: Shown) =>
  new Answer({ gift_card: shownGiftCard(record, shown) }, { revision })
