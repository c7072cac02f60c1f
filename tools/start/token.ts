import { readFlags, suggest } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { findInstance } from './find-instance.ts'
import { logIn } from './sign-in.ts'

const ACTOR_TYPES = { admin: 'user', seller: 'seller', customer: 'customer', foreign_seller: 'seller' } as const
type Account = keyof typeof ACTOR_TYPES
const ACCOUNTS = Object.keys(ACTOR_TYPES) as Account[]

export const HELP = `npm run -s token -- <account> [--json]

Logs one of the running instance's accounts in (${ACCOUNTS.join(', ')}) and prints its token, and nothing else:

  export SELLER=$(npm run -s token -- seller)
  curl -H "authorization: Bearer $SELLER" http://127.0.0.1:9000/vendor/members

  --json  {"account", "email", "token"}

SOUK_HOME (default .souk) says which instance.`

/** `npm run token -- seller`: a fresh token, which works however long the instance has been running, and after any revocation. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('-'))
  const { json } = readFlags(
    args.filter((arg) => arg.startsWith('-')),
    ['json'],
  )
  const [name = ''] = names
  const account = ACCOUNTS.find((one) => one === name)
  if (!account || names.length > 1)
    throw new Error(`${complaint(names)}npm run token -- <account>, one of ${ACCOUNTS.join(', ')}`)
  const { home } = readStartConfig(env)
  const dev = await findInstance(home)
  if (!dev) throw new Error(`no instance runs in ${home}: npm start`)
  const { email, password } = dev[account]
  const type = ACTOR_TYPES[account]
  const { token, mfa_required } = await logIn(dev.base_url, type, email, password)
  if (mfa_required)
    throw new Error(`${email} has a second factor: log in with its code, or remove it: npm run remove-mfa -- ${type} ${email}`)
  console.log(json ? JSON.stringify({ account, email, token }) : token)
  return 0
}

function complaint(names: readonly string[]) {
  const [name] = names
  if (name === undefined) return ''
  return names.length > 1 ? 'one account at a time: ' : `no account ${name}${suggest(name, ACCOUNTS) || ';'} `
}
