import { expect, it } from 'vitest'
import { newHeaders } from '../src/bus/bus.ts'
import { NoReplyError } from '../src/bus/no-reply.ts'
import { Replica } from '../src/bus/replica.ts'
import { createReplicas } from '../src/bus/replicas.ts'
import type { Reply } from '../src/bus/reply.ts'
import { createLogger } from '../src/observability/logger.ts'
import { getCounter } from './marks-service.ts'

const EMPTY = new Uint8Array(0)

it('an attempt without responders fails earlier ones as possibly taken, and does not affect later ones', async () => {
  const refusals: ((error: NoReplyError) => void)[] = []
  const replicas = createReplicas({
    nc: {} as never,
    connection: { connected: true, reconnects: 0 },
    send: () => new Promise<Reply>((_, reject) => void refusals.push(reject)),
    logger: createLogger('test', 'silent'),
  })
  const replica = new Replica('cart', 'one')
  const attempt = { operation: getCounter, headers: newHeaders(), data: EMPTY, timeout_ms: 1000, late_ms: 1000 }
  const outcomes: string[] = []
  for (const name of ['before', 'refused', 'after']) {
    replicas.request(replica, attempt).catch(({ reason }: NoReplyError) => outcomes.push(`${name} ${reason}`))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  refusals[1]!(new NoReplyError('no-responders'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(outcomes.toSorted()).toEqual(['before gone', 'refused no-responders'])

  refusals[2]!(new NoReplyError('no-responders'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(outcomes).toContain('after no-responders')
})
