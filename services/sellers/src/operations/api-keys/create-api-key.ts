import { createHash } from 'node:crypto'
import { administratorIdOf, createApiKey as contract } from '@souk/contracts'
import { alreadyExecuted, implement } from '@souk/runtime'
import { apiKeyAnswer } from '../../answers/api-key.ts'
import { tellGatewaysOfKey } from '../../credentials/tell-gateways.ts'
import type { Deps } from '../../deps.ts'
import { redacted } from '../../domain/api-keys/api-key.ts'

/**
 * The key is derived from the request's op-id: another attempt of the same request returns the same key, although it is not
 * stored.
 */
export const createApiKey = implement(contract, async (request, deps: Deps) => {
  const { body, actor, envelope, deadline, log } = request
  const { title, type } = body
  const { secretFor } = await deps.signingKeys.current(deadline)
  const token = `${type === 'secret' ? 'sk' : 'pk'}_${secretFor('api-key', envelope.op.text)}`
  const token_sha256 = createHash('sha256').update(token).digest('hex')
  const created = await deps.apiKeys.create(
    {
      title,
      type,
      token: type === 'secret' ? null : token,
      token_sha256,
      redacted: redacted(token),
      sales_channel_ids: [],
      created_by: administratorIdOf(actor),
      revoked_by: null,
      revoked_at: null,
      last_used_at: null,
    },
    request,
  )
  // Created by an attempt at a replica that signs with another key: nobody can derive it again.
  if (created.record.token_sha256 !== token_sha256) throw alreadyExecuted()
  // Gateways look up keys that they do not know: this only saves the look-up.
  await tellGatewaysOfKey(token_sha256, deps, deadline).catch((error: unknown) =>
    log().warn({ err: error }, 'gateways will ask for a new key'),
  )
  return apiKeyAnswer(created, request, deps, token)
})
