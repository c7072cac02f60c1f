import type { Db } from 'mongodb'
import { seededCampaigns } from './campaigns.ts'
import { customersCart, demonstrationCart, exampleCart, payableCart, richCart } from './carts.ts'
import type { SeedContext } from './context.ts'
import { demonstrationGiftCards, seededGiftCards } from './gift-cards.ts'
import { insertMissing } from './insert-missing.ts'
import { seededPromotions } from './promotions.ts'
import { seededStoreCreditAccount } from './store-credit-accounts.ts'

/** Gift cards, a cart to try them on, and one cart that shows every record a cart can hold. Adds missing records. */
export async function seedCart(db: Db, { secrets, now = new Date().toISOString(), leftOut }: SeedContext) {
  const example = exampleCart(secrets)
  const rich = richCart(secrets)
  const records = {
    gift_cards: [...seededGiftCards(secrets), ...demonstrationGiftCards()],
    store_credit_accounts: [seededStoreCreditAccount()],
    promotions: seededPromotions,
    campaigns: seededCampaigns,
    // Touched now: carts that nobody touched for long are removed.
    carts: [example, rich, demonstrationCart(), customersCart(), payableCart()].map((cart) => ({ ...cart, updated_at: now })),
  }
  await insertMissing(db, records, leftOut)
  return { example_cart_id: example.id, rich_cart_id: rich.id }
}
