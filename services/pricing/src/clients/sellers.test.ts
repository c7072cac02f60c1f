import type { StoreSeller } from '@souk/contracts'
import { ownEnvelope } from '@souk/runtime'
import { expect, it } from 'vitest'
import { createSellers } from './sellers.ts'

const sellerOf = (id: string) => ({ id, name: id }) as StoreSeller
const passOn = () => ownEnvelope('pricing', 1000)

/** The client beside a bus that knows every seller but `sel_none`, and the ids that it was asked for. */
function aClient() {
  const asked: string[][] = []
  const call = async (_operation: unknown, { body: { ids } }: { body: { ids: string[] } }) => {
    asked.push(ids)
    return { sellers: ids.filter((id) => id !== 'sel_none').map(sellerOf) }
  }
  return { asked, sellers: createSellers({ call: call as never }) }
}

it('recalls sellers that it asked for a moment ago, and asks once for those that many want at the same time', async () => {
  const { asked, sellers } = aClient()
  const [first, second] = await Promise.all([
    sellers.recall(['sel_a', 'sel_b', 'sel_a', 'sel_none'], passOn),
    sellers.recall(['sel_b', 'sel_c'], passOn),
  ])
  expect([...first.keys()]).toEqual(['sel_a', 'sel_b'])
  expect(second.get('sel_c')).toEqual(sellerOf('sel_c'))
  expect(asked).toEqual([['sel_a', 'sel_b', 'sel_none', 'sel_c']])
  await sellers.recall(['sel_c', 'sel_none', 'sel_d'], passOn)
  expect(asked.slice(1)).toEqual([['sel_d']])
})

it('finds sellers as they are', async () => {
  const { asked, sellers } = aClient()
  await sellers.recall(['sel_a'], passOn)
  expect(await sellers.find(['sel_a', 'sel_a'], undefined, passOn)).toEqual(new Map([['sel_a', sellerOf('sel_a')]]))
  expect(asked).toEqual([['sel_a'], ['sel_a']])
})
