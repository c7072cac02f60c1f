import { randomBytes } from 'node:crypto'
import { addGiftCard } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const aCode = () => `CARD-${randomBytes(8).toString('hex')}`
async function addCard(system: System): Promise<string> {
  const { body } = await system.http('POST', '/admin/gift-cards', { body: { currency_code: 'eur', value: 20 } })
  return (body as { gift_card: { id: string } }).gift_card.id
}
const cardIds: Ids = { own: addCard }

export const giftCards: Resource = {
  operations: {
    'list-gift-cards': {},
    'create-gift-card': {
      once: true,
      body: () => ({ currency_code: 'eur', value: 20, code: aCode(), note: 'For Ann', metadata: { a: 1 } }),
      samples: {
        'medusa/60-admin-create-gift-card': (_system, { request }) => ({
          body: { ...(request.body as object), code: 'GIFT-5A' },
        }),
      },
    },
    'get-gift-card': { ids: cardIds },
    'update-gift-card': { ids: cardIds, body: { note: 'For Bob', expires_at: '2099-01-01T00:00:00.000Z', metadata: { a: 1 } } },
    'list-gift-card-orders': { ids: { ...cardIds, answered: 'with an empty list' } },
    'get-store-gift-card': { params: async (system) => ({ code: await addGiftCard(system) }) },
  },
}
