import { OperationError, outcomeUnknown, unavailable } from '@souk/contracts'
import { type Fate, NoReplyError } from '@souk/runtime'
import { expect, it } from 'vitest'
import { beginOrderPayment } from './begin-order-payment.ts'

const refused = new OperationError('invalid_data', 'No')
const conflict = new OperationError('conflict', 'Changed')
const without = (reason: NoReplyError['reason']) => unavailable(undefined, new NoReplyError(reason))

const fateAfter = async (error: unknown, contested = false) => {
  const fate: Fate = { is: 'open' }
  const beginning = { payment_collection_id: 'pay_col_1', provider_id: 'pp_system_default', data: {}, customer_id: null }
  const bus = { call: () => Promise.reject(error) }
  const command = { if_match: undefined, keepOp: undefined, onlyRepeat: false, contested, fate } as never
  await expect(beginOrderPayment(beginning, command, bus, () => ({}) as never)).rejects.toBe(error)
  return fate.is
}

it.each([
  ['open where nobody was there to take it', without('no-responders'), 'open'],
  ['open where there was no time left to send it', new OperationError('deadline_exceeded', 'Late'), 'open'],
  ['unknown where the answer did not come in time', without('timeout'), 'unknown'],
  ['unknown where the connection was lost', without('disconnected'), 'unknown'],
  ['unknown where the replica that took it is gone', without('gone'), 'unknown'],
  ['unknown after a failure of the callee', unavailable(undefined, outcomeUnknown()), 'unknown'],
  ['open after a refusal', refused, 'open'],
])('a failure to begin an order’s payment session leaves the outcome %s', async (_, error, fate) => {
  expect(await fateAfter(error)).toBe(fate)
})

it('a rejection of a contested attempt is final, unless it is a conflict', async () => {
  expect([await fateAfter(refused, true), await fateAfter(conflict, true)]).toEqual(['refused', 'open'])
})
