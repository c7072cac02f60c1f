import { ROOT } from '../start/config.ts'
import { newOperation } from './new-operation.ts'
import { newRecord } from './record/new-record.ts'

export { HELP } from './options.ts'

/**
 * `npm run new -- sellers update-member`: a new operation, to be filled in; `npm run new -- orders customer-tag --record`: a new
 * plain record.
 * @throws Error that names the mistake in the arguments
 */
export function run(args: readonly string[]): number {
  const { files, next } = args.includes('--record') ? record(args) : operation(args)
  console.log(`${files.join('\n')}\n\n${next}`)
  return 0
}

function operation(args: readonly string[]) {
  const { files, test } = newOperation(ROOT, args)
  return { files, next: `${test} is red until the handler does what its contract says.` }
}

function record(args: readonly string[]) {
  const { files, own } = newRecord(ROOT, args)
  const next = `It has a name and no other fields, and everything is green. Further fields belong in
  ${own.contract}: schema, bodies with their examples, and list (its indexes follow)
  ${own.handlers}: the fields of a new record
  ${own.seed}
  ${own.test}
CHANGELOG.md wants a line about it.`
  return { files, next }
}
