import { resolve } from 'node:path'
import { newOperation } from './new-operation.ts'

/** `npm run new -- sellers update-member`: a new operation, to be filled in. */
try {
  const { files, test } = newOperation(resolve(import.meta.dirname, '../..'), process.argv.slice(2))
  console.log(files.join('\n'))
  console.log(`\n${test} is red until the handler does what its contract says.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
