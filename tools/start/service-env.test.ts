import { describe, expect, it } from 'vitest'
import { type ServiceEnvOptions, serviceEnv } from './service-env.ts'

const options = (env: NodeJS.ProcessEnv): ServiceEnvOptions => ({
  home: '/nowhere',
  env,
  addresses: { nats_url: 'nats://a:1', natsMonitorUrl: undefined, mongodb_url: 'mongodb://a:2', own: {} as never },
  secrets: { admin_password: 'x' } as never,
  facts: { admin: { email: 'admin@souk.test' } } as never,
  logLevel: 'warn',
  port: 9000,
})

describe('defaults of a development instance, which the environment overrides', () => {
  it.each([
    ['pricing', 'FULFILLMENT_PROVIDERS', 'manual_manual,manual_test-provider'],
    ['cart', 'CART_EXPIRY_DAYS', '0'],
    ['gateway', 'REGISTRATIONS_PER_MINUTE', '0'],
  ] as const)('%s: %s', (service, name, value) => {
    expect(serviceEnv(service, options({}))[name]).toBe(value)
    expect(serviceEnv(service, options({ [name]: 'own' }))[name]).toBe('own')
  })
})
