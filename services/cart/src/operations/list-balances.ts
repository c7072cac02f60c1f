import type { Deps } from '../deps.ts'

/** The balances of gift cards, and of a customer's account. */
export async function listBalances(
  ids: readonly string[],
  { giftCards, storeCreditAccounts }: Pick<Deps, 'giftCards' | 'storeCreditAccounts'>,
  deadline: number,
) {
  const isAccount = (id: string) => id.startsWith('sc_acc_')
  const [cards, accounts] = await Promise.all([
    giftCards.listBalances(
      ids.filter((id) => !isAccount(id)),
      deadline,
    ),
    storeCreditAccounts.listBalances(ids.filter(isAccount), deadline),
  ])
  return [...cards, ...accounts]
}
