import { DAY_MS } from '@souk/contracts'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../src/observability/logger.ts'
import { type FileWork, workOnFiles } from '../src/process/work-on-files.ts'

const logger = createLogger('test', 'silent')

/** Runs this work until the test ends, with how it was asked and what was counted. */
function running(works: Partial<FileWork<string>['files'] & Pick<FileWork<string>, 'work'>>[]) {
  const asked = works.map(() => ({ looks: 0, removed: [] as string[], worked: [] as string[] }))
  const counted: string[] = []
  const kinds = works.map(({ listToDo = async () => [], removeOlder, work = async () => true }, i): FileWork<string> => {
    const of = asked[i]!
    return {
      files: {
        async listToDo(deadline) {
          of.looks++
          return listToDo(deadline)
        },
        async removeOlder(before, deadline) {
          of.removed.push(before)
          return removeOlder?.(before, deadline)
        },
      },
      async work(one, signal) {
        of.worked.push(one)
        return work(one, signal)
      },
      counted: [`files_${i}`, 'Files'],
    }
  })
  const background = workOnFiles({
    kinds,
    logger,
    metrics: { count: (name: string) => void counted.push(name) },
    firstAfterMs: 0,
  })
  onTestFinished(() => background.stop())
  return { asked, counted, first: background.first }
}

it('each file is worked on, oldest first; one that fails, or that another replica has taken, is not counted and holds up no other', async () => {
  const work = async (one: string) => {
    if (one === 'fails') throw new Error('broken file')
    return one !== 'taken'
  }
  const { asked, counted, first } = running([{ listToDo: async () => ['fails', 'taken', 'fine'], work }])
  await first
  expect(asked[0]!.worked).toEqual(['fails', 'taken', 'fine'])
  expect(counted).toEqual(['files_0'])
})

it('a kind whose records cannot be read, or removed, holds up no other kind', async () => {
  const away = async () => Promise.reject(new Error('away'))
  const { asked, first } = running([{ listToDo: away, removeOlder: away }, { listToDo: async () => ['fine'] }])
  await first
  expect(asked.map(({ worked, removed }) => [worked, removed.length])).toEqual([
    [[], 1],
    [['fine'], 1],
  ])
})

it('records are looked for each second, and those that are older than a week removed once a minute', async () => {
  const begun = Date.now()
  const { asked } = running([{}])
  await expect.poll(() => asked[0]!.looks, { timeout: 20_000 }).toBeGreaterThan(2)
  const [before, ...later] = asked[0]!.removed
  expect(later).toEqual([])
  expect(Math.abs(Date.parse(before!) - (begun - 7 * DAY_MS))).toBeLessThan(10_000)
})
