import { createPriceListPrice } from '@souk/contracts'
import { type Bus, type Envelope, NoReplyError, type Reply } from '@souk/runtime'
import { expect, it, vi } from 'vitest'
import { type Forwarder, forward } from '../src/forwarding/forward.ts'

type Attempt = Parameters<Bus['replicas']['request']>[1]
interface Sent extends Attempt {
  answer(reply: Partial<Reply>): void
  fail(reason: NoReplyError['reason']): void
}

/** A request whose attempts are answered by the test. */
function aRequest() {
  const sent: Sent[] = []
  const request = (_replica: unknown, attempt: Attempt) =>
    new Promise((resolve, reject) => {
      const fail = (reason: NoReplyError['reason']) => reject(new NoReplyError(reason))
      sent.push({ ...attempt, answer: resolve, fail })
    })
  const budget = { earn() {}, take: () => true }
  const forwarder = {
    bus: { connected: true, replicas: { choose: () => ({}), request } },
    budgets: { retries: budget, hedges: budget },
    times: { of: () => 20_000, hedgeOf: () => 20_000, learn() {} },
  } as unknown as Forwarder
  const own = { request_id: 'r', http_id: 'h', op_id: 'o', attempt: 1, deadline: Date.now() + 20_000, params: {}, query: '' }
  const envelope: Envelope = { ...own, actor: { type: 'service', id: 'test' } as never }
  const answer = forward(forwarder, createPriceListPrice, envelope, new Uint8Array(0))
  answer.catch(() => {}) // awaited later
  return { answer, sent, sentAgain: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)) }
}

const REFUSED = { status: 400 }

it('a refusal from before a replica was gone is not the answer: another attempt finds what the replica had carried out', async () => {
  const { answer, sent, sentAgain } = aRequest()
  sent[0]!.onSilent!()
  sent[1]!.answer(REFUSED)
  await new Promise(setImmediate)

  sent[0]!.fail('gone')
  await sentAgain(3)
  expect(sent[2]!.headers.get('contested')).toBe('1')
  sent[2]!.answer({ status: 201 })

  expect(await answer).toMatchObject({ status: 201 })
})

it('a refusal after a replica was gone is the answer only if it is settled, as the replica may be alive elsewhere', async () => {
  const refusals = [REFUSED, { ...REFUSED, settled: true }].map(async (refusal) => {
    const { answer, sent, sentAgain } = aRequest()
    sent[0]!.fail('gone')
    await sentAgain(2)
    sent[1]!.answer(refusal)
    return answer
  })

  const [open, settled] = await Promise.allSettled(refusals)
  expect(open).toMatchObject({ reason: { kind: 'outcome_unknown' } })
  expect(settled).toMatchObject({ value: REFUSED })
})
