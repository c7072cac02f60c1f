import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Most requests that wait on one connection for the answers before theirs; one that sends more is closed. */
const MAX_WAITING = 32

/**
 * Requests that a client sends on one connection without waiting for answers are worked on one after the other, each when the
 * answer before it is written: so no connection has more than one answer in memory, however many it asks for and however little
 * it reads.
 */
export function registerOneAnswerAtATime(app: FastifyInstance) {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket !== null) return done() // Node gives the socket to one answer after the other
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
 * Closes connections on which nothing moved for the server's `timeout` while bytes wait to be read, at the second look where
 * bytes were still taken before the first. While an answer is being made nothing moves, and that is as it should be.
 */
export function endStalledWrites(server: Server) {
  server.on('timeout', (socket: Socket & { _httpMessage?: ServerResponse | null }) => {
    if (socket.writableLength > 0 || !socket._httpMessage) socket.destroy()
  })
}
