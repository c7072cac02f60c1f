import { invalidData } from '@souk/contracts'
import { KEY_PARTS, type PriceRecord } from './price.ts'

type Keyed = Pick<PriceRecord, 'id' | 'key'>

/**
 * The ids of changed prices in turns: each price gets a key that none of the list has, or that an earlier turn frees.
 * @param moving those of them, as they are now, that leave a key which another one gets
 * @throws invalid_data if some would exchange their keys
 */
export function changesInTurns(changed: readonly Keyed[], moving: readonly Keyed[]): string[][] {
  const holderOf = new Map(moving.map(({ id, key }) => [key, id]))
  const turns: string[][] = []
  let waiting = changed
  while (waiting.length > 0) {
    const ids = new Set(waiting.map(({ id }) => id))
    const mustWait = ({ key }: Keyed) => ids.has(holderOf.get(key) ?? '')
    const turn = waiting.filter((price) => !mustWait(price))
    if (turn.length === 0) throw exchanged([...ids])
    turns.push(turn.map(({ id }) => id))
    waiting = waiting.filter(mustWait)
  }
  return turns
}

const exchanged = (ids: readonly string[]) =>
  invalidData(`Prices with ids: ${ids.join(', ')} would exchange ${KEY_PARTS}, which takes two requests`)
