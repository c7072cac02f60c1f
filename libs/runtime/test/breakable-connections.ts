import { connect, createServer, type Socket } from 'node:net'
import type { MongoClient } from 'mongodb'

/** Passes bytes on to a server on 127.0.0.1, and knows its end of each client's connection. */
async function startProxy({ hostname, port: target }: { hostname: string; port: string }) {
  const ends = new Map<number, Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target), hostname)
    ends.set(client.remotePort!, client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.setNoDelay(true)
      one.on('error', () => {}) // tells itself by its close
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    endOf: (socket: Socket) => ends.get(socket.localPort!)!,
    stop() {
      for (const end of ends.values()) end.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A part of the driver that its types leave out: the connections that operations have at the moment. */
interface Topology {
  s: { servers: Map<string, { pool: { checkedOutConnections: Set<{ socket: Socket }> } }> }
}

/** How a connection dies. @param peer the proxy's end of it */
export type Break = (socket: Socket, peer: Socket) => void

/**
 * Connections to MongoDB through a proxy, which die at a given moment: when an operation has been given one, and has yet to
 * write to it.
 */
export async function breakableConnections(mongodb_url: string) {
  const url = new URL(mongodb_url)
  const proxy = await startProxy(new URL(mongodb_url))
  url.host = `127.0.0.1:${proxy.port}`
  url.searchParams.set('directConnection', 'true')
  url.searchParams.delete('replicaSet')
  let breaking: Break | undefined
  const errors: (string | undefined)[] = []

  return {
    mongodb_url: url.href,
    /** Codes of the errors that broken sockets told of. */
    errors,
    watch(client: MongoClient) {
      const { topology } = client as unknown as { topology: Topology }
      client.on('connectionCheckedOut', () => {
        if (!breaking) return
        for (const { pool } of topology.s.servers.values()) {
          for (const { socket } of pool.checkedOutConnections) {
            // Broken before, by an operation that has yet to hear of it: it has no other end any more.
            if (socket.destroyed) continue
            socket.prependListener('error', ({ code }: NodeJS.ErrnoException) => errors.push(code))
            breaking(socket, proxy.endOf(socket))
          }
        }
      })
    },
    /** From now on; `undefined`: no longer. */
    breakWith(how: Break | undefined) {
      breaking = how
    },
    stop: proxy.stop,
  }
}
