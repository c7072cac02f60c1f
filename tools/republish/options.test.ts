import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

describe('arguments of republish', () => {
  it('name an interval, services and a record', () => {
    expect(readOptions(['--from', '2026-01-01T00:00Z', '--to=2026-01-02', '--service', 'cart,orders', '--dry-run'])).toEqual({
      services: ['cart', 'orders'],
      from: new Date('2026-01-01T00:00:00Z'),
      to: new Date('2026-01-02T00:00:00Z'),
      id: undefined,
      dryRun: true,
    })
    expect(readOptions(['--id', 'cart_1'])).toMatchObject({ id: 'cart_1', services: ['pricing', 'cart', 'orders', 'sellers'] })
  })

  it.each([
    [[], /--from or --id/],
    [['--from', 'yesterday'], /--from yesterday must be a time/],
    [['--from', '2026-01-01T00:00'], /must be a time/],
    [['--from', '2026-01-01', '--service', 'gateway'], /gateway must be among/],
    [['--everything', '1'], /unknown argument.*--everything/],
  ])('are rejected by name: %j', (args, expected) => {
    expect(() => readOptions(args)).toThrow(expected)
  })
})
