import { ROOT } from '../start/config.ts'
import { newOperation } from './new-operation.ts'

export { HELP } from './options.ts'

/**
 * `npm run new -- sellers update-member`: a new operation, to be filled in.
 * @throws Error that names the mistake in the arguments
 */
export function run(args: readonly string[]): number {
  const { files, test } = newOperation(ROOT, args)
  console.log(files.join('\n'))
  console.log(`\n${test} is red until the handler does what its contract says.`)
  return 0
}
