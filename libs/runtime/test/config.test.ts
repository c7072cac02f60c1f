import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigError, readConfig } from '../src/process/config.ts'
import { ServiceConfig } from '../src/process/service-config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'souk-config-'))
  writeFileSync(join(folder, 'secret'), 'from a file\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const Schema = ServiceConfig.extend({ SECRET: z.string().min(8), RATIO: z.coerce.number().max(1).default(0.5) })
const problem = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(Schema, env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('was accepted')
}

describe('configuration', () => {
  it('has defaults for everything but secrets, and treats empty variables as absent', () => {
    const config = readConfig(Schema, { SECRET: 'long enough', CONCURRENCY: '', UNRELATED: 'x' })

    expect(config).toMatchObject({ SECRET: 'long enough', CONCURRENCY: 64, QUEUE: 256, HOST: '127.0.0.1', RATIO: 0.5 })
    expect(config).not.toHaveProperty('UNRELATED')
  })

  it('prefers a secret from the file named by NAME_FILE', () => {
    expect(readConfig(Schema, { SECRET_FILE: join(folder, 'secret'), SECRET: 'in the environment' }).SECRET).toBe('from a file')
  })

  it('reports all problems in one message, without any values', () => {
    const message = problem({
      SECRET: 'hunter2',
      MONGODB_PREFIX: 'no spaces please',
      CONCURRENCY: '-1',
      LOG_LEVEL: 'shouting',
      METRICS_PORT: '99999999',
      NATS_URL_FILE: join(folder, 'absent'),
      JETSTREAM_REPLICAS: '2',
      EVENTS_MAX_AGE_DAYS: '0',
      EVENTS_MAX_BYTES: '1000',
    })

    const named = ['SECRET', 'MONGODB_PREFIX', 'CONCURRENCY', 'LOG_LEVEL', 'METRICS_PORT', 'NATS_URL_FILE']
    for (const name of [...named, 'JETSTREAM_REPLICAS', 'EVENTS_MAX_AGE_DAYS', 'EVENTS_MAX_BYTES']) {
      expect(message).toMatch(new RegExp(`^  ${name}: `, 'm'))
    }
    expect(message).not.toMatch(/hunter2|no spaces|shouting|99999999/)
  })

  it.each([
    ['MONGODB_URL', 'localhost:27017'],
    ['MONGODB_URL', 'mongodb://souk:hunter2@:27017'],
    ['MONGODB_URL', 'mongodb://souk:hunter2@127.0.0.1/?replicaset=rs&tls=perhaps'],
    ['NATS_URL', 'nats://souk:hunter2@'],
    ['NATS_URL', 'nats://127.0.0.1:4222,'],
  ])('rejects an invalid %s such as %s without repeating it', (name, url) => {
    const message = problem({ SECRET: 'long enough', [name]: url })

    expect(message).toMatch(new RegExp(`^  ${name}: is no address of `, 'm'))
    expect(message).not.toContain('hunter2')
  })

  it.each([
    ['MONGODB_URL', 'mongodb+srv://souk:hunter2@cluster.example.net/?retryWrites=true'],
    ['MONGODB_URL', 'mongodb://a:27017,b:27017/?replicaSet=rs0'],
    ['NATS_URL', 'tls://souk:p%40ss@a:4222,b:4222'],
    ['NATS_URL', '127.0.0.1:4222'],
  ])('accepts a %s such as %s', (name, url) => {
    expect(readConfig(Schema, { SECRET: 'long enough', [name]: url })).toMatchObject({ [name]: url })
  })

  const TLS_FILES = [
    'NATS_TLS_CA_FILE',
    'NATS_TLS_CERT_FILE',
    'NATS_TLS_KEY_FILE',
    'MONGODB_TLS_CA_FILE',
    'MONGODB_TLS_CERT_KEY_FILE',
  ]

  it.each(TLS_FILES)('names %s if the file cannot be read', (name) => {
    const secret = { SECRET: 'long enough' }
    expect(readConfig(Schema, { ...secret, [name]: join(folder, 'secret') })).toMatchObject({ [name]: join(folder, 'secret') })

    for (const unreadable of [join(folder, 'absent'), folder])
      expect(problem({ ...secret, [name]: unreadable })).toBe(`Configuration is not usable:\n  ${name}: cannot be read`)
  })

  it('names a missing secret', () => {
    expect(problem({})).toMatch(/^ {2}SECRET: /m)
  })
})
