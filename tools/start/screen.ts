import { join, relative } from 'node:path'
import pc from 'picocolors'
import type { DevJson } from './dev-json.ts'
import { tryCommands } from './try-files.ts'

export interface ScreenOptions {
  /** Absolute. */
  home: string
  /** The folder for which the shown commands and paths are meant. Absolute. */
  from: string
  /** How long the start took; undefined: it was already running. */
  seconds?: number | undefined
  /** How to stop the instance. */
  stop: string
  /** The location of the logs. */
  logs: string
  /** Whether the files of this instance are in its home; false for one next to the home's own. */
  files: boolean
}

/**
 * The facts for a newcomer, on one screen of 80 columns and 24 rows: the address, the accounts, and a command for each operation.
 */
export function renderScreen(dev: DevJson, { home, from, seconds, stop, logs, files }: ScreenOptions) {
  const account = ({ email, password }: DevJson['admin' | 'seller' | 'customer']) => `${email.padEnd(23)}${password}`
  const rows = [
    ['URL', `${dev.base_url}  /docs /openapi.json /ops`],
    ['Admin', account(dev.admin)],
    ['Seller', account(dev.seller)],
    ['Customer', account(dev.customer)],
    ['Store key', dev.publishable_key],
    ...(files ? [['Token', 'npm run -s token -- seller']] : []),
    ...(files ? [['Requests', `${shown(join(home, 'requests.http'), from)} and, with everything in it, dev.json`]] : []),
    ['Data, logs', `${shown(join(home, 'data'), from)}, ${shown(logs, from)}`],
    ['Stop', stop],
  ]
  const title = seconds === undefined ? `Souk runs already (process ${dev.pid}).` : `Souk is ready after ${seconds.toFixed(1)} s.`
  return [
    '',
    pc.bold(title),
    ...rows.map(([label = '', value]) => ` ${pc.dim(label.padEnd(LABEL_WIDTH))}${value}`),
    ...(files ? ['', ...tryCommands(home, dev, from)] : []),
    '',
  ].join('\n')
}

const LABEL_WIDTH = 11

/** Relative if it is inside the folder; a text that is not a path stays as it is. */
function shown(path: string, from: string) {
  const short = relative(from, path)
  return !path.startsWith('/') || short.startsWith('..') ? path : short || '.'
}
