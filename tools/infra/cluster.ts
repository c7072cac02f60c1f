import { join } from 'node:path'
import type { Program } from './find-servers.ts'

/** The smallest cluster that tolerates the loss of one server. */
export const MEMBERS = [0, 1, 2] as const

/** Data, log and process id of one server of a cluster. */
export const memberFolder = (folder: string, name: 'nats' | 'mongodb', replica: number) =>
  join(folder, 'cluster', `${name}-${replica}`)

/** The process id files of every server whose data this folder may contain. */
export const pidFiles = (folder: string, name: 'nats' | 'mongodb') =>
  [folder, ...MEMBERS.map((replica) => memberFolder(folder, name, replica))].map((one) => join(one, `${name}.pid`))

/** @throws Error for images: such containers cannot reach each other at the addresses that clients use */
export function assertExecutable({ kind }: Program) {
  if (kind === 'image')
    throw new Error(
      'a cluster needs nats-server and mongod themselves, not their images: install them, or start without --cluster',
    )
}
