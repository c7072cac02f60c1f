import { expect, it } from 'vitest'
import { traceIdOf } from '../src/observability/trace-id.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

it.each([
  ['of the current version', `00-${TRACE}-${PARENT}-01`],
  ['with other flags', `00-${TRACE}-${PARENT}-00`],
  ['of a later version', `cc-${TRACE}-${PARENT}-01`],
  ['of a later version with more fields', `cc-${TRACE}-${PARENT}-01-what-the-future-brings`],
])('reads a header %s', (_, header) => {
  expect(traceIdOf(header)).toBe(TRACE)
})

it.each([
  ['nothing', undefined],
  ['several headers', [`00-${TRACE}-${PARENT}-01`]],
  ['an empty header', ''],
  ['an unknown form', TRACE],
  ['the forbidden version', `ff-${TRACE}-${PARENT}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a trace in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['a short trace', `00-${TRACE.slice(1)}-${PARENT}-01`],
  ['more fields in the current version', `00-${TRACE}-${PARENT}-01-more`],
  ['more without a separator', `cc-${TRACE}-${PARENT}-01more`],
  ['a line break', `cc-${TRACE}-${PARENT}-01-a\nb`],
  ['text before it', ` 00-${TRACE}-${PARENT}-01`],
])('reads no trace from %s', (_, header) => {
  expect(traceIdOf(header)).toBeUndefined()
})
