import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The reports of a service's `dev` script to `npm run dev`. */
export type DevReport =
  | { type: 'hello'; service: string; pid: number }
  | { type: 'line'; text: string }
  | { type: 'ready'; pid: number; metrics_url: string; url?: string | undefined }
  | { type: 'down' }

type Hello = Extract<DevReport, { type: 'hello' }>
type Listener = (report: DevReport) => void

/** Tells every `dev` script the address of the channel. */
export const CHANNEL_VARIABLE = 'SOUK_DEV_CHANNEL'

/**
 * Connects `dev` scripts to `npm run dev`, past turbo, npm and shells, not all of which forward signals. A script whose channel
 * closes ends its service and itself. `onScript` returns the listener of that script's reports.
 */
export async function openChannel(onScript: (socket: Socket, hello: Hello) => Listener | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'souk-dev-'))
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll('\\', '-')}` : join(folder, 'channel')
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let listener: Listener | undefined
    onMessage<DevReport>(socket, (report) => {
      if (report.type === 'hello') listener = onScript(socket, report)
      else listener?.(report)
    })
  })
  server.listen(address)
  await once(server, 'listening')
  return {
    address,
    close() {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The script's side of the channel. Resolves to the environment of its service. */
export async function joinChannel(address: string, service: string) {
  const socket = connect({ path: address, allowHalfOpen: true })
  await once(socket, 'connect')
  const report = (message: DevReport) => sendMessage(socket, message)
  report({ type: 'hello', service, pid: process.pid })
  const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('close', resolve))
  const env = new Promise<NodeJS.ProcessEnv>((resolve) => onMessage(socket, resolve))
  return { report, ended, env }
}

export function sendMessage(socket: Socket, message: object) {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}

function onMessage<Message>(socket: Socket, listener: (message: Message) => void) {
  socket.on('error', () => {})
  createInterface({ input: socket }).on('line', (line) => listener(JSON.parse(line)))
}
