import { z } from 'zod'

const TIMEOUT_MS = 10_000
const LogIn = z.object({ token: z.string().min(1), mfa_required: z.boolean().default(false) })

type ActorType = 'user' | 'seller' | 'customer'

/** The answer to a log-in with a password. @throws Error with the gateway's answer if it refuses */
export async function logIn(baseUrl: string, actorType: ActorType, email: string, password: string) {
  const response = await fetch(`${baseUrl}/auth/${actorType}/emailpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`log-in of ${email} was answered ${response.status}: ${text}`)
  return LogIn.parse(JSON.parse(text))
}

/** A token, which opens nothing if the account has a second factor. @throws as `logIn` */
export const signIn = async (...account: Parameters<typeof logIn>): Promise<string> => (await logIn(...account)).token
