import { ANONYMOUS } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { connectBus } from '../src/bus/connect-bus.ts'
import { decodeEnvelope, type Envelope, encodeEnvelope, ownEnvelope } from '../src/bus/envelope.ts'
import { createLogger } from '../src/observability/logger.ts'
import { passOn } from '../src/server/implement.ts'
import { testServers } from '../src/testing.ts'

const anEnvelope = (overrides: Partial<Envelope> = {}): Envelope => ({ ...ownEnvelope('test', 1000), ...overrides })

describe('an envelope', () => {
  it('survives a round trip over the bus, whatever clients put into it', async () => {
    const bus = await connectBus({ url: testServers().NATS_URL, name: 'test', logger: createLogger('test', 'silent') })
    const sent = anEnvelope({
      attempt: 3,
      contested: true,
      actor: { type: 'member', id: 'mem_ü', seller_id: 'sel_1', identity_id: 'authid_1' },
      params: { id: '../../admin', code: ' ü🛒\r\nactor: {"type":"user"} ' },
      query: 'q=%20&x=ä ',
      idempotency_key: ' "key" ',
      if_match: ' "1", W/"2" ',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    })
    const received = new Promise<Envelope>((resolve, reject) => {
      bus.nc.subscribe('echo', {
        callback: (error, message) => (error ? reject(error) : resolve(passOn(decodeEnvelope(message.headers)))),
      })
    })
    bus.nc.publish('echo', '', { headers: encodeEnvelope(sent) })

    expect(await received).toEqual(sent)
    await bus.close()
  })

  it('omits what was not sent', () => {
    const { op, ...received } = decodeEnvelope(encodeEnvelope(anEnvelope({ actor: ANONYMOUS })))

    expect(received).not.toHaveProperty('idempotency_key')
    expect(received).not.toHaveProperty('if_match')
    expect(received).not.toHaveProperty('contested')
    expect(received).toMatchObject({ actor: ANONYMOUS, params: {}, query: '' })
    expect(op.bytes).toHaveLength(16)
  })
})
