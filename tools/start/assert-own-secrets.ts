import { type DevJson, refusedAccounts } from './dev-json.ts'

interface Where {
  home: string
  env: NodeJS.ProcessEnv
}

/**
 * Asserts that the data of a MongoDB server of one's own was made with the secrets of this home: the seed only adds what is
 * missing, so with others no log-in and no key of the demonstration works.
 * @throws Error with what to do, if all accounts refused their passwords
 */
export function assertOwnSecrets(dev: DevJson, { home, env }: Where) {
  const { admin, seller, foreign_seller, customer } = dev
  if (!env.MONGODB_URL || refusedAccounts(dev).length < [admin, seller, foreign_seller, customer].length) return
  throw new Error(
    'All log-ins were refused\n' +
      `Was the data of MONGODB_URL made with another ${home}/secrets.json? Put that file back, or drop the databases souk_*`,
  )
}
