import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Most requests that may wait on one connection for earlier answers; a connection with more is closed. */
const MAX_WAITING = 32

/**
 * Processes pipelined requests of a connection one by one, each once the previous answer is written: so no connection has more
 * than one answer in memory, however many it requests and however little it reads.
 */
export function registerOneAnswerAtATime(app: FastifyInstance) {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket !== null) return done() // Node assigns the socket to one response at a time
    const { socket } = request.raw
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > MAX_WAITING) return void socket.destroy()
    waiting.set(socket, count)
    reply.raw.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      done()
    })
  })
}

/**
 * Closes connections without progress for the server's `timeout` while bytes wait to be read, at the second check if bytes were
 * still read before the first. No progress while an answer is being made is normal.
 */
export function endStalledWrites(server: Server) {
  server.on('timeout', (socket: Socket & { _httpMessage?: ServerResponse | null }) => {
    if (socket.writableLength > 0 || !socket._httpMessage) socket.destroy()
  })
}
