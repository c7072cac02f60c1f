import type { BodyOf, Operation, ResponseOf } from '@souk/contracts'
import { connectBus, createLogger, ownEnvelope } from '@souk/runtime'

const PATIENCE_MS = 5000

/**
 * Asks a running instance's service for one of its internal operations, over NATS.
 * @param natsUrl with user and password of the operator, where the server wants them
 * @param name whose subjects the replies come on: the operator's, or those of the process whose user of NATS this is
 * @throws OperationError when it is refused or nobody answers
 */
export async function askAsOperator<O extends Operation>(
  natsUrl: string,
  operation: O,
  body: BodyOf<O>,
  name = 'operator',
): Promise<ResponseOf<O>> {
  const bus = await connectBus({ url: natsUrl, name, logger: createLogger(name, 'warn') })
  try {
    return await bus.call(operation, { body }, ownEnvelope('operator', PATIENCE_MS))
  } finally {
    await bus.close()
  }
}
