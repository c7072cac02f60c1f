import { manageApiKeySalesChannels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { apiKeyAnswer } from '../../answers/api-key.ts'
import { tellGatewaysOfKey } from '../../credentials/tell-gateways.ts'
import type { Deps } from '../../deps.ts'
import { linkingChannels } from '../../domain/api-keys/api-key.ts'

/** Errors about the key come before errors about the sales channels. */
export const manageApiKeySalesChannels = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline, passOn } = request
  const present = await deps.apiKeys.get(params.id, deadline)
  linkingChannels(body)(present.record, { now: '' })
  await deps.salesChannels.assertThere(body.add ?? [], passOn())
  const changed = await deps.apiKeys.update(params.id, command, linkingChannels(body))
  await tellGatewaysOfKey(changed.record.token_sha256, deps, deadline)
  return apiKeyAnswer(changed, request, deps)
})
