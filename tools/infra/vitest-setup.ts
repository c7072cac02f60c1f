import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { makeServerFolder } from './server-folder.ts'
import { startInfra } from './start-infra.ts'
import { TEST_ACCOUNTS, testAccountsConfig } from './test-accounts.ts'
import { startTestcontainers } from './testcontainers.ts'

/** The servers of a test run. */
export interface TestInfra {
  /** `host:port`; it has the accounts `t1` to `t<nats_accounts>`, with their name as user and password. */
  nats_host: string
  nats_accounts: number
  /** Folder in which each test file claims one of them. */
  claims: string
  mongodb_url: string
  /** The paths of the programs, for tests that run a server of their own; undefined with containers. */
  nats_server_path?: string
  mongod_path?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    infra: TestInfra
  }
}

/**
 * Many test files drop databases, but MongoDB keeps their tables open for as long as a snapshot of them may be read (five
 * minutes) and until the next checkpoint (a minute): many thousand files, which slow it down and finally crash it.
 */
const MONGODB_ARGS = ['--oplogSize', '64', '--setParameter', 'minSnapshotHistoryWindowInSeconds=0', '--syncdelay', '5']

/** One NATS server and one MongoDB for the whole run, on free ports, stopped and removed after it. */
export default async function setup({ provide }: TestProject) {
  const claims = await mkdtemp(join(tmpdir(), 'souk-test-accounts-'))
  const removeClaims = () => rm(claims, { recursive: true, force: true })
  if (process.env.TEST_INFRA === 'testcontainers') {
    const { stop, ...infra } = await startTestcontainers(testAccountsConfig())
    provide('infra', { ...infra, nats_accounts: TEST_ACCOUNTS, claims })
    return () => Promise.all([stop(), removeClaims()])
  }
  const home = await makeServerFolder()
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, ...env } = process.env
  const infra = await startInfra({
    home,
    env,
    natsConfig: testAccountsConfig(),
    mongodbArgs: MONGODB_ARGS,
    report: console.log,
  })
  const path = (program: (typeof infra.programs)['mongod'] | undefined) =>
    program?.kind === 'executable' ? program.path : undefined
  provide('infra', {
    nats_host: new URL(infra.nats_url).host,
    nats_accounts: TEST_ACCOUNTS,
    claims,
    mongodb_url: infra.mongodb_url,
    nats_server_path: path(infra.programs['nats-server']),
    mongod_path: path(infra.programs.mongod),
  })
  return async () => {
    await infra.stop()
    await Promise.all([rm(home, { recursive: true, force: true }), removeClaims()])
  }
}
