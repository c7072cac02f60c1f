import { type IssuedGiftCard, type Selection, type StoreCreditAccount, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { accountPart, cardAlone, type SpendableCard } from '../domain/gift-cards/gift-card.ts'

interface Shown {
  selection: Selection
}

/** The account with its balance, where it is asked for: both are one record, of one revision. */
export const shownGiftCard = (card: SpendableCard, { selection }: Shown): IssuedGiftCard => ({
  ...cardAlone(card),
  store_credit_account: wants(selection, 'store_credit_account') ? accountOf(card) : null,
})

export const giftCardAnswer = ({ record, revision }: { record: SpendableCard; revision: number }, shown: Shown) =>
  new Answer({ gift_card: shownGiftCard(record, shown) }, { revision })

const accountOf = ({
  id,
  account_code,
  currency_code,
  balance,
  credits,
  debits,
  ...card
}: SpendableCard): StoreCreditAccount => ({
  id: accountPart('sc_acc', id),
  code: account_code,
  currency_code,
  customer_id: null,
  balance: Number(balance),
  credits: Number(credits),
  debits: Number(debits),
  metadata: null,
  created_at: card.created_at,
  updated_at: card.updated_at,
  deleted_at: null,
})
