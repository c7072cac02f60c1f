import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take minutes. */
const LONGEST = ['test/system/hostile.test.ts', 'test/system/secrets.test.ts', 'test/system/list-scans.test.ts']

/** Large files first, like Vitest, but the slowest ones before them, so that none of these runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rankOf = ({ moduleId }: TestSpecification) => LONGEST.findIndex((name) => moduleId.endsWith(name))
    const first = sorted.filter((file) => rankOf(file) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
    return [...first, ...sorted.filter((file) => rankOf(file) < 0)]
  }
}
