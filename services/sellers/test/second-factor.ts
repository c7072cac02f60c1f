import { type Actor, createMfaFactor, logIn, verifyMfaFactor } from '@souk/contracts'
import { fromBase32 } from '../src/domain/mfa/base32.ts'
import { codeOf, stepAt } from '../src/domain/mfa/totp.ts'
import { PASSWORD, someoneRegistered } from './people.ts'
import type { startSellers } from './service.ts'

type Sellers = Awaited<ReturnType<typeof startSellers>>
type Holder = Extract<Actor, { type: 'identity' }>

/** The code that an authenticator app shows. @param steps later than now */
export const codeFor = (secret: string, steps = 0) => codeOf(fromBase32(secret), stepAt(Date.now()) + steps)

/** A code that the authenticator app does not show around now. */
export function wrongCodeFor(secret: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => codeFor(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !shown.includes(code))!
}

/** Takes back that codes were taken: no test waits half a minute for the next one. */
export const forgetTakenCodes = ({ db }: Sellers, identity_id: string) =>
  db.collection('mfa_factors').updateMany({ identity_id }, { $set: { last_step: 0, last_op: null } })

/** Sets up a second factor and enables it; the current code can be used again. */
export async function enableFactor(service: Sellers, actor: Holder) {
  const { mfa_factor, secret } = await service.call(createMfaFactor, { actor, body: { provider: 'totp' } })
  const { id } = mfa_factor
  await service.call(verifyMfaFactor, { actor, params: { id }, body: { code: codeFor(secret) } })
  await forgetTakenCodes(service, actor.identity_id)
  return { factor_id: id, secret }
}

/** Somebody who registered and has a second factor, with what it takes to log in. */
export async function someoneWithFactor(service: Sellers, actor_type: 'user' | 'customer' | 'seller' = 'user') {
  const { email, actor } = await someoneRegistered(service, actor_type)
  const enter = (password = PASSWORD) => service.send(logIn, { params: { actor_type }, body: { email, password } })
  return { email, actor, enter, ...(await enableFactor(service, actor)) }
}
