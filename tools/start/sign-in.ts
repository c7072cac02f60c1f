import { z } from 'zod'

const TIMEOUT_MS = 10_000
const Answer = z.object({ token: z.string().min(1) })

/** A token, obtained like any client's. @throws Error with the gateway's answer if it refuses */
export async function signIn(baseUrl: string, actorType: 'user' | 'seller' | 'customer', email: string, password: string) {
  const response = await fetch(`${baseUrl}/auth/${actorType}/emailpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`log-in of ${email} was answered ${response.status}: ${text}`)
  return Answer.parse(JSON.parse(text)).token
}
