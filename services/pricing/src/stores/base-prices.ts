import type { Fate } from '@souk/runtime'
import type { PriceRecord } from '../domain/prices/price.ts'
import type { PriceCommand, PriceStore } from './prices.ts'

/**
 * Gives variants these base prices and no others: those with the same key (currency, bounds and rules) keep their ids. Each price
 * is an aggregate of its own: a failure may come between them, and a repeat of the same request does the rest.
 */
export async function replaceBasePrices(
  prices: Pick<PriceStore, 'listOfVariants' | 'put' | 'remove'>,
  variantIds: readonly string[],
  wanted: readonly PriceRecord[],
  command: PriceCommand,
) {
  if (variantIds.length === 0) return
  const present = await prices.listOfVariants(variantIds, command.deadline)
  const known = new Map(present.map((price) => [price.key, price]))
  const kept = new Set(wanted.map(({ key }) => key))
  const own = (): PriceCommand => ({ ...command, fate: { is: 'open' } as Fate })
  const puts = wanted
    .filter(({ key, amount }) => known.get(key)?.amount !== amount)
    .map((price) => prices.put(price, known.get(price.key)?.id, own()))
  const removals = present.filter(({ key }) => !kept.has(key)).map(({ id }) => prices.remove(id, { within: null }, own()))
  const failed = (await Promise.allSettled([...puts, ...removals])).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
