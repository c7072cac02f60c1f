import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../observability/logger.ts'
import { NoReplyError } from './no-reply.ts'

/**
 * Tracks the state of the connection by `nc.status()`: senders must check it, since a request published while disconnected is
 * lost.
 */
export function watchConnection(nc: NatsConnection, logger: Logger) {
  let connected = true
  let reconnects = 0
  let waiting: (() => void)[] = []
  const watch = async () => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnecting') {
        if (connected) logger.warn('disconnected from NATS')
        connected = false
      } else if (status.type === 'reconnect') {
        logger.info('connected to NATS again')
        connected = true
        reconnects++
        for (const wake of waiting.splice(0)) wake()
      }
    }
  }
  void watch() // ends with the connection; the iterator does not reject
  return {
    get connected() {
      return connected && !nc.isClosed()
    },
    get reconnects() {
      return reconnects
    },
    whenConnected(timeoutMs: number): Promise<void> {
      if (connected) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting = waiting.filter((one) => one !== wake)
          reject(new NoReplyError('disconnected'))
        }, timeoutMs)
        const wake = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.push(wake)
      })
    },
  }
}
