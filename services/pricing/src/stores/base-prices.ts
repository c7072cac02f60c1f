import { OperationError, outcomeUnknown } from '@souk/contracts'
import { allEnded, derivedOpId, type Fate } from '@souk/runtime'
import type { PriceRecord } from '../domain/prices/price.ts'
import type { WantedPrice } from '../domain/products/base-prices.ts'
import { planBasePrices } from '../domain/products/plan-base-prices.ts'
import type { PriceCommand } from './price-command.ts'
import type { PriceStore } from './prices.ts'

type Prices = Pick<PriceStore, 'listOfVariants' | 'put' | 'change' | 'remove'>

/** How often prices that others change at the same time are looked up and written. */
const MAX_TRIES = 3

/**
 * Gives variants of a product that is already written these base prices and no others. Existing prices keep their ids if they are
 * named by them, or have the same key (currency, bounds and rules). Each price is an aggregate of its own: a failure may leave
 * some unwritten, and a repeat of the same request does the rest.
 * @throws outcome_unknown, never a refusal: the product is changed already
 */
export async function replaceBasePrices(
  prices: Prices,
  variantIds: readonly string[],
  wanted: readonly WantedPrice[],
  { if_match: _ofTheirProduct, ...command }: PriceCommand & { if_match?: unknown },
) {
  if (variantIds.length === 0) return
  const { op } = command
  for (let tries = 1; ; tries++) {
    // A price may remember that it refused the op of a former try.
    const own = tries === 1 ? op : derivedOpId(op.at, op.text, `prices-${tries}`)
    try {
      return await replaceOnce(prices, variantIds, wanted, { ...command, op: own })
    } catch (error) {
      if (!(error instanceof OperationError && error.kind === 'conflict')) throw error
      if (tries === MAX_TRIES) throw outcomeUnknown(error)
    }
  }
}

/** @throws conflict if another request takes the key of a price, or removes it, at the same time */
async function replaceOnce(prices: Prices, variantIds: readonly string[], wanted: readonly WantedPrice[], command: PriceCommand) {
  const present = await prices.listOfVariants(variantIds, command.deadline)
  const { displaced, changes, puts, left } = planBasePrices(wanted, present)
  const own = (): PriceCommand => ({ ...command, fate: { is: 'open' } as Fate })
  const remove = ({ id }: PriceRecord) => prices.remove(id, { within: null }, own())
  async function move(chain: (typeof changes)[number]) {
    for (const { id, price } of chain) {
      const changed = (before: PriceRecord) => ({ ...before, ...price, id, created_at: before.created_at })
      await prices.change(id, { within: null, changed }, own())
    }
  }

  await allEnded(displaced.map(remove))
  await allEnded(changes.map(move))
  await allEnded(puts.map(({ price, known }) => prices.put(price, known, own())))
  await allEnded(left.map(remove))
}
