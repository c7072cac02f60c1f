import { listAuthProviders as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'

const EMAILPASS = {
  id: 'emailpass',
  identifier: 'emailpass',
  display_name: 'Email/Password Authentication',
  flow: 'credentials',
} as const

export const listAuthProviders = implement(contract, async () => ({ providers: [EMAILPASS] }))
