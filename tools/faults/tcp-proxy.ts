import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../infra/ports.ts'

/** The two ends of one connection. */
type Pair = readonly [client: Socket, server: Socket]

/**
 * Passes bytes on until it is cut: then no byte goes either way, and no end of a connection is told, as when a cable is pulled.
 * Connections can be asked for, but nothing comes of them before it is healed. Those that were there when it was cut stay dead
 * even then, as when a firewall has forgotten them.
 * @param target a port on 127.0.0.1
 */
export async function startTcpProxy(target: number) {
  const pairs = new Set<Pair>()
  const dead = new Set<Pair>()
  let isCut = false

  const server = createServer((client) => {
    const pair = [client, connect(target, '127.0.0.1')] as const
    pairs.add(pair)
    for (const end of pair) {
      end.setNoDelay(true)
      end.on('error', () => {}) // tells itself by its close
      end.on('close', () => {
        if (!isCut && !dead.has(pair)) close(pair) // nobody hears through a cut that the other side is gone
      })
    }
    if (!isCut) join(pair)
  })

  function join([client, server]: Pair) {
    client.pipe(server)
    server.pipe(client)
  }

  function part([client, server]: Pair) {
    client.unpipe(server).pause()
    server.unpipe(client).pause()
  }

  function close(pair: Pair) {
    pairs.delete(pair)
    for (const end of pair) end.destroy()
  }

  const port = await freePort()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    port,
    cut() {
      isCut = true
      for (const pair of pairs) {
        part(pair)
        dead.add(pair)
      }
    },
    heal() {
      isCut = false
      for (const pair of pairs) if (!dead.has(pair)) join(pair)
    },
    async stop() {
      for (const pair of pairs) close(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same address, but through another port of this machine. */
export function throughPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.hostname = '127.0.0.1'
  changed.port = String(port)
  return changed.href
}
