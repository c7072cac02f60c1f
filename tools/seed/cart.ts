import type { Db } from 'mongodb'
import { createCartStore } from '../../services/cart/src/stores/carts.ts'
import { createGiftCardStore } from '../../services/cart/src/stores/gift-cards.ts'
import type { Secrets } from '../start/secrets.ts'
import { exampleCart, richCart } from './carts.ts'
import { seededGiftCards } from './gift-cards.ts'

/** Gift cards, a cart to try them on, and one cart that shows every record a cart can hold. Adds what is missing. */
export async function seedCart(db: Db, { secrets, now = new Date().toISOString() }: { secrets: Secrets; now?: string }) {
  const carts = createCartStore(db)
  const giftCards = createGiftCardStore(db)
  await giftCards.ensureIndexes()
  const example = exampleCart(secrets)
  const rich = richCart(secrets)
  await giftCards.insertMissing(seededGiftCards(secrets))
  // Touched now: what nobody touched for long is removed.
  await carts.insertMissing([example, rich].map((cart) => ({ ...cart, updated_at: now })))
  return { example_cart_id: example.id, rich_cart_id: rich.id }
}
