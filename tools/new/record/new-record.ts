import { spawnSync } from 'node:child_process'
import { format } from '../format.ts'
import { createTree } from '../tree.ts'
import { addRecordContract } from './contract.ts'
import { addRecordHandlers } from './handlers.ts'
import { readRecordOptions } from './record-options.ts'
import { addScenes } from './scenes.ts'
import { addSeed } from './seed.ts'
import { addStore } from './store.ts'
import { addRecordTest } from './test.ts'

/** Where further fields of a record belong. */
interface NewRecordFiles {
  contract: string
  handlers: string
  seed: string
  test: string
}

/** Its table of events is made from the contracts. */
const EVENTS = 'docs/events.md'

/**
 * Writes all of a plain record of administrators into the checkout, and enters it where the others are.
 * @returns the files that are new or changed, and those in which further fields belong
 * @throws Error that names the mistake, before anything is written
 */
export function newRecord(root: string, args: readonly string[]): { files: string[]; own: NewRecordFiles } {
  const tree = createTree(root)
  const record = readRecordOptions(args, tree)
  const own = {
    contract: addRecordContract(tree, record),
    handlers: addRecordHandlers(tree, record),
    seed: addSeed(tree, record),
    test: addRecordTest(tree, record),
  }
  addStore(tree, record)
  addScenes(tree, record)

  const files = tree.save()
  format(root, files)
  listEvents(root)
  return { files: [...files, EVENTS].toSorted(), own }
}

/** In a process of its own, which reads the contracts as they are now. @throws Error with its output */
function listEvents(root: string) {
  const script = "await (await import('./tools/configuration/main.ts')).run([])"
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${EVENTS} could not be brought up to date: npm run configuration\n${stderr}`)
}
