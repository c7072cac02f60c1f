import { DEMONSTRATION } from '@souk/contracts'
import { ids } from '../../../tools/seed/ids.ts'
import { addGiftCard } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

async function addAccount(system: System): Promise<string> {
  const path = '/admin/gift-cards?fields=store_credit_account.id'
  const { body } = await system.http('POST', path, { body: { currency_code: 'eur', value: 20 } })
  return (body as { gift_card: { store_credit_account: { id: string } } }).gift_card.store_credit_account.id
}
const accountIds: Ids = { own: addAccount }
const own = { headers: ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` }) } as const
const movement = { amount: 0.1, note: 'For Ann', reference: 'order', reference_id: ids.order }

export const storeCreditAccounts: Resource = {
  recorded: () => ({ sc_acc: ids.gift_card.replace('gcard', 'sc_acc') }),
  operations: {
    'list-store-credit-accounts': {},
    'create-store-credit-account': { body: { currency_code: 'eur', metadata: { a: 1 } } },
    'get-store-credit-account': { ids: accountIds },
    'credit-store-credit-account': { ids: accountIds, body: movement },
    'debit-store-credit-account': { ids: accountIds, body: movement },
    'list-store-credit-transactions': { ids: accountIds },
    'list-own-store-credit-accounts': own,
    'get-own-store-credit-account': { ...own, ids: { own: () => DEMONSTRATION.store_credit_account_id } },
    'claim-store-credit-account': {
      ...own,
      once: true,
      body: async (system) => ({ code: await addGiftCard(system, { value: 0.5 }) }),
    },
  },
}
