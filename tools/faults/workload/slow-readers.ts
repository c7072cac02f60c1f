import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

export interface Reading {
  baseUrl: string
  path: string
  headers: Record<string, string>
}

/**
 * Connections on which so many requests are sent and nothing is read.
 * @returns a function that lets them all read at last, and tells how many had been cut off, before they were answered in full
 */
export function openWithoutReading(count: number, requests: number, { baseUrl, path, headers }: Reading) {
  const { hostname, port } = new URL(baseUrl)
  const fields = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`.repeat(requests)
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.pause()
    socket.write(text)
    return socket
  })
  return {
    /** @param withinMs a connection that is still open after so long was not cut off */
    async cutOff(withinMs: number): Promise<number> {
      const closed = await Promise.all(sockets.map((socket) => drained(socket, withinMs)))
      return closed.filter(Boolean).length
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Whether the other side had closed it: bytes that were on their way are read first. */
function drained(socket: Socket, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve(true)
    const late = setTimeout(() => resolve(false), withinMs)
    socket.once('close', () => {
      clearTimeout(late)
      resolve(true)
    })
    socket.resume()
  })
}

/** Reads the same again and again, as quickly as it comes. @returns how often it was read in full, and how often it was not */
export async function readAgainAndAgain(readers: number, seconds: number, { baseUrl, path, headers }: Reading) {
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const until = performance.now() + seconds * 1000
  const counts = { whole: 0, refused: 0 }
  const readOnce = () =>
    new Promise<boolean>((resolve) => {
      const sent = request(`${baseUrl}${path}`, { agent, headers }, (response) => {
        response.on('error', () => resolve(false)).on('end', () => resolve(response.complete && response.statusCode === 200))
        response.resume()
      })
      sent.on('error', () => resolve(false)).end()
    })
  async function work() {
    while (performance.now() < until) counts[(await readOnce()) ? 'whole' : 'refused']++
  }
  await Promise.all(Array.from({ length: readers }, work))
  agent.destroy()
  return counts
}

/**
 * As `readAgainAndAgain`, in a thread of its own: reading long answers would delay the load generator, and so what it measures.
 */
export function readBeside(readers: number, seconds: number, reading: Reading) {
  const thread = new Worker(new URL('./reader-thread.mjs', import.meta.url), { workerData: { readers, seconds, reading } })
  return new Promise<Awaited<ReturnType<typeof readAgainAndAgain>>>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  })
}
