import { describe, expect, it } from 'vitest'
import { clientOf } from '../src/load/client-address.ts'

describe('the client identified by an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::', '2001:db8:1:2::'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8::'],
    ['64:ff9b::192.0.2.1', '64:ff9b::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::1', '::'],
    ['unknown', 'unknown'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('%s: %s', (address, client) => {
    expect(clientOf(address)).toBe(client)
  })
})
