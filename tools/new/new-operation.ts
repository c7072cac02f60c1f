import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { addContract } from './contract.ts'
import { addHandler, addTest } from './handler.ts'
import { readOptions } from './options.ts'
import { addScene } from './scene.ts'
import { createTree } from './tree.ts'

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')

/**
 * Writes contract, handler, test and scene of an operation into the checkout, and enters them where the others are.
 * @returns the files that are new or changed, and the test
 * @throws Error that names the mistake, before anything is written
 */
export function newOperation(root: string, args: readonly string[]): { files: string[]; test: string } {
  const tree = createTree(root)
  const operation = readOptions(args, tree)
  const contract = addContract(tree, operation)
  const handler = addHandler(tree, operation, contract)
  const test = addTest(tree, operation, handler)
  addScene(tree, operation)

  const files = tree.save()
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIOME, 'check', '--write', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`What was written does not pass lint:\n${stdout}${stderr}`)
  return { files, test }
}
