import { describe, expect, it } from 'vitest'
import { GatewayConfig } from '../src/config.ts'

const read = (env: Record<string, string>) => GatewayConfig.safeParse(env)

describe('TRUST_PROXY', () => {
  it.each(['127.0.0.1', '10.0.0.0/8, 192.168.1.7', '10.0.0.0/255.0.0.0', '::1,2001:db8::/32', 'loopback, uniquelocal'])(
    'may be %s',
    (TRUST_PROXY) => expect(read({ TRUST_PROXY })).toMatchObject({ success: true, data: { TRUST_PROXY } }),
  )

  it.each(['proxy', 'true', '1', '10.0.0.0/8,', '10.0.0.0/33', '0.0.0.0/0', '10/8', '0x0a000001', 'loopback/8'])(
    'is refused by name when it is %s',
    (TRUST_PROXY) => {
      const message = 'must be addresses such as 10.0.0.7, CIDR blocks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal'
      expect(read({ TRUST_PROXY }).error?.issues).toMatchObject([{ path: ['TRUST_PROXY'], message }])
    },
  )
})

it('a drain takes at most an hour', () => {
  expect(read({ DRAIN_MS: '3600000' }).success).toBe(true)
  expect(read({ DRAIN_MS: '3600001' }).error?.issues).toMatchObject([{ path: ['DRAIN_MS'] }])
})
