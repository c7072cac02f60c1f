import closeWithGrace from 'close-with-grace'
import type { z } from 'zod'
import { createLogger, type Logger } from '../observability/logger.ts'
import { ConfigError, type ProcessConfig, readConfig } from './config.ts'
import { type Service, startService } from './service.ts'

/** The message to a supervisor over the IPC channel, where there is one. */
interface ReadyMessage {
  type: 'ready'
  metrics_url: string
  /** The gateway's address. */
  url?: string
}

interface Running {
  ready: Omit<ReadyMessage, 'type'>
  stop(): Promise<void>
}

/** How long a process may take to end, in ms, unless it says otherwise; then it is killed, finished or not. */
export const STOP_WITHIN_MS = 10_000

/**
 * The life of a process: configuration, start, readiness, and a clean end on SIGTERM, SIGINT, an uncaught error, or when the
 * supervisor that started it goes away. Exit code 0 for a clean end, 1 for any other, 78 for unusable configuration.
 * `stopWithin`: how long it may take to end, in ms.
 */
export async function runProcess<S extends z.ZodObject>(
  name: string,
  schema: S,
  start: (config: z.output<S>, logger: Logger) => Promise<Running>,
  { stopWithin = () => STOP_WITHIN_MS }: { stopWithin?: (config: z.output<S>) => number } = {},
) {
  const config = configOrExit(schema)
  const logger = createLogger(name, (config as z.infer<typeof ProcessConfig>).LOG_LEVEL, { buffered: true })
  let running: Running | undefined
  const onTimeout = (within_ms: number) => logger.fatal({ within_ms }, 'did not end in time; the process is killed')
  const grace = closeWithGrace({ delay: stopWithin(config), logger: false, onTimeout }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'unexpected failure; the process ends')
    else logger.info({ signal }, 'stopping')
    await running?.stop()
  })
  process.once('disconnect', () => void grace.close())
  try {
    running = await start(config, logger)
  } catch (error) {
    logger.fatal({ err: error }, `${name} could not start`)
    process.exit(1)
  }
  logger.info(running.ready, 'ready')
  process.send?.({ type: 'ready', ...running.ready } satisfies ReadyMessage)
}

/** Runs a service as a process of its own. */
export function runService<Deps, Schema extends z.ZodObject>(
  service: Service<Deps, Schema & z.ZodType<z.infer<typeof import('./service-config.ts').ServiceConfig>>>,
) {
  return runProcess(service.name, service.config, async (config, logger) => {
    const { metrics_url, stop } = await startService(service, config as never, logger)
    return { ready: { metrics_url }, stop }
  })
}

function configOrExit<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return readConfig(schema, process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(78)
  }
}
