import { compileFields, ProductSeller, PUBLIC_REVIEWS, type ReviewedSeller } from '@souk/contracts'
import { ownEnvelope } from '@souk/runtime'
import { expect, it } from 'vitest'
import { createSellers } from './sellers.ts'

const sellerOf = (id: string, reviews?: unknown[]) => ({ id, name: id, ...(reviews && { reviews }) }) as ReviewedSeller
const passOn = () => ownEnvelope('pricing', 1000)
const selected = (fields: string) => compileFields(ProductSeller, fields, 'all')
const PLAIN = selected('*')
const REVIEWED = selected('*reviews,*reviews.customer')
const someIds = (count: number) => Array.from({ length: count }, (_, n) => `sel_${n}`)

/** The client on a bus that knows every seller except `sel_none`, and the ids and fields that it was asked for. */
function aClient() {
  const asked: string[][] = []
  const fieldsAsked: (string | undefined)[] = []
  const call = async (_operation: unknown, { body: { ids, fields } }: { body: { ids: string[]; fields?: string } }) => {
    asked.push(ids)
    fieldsAsked.push(fields)
    const reviews = fields === undefined ? undefined : Array.from({ length: PUBLIC_REVIEWS.each }, (_, n) => ({ id: `rev_${n}` }))
    return { sellers: ids.filter((id) => id !== 'sel_none').map((id) => sellerOf(id, reviews)) }
  }
  return { asked, fieldsAsked, sellers: createSellers({ call: call as never }) }
}

it('caches sellers, including unknown ones, and asks once for those that concurrent callers share', async () => {
  const { asked, sellers } = aClient()
  const [first, second] = await Promise.all([
    sellers.recall(['sel_a', 'sel_b', 'sel_a', 'sel_none'], PLAIN, passOn),
    sellers.recall(['sel_b', 'sel_c'], PLAIN, passOn),
  ])
  expect([...first.keys()]).toEqual(['sel_a', 'sel_b'])
  expect(second.get('sel_c')).toEqual(sellerOf('sel_c'))
  expect(asked).toEqual([['sel_a', 'sel_b', 'sel_none', 'sel_c']])
  await sellers.recall(['sel_c', 'sel_none', 'sel_d'], PLAIN, passOn)
  expect(asked.slice(1)).toEqual([['sel_d']])
})

it('asks within a deadline of its own, since other callers may share the answer', async () => {
  const deadlines: number[] = []
  const call = async (_operation: unknown, _body: unknown, { deadline }: { deadline: number }) => {
    deadlines.push(deadline)
    return { sellers: [] }
  }
  const began = Date.now()
  await createSellers({ call: call as never }).recall(['sel_a'], PLAIN, passOn)
  expect(deadlines[0]! - began).toBeGreaterThanOrEqual(5000)
})

it('caches sellers with and without reviews separately, and asks for the same fields whatever is selected of them', async () => {
  const { asked, fieldsAsked, sellers } = aClient()
  await sellers.recall(['sel_a'], PLAIN, passOn)
  const found = await sellers.recall(['sel_a', 'sel_b'], REVIEWED, passOn)
  expect(found.get('sel_a')!.reviews).toHaveLength(PUBLIC_REVIEWS.each)
  await sellers.recall(['sel_b', 'sel_a'], selected('name,reviews.customer.first_name,reviews.rating'), passOn)
  expect(asked).toEqual([['sel_a'], ['sel_a', 'sel_b']])
  expect(fieldsAsked).toEqual([undefined, '*,*reviews,*reviews.customer'])
  expect((await sellers.recall(['sel_a'], PLAIN, passOn)).get('sel_a')).not.toHaveProperty('reviews')
  for (const fields of ['*reviews', '*reviews,*reviews.seller']) await sellers.recall(['sel_a'], selected(fields), passOn)
  expect(fieldsAsked.slice(2)).toEqual(['*,*reviews', '*,*reviews,*reviews.seller'])
})

it('shows fewer reviews per seller for many sellers, and the full number for one seller right after', async () => {
  const { asked, sellers } = aClient()
  const most = PUBLIC_REVIEWS.together / PUBLIC_REVIEWS.each
  await Promise.all([sellers.recall(someIds(most), REVIEWED, passOn), sellers.recall(['sel_b'], REVIEWED, passOn)])
  expect(asked.map(({ length }) => length)).toEqual([most, 1])
  const many = await sellers.recall(someIds(2 * most), REVIEWED, passOn)
  for (const { reviews } of many.values()) expect(reviews).toHaveLength(PUBLIC_REVIEWS.each / 2)
  expect((await sellers.recall(['sel_0'], REVIEWED, passOn)).get('sel_0')!.reviews).toHaveLength(PUBLIC_REVIEWS.each)
})

it('asks for sellers again on each find, bypassing the cache', async () => {
  const { asked, sellers } = aClient()
  await sellers.recall(['sel_a'], PLAIN, passOn)
  expect(await sellers.find(['sel_a', 'sel_a'], PLAIN, passOn)).toEqual(new Map([['sel_a', sellerOf('sel_a')]]))
  expect((await sellers.find(['sel_a'], REVIEWED, passOn)).get('sel_a')!.reviews).toHaveLength(PUBLIC_REVIEWS.each)
  expect(asked).toEqual([['sel_a'], ['sel_a'], ['sel_a']])
  await Promise.all(['sel_a', 'sel_b'].map((id) => sellers.find([id], PLAIN, passOn)))
  expect(asked.slice(3)).toEqual([['sel_a', 'sel_b']])
})
