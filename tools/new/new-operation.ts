import { addContract } from './contract.ts'
import { format } from './format.ts'
import { addHandler, addTest } from './handler.ts'
import { readOptions } from './options.ts'
import { addScene } from './scene.ts'
import { createTree } from './tree.ts'

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
  format(root, files)
  return { files, test }
}
