import { describe, expect, it } from 'vitest'
import { sharedQueries } from '../src/store/shared-queries.ts'

/** Queries that end once they are let go, with their keys and deadlines. */
function held() {
  const begun: { asked: string; deadline: number; end: () => void }[] = []
  const query = (asked: string, deadline: number) =>
    new Promise<object>((resolve) => begun.push({ asked, deadline, end: () => resolve({ asked }) }))
  return { begun, ask: sharedQueries((asked: string) => asked, query) }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('shared queries', () => {
  it('serve equal requests of the same time with one query, with the latest deadline', async () => {
    const { begun, ask } = held()
    const answers = [ask('a', 1), ask('a', 3), ask('a', 2)]
    await turn()
    expect(begun).toMatchObject([{ asked: 'a', deadline: 3 }])
    begun[0]!.end()

    const [first, second, third] = await Promise.all(answers)
    expect(first).toEqual({ asked: 'a' })
    expect([second === first, third === first]).toEqual([true, true])
  })

  it('begin after each of their requests: a later one does not get an earlier answer', async () => {
    const { begun, ask } = held()
    const early = ask('a', 1)
    await turn()
    const later = [ask('a', 2), ask('a', 3)]
    await turn()
    expect(begun).toHaveLength(1)
    begun[0]!.end()
    const first = await early
    await turn()
    expect(begun).toMatchObject([{}, { deadline: 3 }])
    begun[1]!.end()
    expect((await Promise.all(later)).map((one) => one === first)).toEqual([false, false])
  })

  it('do not wait for queries with other keys', async () => {
    const { begun, ask } = held()
    void ask('slow', 1)
    const other = ask('b', 1)
    await turn()
    expect(begun.map(({ asked }) => asked)).toEqual(['slow', 'b'])
    begun[1]!.end()
    expect(await other).toEqual({ asked: 'b' })
  })
})
