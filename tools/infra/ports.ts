import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

const HOST = '127.0.0.1'

/**
 * Systems use ports above these for outgoing connections, any of which might take such a port before our server listens on it.
 */
const PORTS = { lowest: 20_000, highest: 32_000 }
const MAX_TRIES = 100
/** Ports that this process has handed out: servers may not listen on them yet. */
const given = new Set<number>()
const CHOOSE = 'choose one from 1024 on, such as PORT=9000'

/** A free port of 127.0.0.1: `wanted` if it is free, else any other. */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted > 0 && (await isFree(wanted))) return wanted
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(PORTS.lowest, PORTS.highest)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`none of ${MAX_TRIES} ports of ${HOST} is free`)
}

/**
 * Whether nothing listens on the port, on 127.0.0.1 or on all addresses.
 * @throws Error for a port on which this user may not listen
 */
export async function isFree(port: number) {
  if (await accepts(port)) return false
  return new Promise<boolean>((resolve, reject) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EACCES') reject(new Error(`port ${port} is not for this user (EACCES): ${CHOOSE}`))
      else resolve(false)
    })
    server.listen(port, HOST, () => server.close(() => resolve(true)))
  })
}

async function accepts(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, HOST)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/**
 * Ports by name that stay the same across starts of `home` while they are free, so that clients of a stopped server find it
 * again. Stored in `ports.json`.
 */
export async function stablePorts<Name extends string>(home: string, names: readonly Name[]): Promise<Record<Name, number>> {
  const file = join(home, 'ports.json')
  const before = readPorts(file)
  const ports: Record<string, number> = {}
  for (const name of names) {
    let port = await freePort(before[name])
    while (Object.values(ports).includes(port)) port = await freePort()
    ports[name] = port
  }
  await mkdir(home, { recursive: true })
  await writeFile(file, `${JSON.stringify({ ...before, ...ports }, null, 2)}\n`)
  return ports as Record<Name, number>
}

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
