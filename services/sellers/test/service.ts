import { generateKeyPairSync } from 'node:crypto'
import { startTestService, type TestServers } from '@souk/runtime/testing'
import { sellersService } from '../src/service.ts'

export const SIGNING_KEY = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))

export const startSellers = (env: Record<string, string> = {}, servers?: TestServers) =>
  startTestService(sellersService, { env: { AUTH_SIGNING_KEY: SIGNING_KEY, ...env }, ...(servers && { servers }) })
