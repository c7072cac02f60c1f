import type { Bus, Logger } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'
import type { Authenticate } from '../authentication/authenticate.ts'
import type { GatewayConfig } from '../config.ts'
import type { Forwarder } from '../forwarding/forward.ts'
import type { UnreadAnswers } from '../load/unread-answers.ts'
import { createFileProvider } from './create-file-provider.ts'
import { registerFiles } from './register-files.ts'
import { registerImports } from './register-imports.ts'
import { registerVendorImports } from './register-vendor-imports.ts'

/** Uploads, imports and exports. A gateway with an `UPSTREAM_URL` and no place for files leaves uploads to it. */
export async function registerAllFiles(
  app: FastifyInstance,
  { config, bus, logger }: { config: GatewayConfig; bus: Bus; logger: Logger },
  { forwarder, authenticate, unread }: { forwarder: Forwarder; authenticate: Authenticate; unread: UnreadAnswers },
) {
  const provider = await createFileProvider(config, logger)
  const max_bytes = config.UPLOAD_MAX_MB * 1024 * 1024
  const isUpstreams = provider === undefined && config.UPSTREAM_URL !== undefined
  if (!isUpstreams) await app.register((scope) => registerFiles(scope, { provider, authenticate, unread, max_bytes }))
  await app.register((scope) => registerImports(scope, { provider, bus, authenticate, unread, max_bytes }))
  await app.register((scope) => registerVendorImports(scope, { forwarder, authenticate, unread, max_bytes }))
}
