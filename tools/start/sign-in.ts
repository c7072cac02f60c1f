import { z } from 'zod'

const TIMEOUT_MS = 10_000
const LogIn = z.object({ token: z.string().min(1), mfa_required: z.boolean().default(false) })

type ActorType = 'user' | 'seller' | 'customer'

/** The account does not accept this password, or does not exist. */
export class LogInRefused extends Error {}

/** The answer to a log-in with a password. @throws LogInRefused for 401; Error for any other refusal; both quote the answer */
export async function logIn(baseUrl: string, actorType: ActorType, email: string, password: string) {
  const response = await fetch(`${baseUrl}/auth/${actorType}/emailpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  if (!response.ok) {
    const message = `log-in of ${email} was answered ${response.status}: ${text}`
    throw response.status === 401 ? new LogInRefused(message) : new Error(message)
  }
  return LogIn.parse(JSON.parse(text))
}

/** A token, which opens nothing if the account has a second factor. @throws as `logIn` */
export const signIn = async (...account: Parameters<typeof logIn>): Promise<string> => (await logIn(...account)).token
