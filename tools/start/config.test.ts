import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, readStartConfig } from './config.ts'

describe('configuration of a development instance', () => {
  it('has defaults for everything', () => {
    expect(readStartConfig({})).toEqual({
      home: join(ROOT, '.souk'),
      port: 9000,
      replicas: { pricing: 1, cart: 1, orders: 1, sellers: 1, gateway: 1 },
      cluster: false,
      logLevel: 'warn',
    })
  })

  it.each([
    ['2', { pricing: 2, cart: 2, orders: 2, sellers: 2, gateway: 1 }],
    ['cart=2, orders=3', { pricing: 1, cart: 2, orders: 3, sellers: 1, gateway: 1 }],
  ])('reads SOUK_REPLICAS=%s', (SOUK_REPLICAS, replicas) => {
    expect(readStartConfig({ SOUK_REPLICAS })).toMatchObject({ replicas })
  })

  it.each([
    [{ PORT: '70000' }, /^PORT=70000/],
    [{ PORT: 'http' }, /^PORT=http/],
    [{ SOUK_REPLICAS: 'carts=2' }, /"carts=2" must be/],
    [{ SOUK_REPLICAS: 'cart=0' }, /"cart=0" must be/],
    [{ SOUK_REPLICAS: 'gateway=2' }, /one gateway/],
    [{ PORT: '-1', SOUK_REPLICAS: 'x' }, /^PORT=-1.*SOUK_REPLICAS=x/s],
  ])('rejects %o by name', (env, expected) => {
    expect(() => readStartConfig(env)).toThrow(expected)
  })

  it('deletes no data of a MongoDB that is not its own', () => {
    expect(readStartConfig({ NATS_URL: 'nats://127.0.0.1' }, { fresh: true })).toMatchObject({ port: 9000 })
    const onOther = () => readStartConfig({ MONGODB_URL: 'mongodb://127.0.0.1' }, { fresh: true })
    expect(onOther).toThrow(/--fresh.*souk_pricing, souk_cart, souk_orders, souk_sellers.*MONGODB_URL/)
  })

  it('names its databases itself', () => {
    const env = { MONGODB_PREFIX: 'shop' }
    expect(() => readStartConfig(env, { starts: true })).toThrow(/^MONGODB_PREFIX=shop/)
    expect(readStartConfig(env)).toMatchObject({ port: 9000 })
    expect(readStartConfig({ MONGODB_PREFIX: 'souk' }, { starts: true })).toMatchObject({ port: 9000 })
  })

  it('runs a cluster only on its own servers', () => {
    expect(readStartConfig({}, { cluster: true })).toMatchObject({ cluster: true })
    expect(() => readStartConfig({ NATS_URL: 'nats://127.0.0.1' }, { cluster: true })).toThrow(/--cluster.*unset NATS_URL/)
  })
})
