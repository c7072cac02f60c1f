import { createHash, createPublicKey } from 'node:crypto'
import type { Msg } from '@nats-io/transport-node'
import { type ApiKeyFacts, type Operation, subjectOf } from '@souk/contracts'
import { connectBus, createAccessWriter, createLogger, type Heartbeat, newHeaders } from '@souk/runtime'
import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'
import { SIGNING_KEY } from '../../../sellers/test/service.ts'

const { d: _d, ...publicHalf } = JSON.parse(SIGNING_KEY) as JWK
export const KID = await calculateJwkThumbprint(publicHalf)
export const PUBLIC_KEY_PEM = createPublicKey({ key: publicHalf as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
const signingKey = await importJWK(JSON.parse(SIGNING_KEY), 'EdDSA')

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export const MEMBER = { actor_id: 'mem_1', actor_type: 'seller', auth_identity_id: 'authid_1', seller_id: 'sel_1' }
export const ADMIN = { actor_id: 'user_1', actor_type: 'user', auth_identity_id: 'authid_2' }
export const CUSTOMER = { actor_id: 'cus_1', actor_type: 'customer', auth_identity_id: 'authid_3' }

const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** A token as `sellers` signs it; claims set to undefined are left out, header values replace its own. */
export function tokenOf(
  claims: Record<string, unknown> = MEMBER,
  header: Record<string, unknown> = {},
  key = signingKey,
): Promise<string> {
  const iat = nowInSeconds()
  const payload = { iss: 'souk', aud: 'souk', iat, exp: iat + 3600, jti: crypto.randomUUID(), ...claims }
  const protectedHeader = { alg: 'EdDSA', typ: 'JWT', kid: KID, ...header }
  const crit = Array.isArray(header.crit) ? { crit: Object.fromEntries(header.crit.map((name) => [name, false])) } : undefined
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key, crit)
}

export const bearer = async (claims: Record<string, unknown> = MEMBER) => ({ authorization: `Bearer ${await tokenOf(claims)}` })

export interface PeerReply {
  /** A text goes as it is, anything else as JSON. */
  body?: unknown
  status?: number | string | null
  headers?: Record<string, string>
}

export const overloadedReply: PeerReply = failure('overloaded', 503)
export const unavailableReply: PeerReply = failure('unavailable', 503)
export const unknownReply: PeerReply = failure('outcome_unknown', 504)
function failure(kind: string, status: number): PeerReply {
  const body = { type: 'unexpected_state', code: kind, message: 'The service is busy', request_id: 'theirs' }
  return { status, body, headers: { 'retry-after': '1', 'Nats-Service-Error': kind, 'Nats-Service-Error-Code': String(status) } }
}

/** Answers operations as a service does, or as none should; a peer on real NATS. */
export async function startPeer(url: string) {
  const bus = await connectBus({ url, name: 'peer', logger: createLogger('peer', 'silent') })
  const access = createAccessWriter(bus)

  function reply(message: Msg, { body = {}, status = 200, headers = {} }: PeerReply) {
    const h = newHeaders()
    if (status !== null) h.set('status', String(status))
    for (const [name, value] of Object.entries(headers)) h.set(name, value)
    message.respond(typeof body === 'string' ? body : JSON.stringify(body), { headers: h })
  }

  /** Takes an operation's requests and sends the reply that `handle` returns. @returns the requests taken so far */
  function answer(operation: Operation, handle: (message: Msg, n: number) => PeerReply | undefined) {
    const taken: Msg[] = []
    const subscription = bus.nc.subscribe(subjectOf(operation), {
      queue: operation.service,
      callback: (_error, message) => {
        taken.push(message)
        const answered = handle(message, taken.length)
        if (answered) reply(message, answered)
      },
    })
    return { taken, stop: () => subscription.unsubscribe(), ready: bus.nc.flush() }
  }

  /** A replica of a service that says ten times a second that it is there, and answers what is addressed to it alone. */
  async function replica({ service, name }: Operation, id: string, handle: (message: Msg, n: number) => PeerReply | undefined) {
    const beat: Heartbeat = { running: 0, queued: 0, state: 'up' }
    const taken: Msg[] = []
    let isSilent = false
    const subscription = bus.nc.subscribe(`replica.${service}.${id}.*`, {
      callback: (_error, message) => {
        if (message.subject.endsWith('.alive')) return isSilent ? undefined : reply(message, { body: '' })
        if (!message.subject.endsWith(`.${name}`)) return
        taken.push(message)
        const answered = handle(message, taken.length)
        if (answered) reply(message, answered)
      },
    })
    const publish = () => bus.nc.publish(`heartbeat.${service}.${id}`, JSON.stringify(beat))
    let beating = setInterval(publish, 100)
    publish()
    await bus.nc.flush()
    function fallSilent() {
      isSilent = true
      clearInterval(beating)
    }
    return {
      service,
      id,
      taken,
      beat,
      fallSilent,
      wake() {
        isSilent = false
        beating = setInterval(publish, 100)
        publish()
      },
      /** As the server does for a process that was killed. */
      async die() {
        fallSilent()
        subscription.unsubscribe()
        await bus.nc.flush()
      },
      stop() {
        fallSilent()
        subscription.unsubscribe()
      },
    }
  }

  return {
    bus,
    access,
    answer,
    replica,
    reply,
    /** The key that tokens are verified with, and the mark that nothing is missing. */
    async publishKeys() {
      await access.put(`jwk.${KID}`, { ...publicHalf, kid: KID, alg: 'EdDSA', use: 'sig' })
      await access.put('complete', {})
    },
    publishApiKey: (token: string, facts: Partial<ApiKeyFacts> = {}) =>
      access.put(`key.${hashOf(token)}`, { id: 'apk_1', type: 'publishable', sales_channel_ids: ['sc_1'], ...facts }),
    close: () => bus.nc.drain(),
  }
}
