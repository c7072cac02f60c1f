import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { beginFile } from '../../libs/runtime/src/testing-databases.ts'

/**
 * Several test files share a process, one after the other, and several processes share the servers; creating a folder succeeds
 * only once.
 */
function claimAccount({ nats_accounts, claims }: { nats_accounts: number; claims: string }): string {
  for (let n = 1; n <= nats_accounts; n++) {
    try {
      mkdirSync(join(claims, `t${n}`))
      return `t${n}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`there are more test files than NATS accounts (${nats_accounts})`)
}

process.env.TEST_ACCOUNT = claimAccount(inject('infra'))

// The runtime's own tests have services under the names of the real ones.
const { testPath = '' } = expect.getState()
await beginFile(inject('infra').mongodb_url, { real: !testPath.includes('/libs/') })
