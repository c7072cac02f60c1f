import { type IssuedGiftCard, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { Account } from '../domain/accounts/ledger.ts'
import { cardAlone, type SpendableCard } from '../domain/gift-cards/gift-card.ts'
import { type AccountStores, withLedgers } from '../stores/with-ledgers.ts'
import { accountOf, accountWithLedger } from './store-credit-account.ts'

interface Shown {
  selection: Selection
}

type Card = SpendableCard & Partial<Pick<Account, 'ledger'>>

const LEDGER = 'store_credit_account.transactions'

/** The card, with its account, balance and ledger if requested: all are one record with one revision. */
function shownGiftCard(card: Card, { selection }: Shown): IssuedGiftCard {
  const { ledger } = card
  const account = () => (ledger && wants(selection, LEDGER) ? accountWithLedger({ ...card, ledger }) : accountOf(card))
  return { ...cardAlone(card), store_credit_account: wants(selection, 'store_credit_account') ? account() : null }
}

/** A card found by its code lacks the ledger: storefronts never show it. */
export const giftCardAnswer = ({ record, revision }: { record: Card; revision: number }, shown: Shown) =>
  new Answer({ gift_card: shownGiftCard(record, shown) }, { revision })

/** Cards of a list. @throws invalid_data if all ledgers would be too much for one answer */
export async function shownGiftCards(
  cards: readonly SpendableCard[],
  { selection, deadline }: Shown & { deadline: number },
  stores: AccountStores,
): Promise<IssuedGiftCard[]> {
  const found: readonly Card[] = wants(selection, LEDGER) ? await withLedgers(cards, stores, deadline) : cards
  return found.map((card) => shownGiftCard(card, { selection }))
}
