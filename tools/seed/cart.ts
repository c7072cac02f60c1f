import type { Db } from 'mongodb'
import { createCartStore } from '../../services/cart/src/stores/carts.ts'
import { createGiftCardStore } from '../../services/cart/src/stores/gift-cards.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import { demonstrationCart, exampleCart, richCart } from './carts.ts'
import { demonstrationGiftCard, seededGiftCards } from './gift-cards.ts'

/** Gift cards, a cart to try them on, and one cart that shows every record a cart can hold. Adds what is missing. */
export async function seedCart(db: Db, { secrets, now = new Date().toISOString() }: { secrets: SeedSecrets; now?: string }) {
  const carts = createCartStore(db)
  const giftCards = createGiftCardStore(db)
  await giftCards.ensureIndexes()
  const example = exampleCart(secrets)
  const rich = richCart(secrets)
  await giftCards.insertMissing([...seededGiftCards(secrets), demonstrationGiftCard()])
  // Touched now: what nobody touched for long is removed.
  await carts.insertMissing([example, rich, demonstrationCart()].map((cart) => ({ ...cart, updated_at: now })))
  return { example_cart_id: example.id, rich_cart_id: rich.id }
}
