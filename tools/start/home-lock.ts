import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isRunning, startedAt } from '../infra/process-state.ts'

interface Owner {
  pid: number
  /** Distinguishes the owner from a later process with the same id. */
  started: string
}

const fileOf = (home: string) => join(home, 'supervisor.json')

/**
 * Creates the folder, accessible only to its owner; one of an older version is closed to others. A folder that is not ours stays
 * as it is.
 * @throws Error saying what to do if it is not writable
 */
export function makeHome(home: string) {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    accessSync(home, constants.W_OK)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new Error(`${home} cannot be written (${code}). Choose a folder of your own: SOUK_HOME=/tmp/souk npm start`)
  }
  if (existsSync(join(home, 'secrets.json'))) chmodSync(home, 0o700)
}

/** The process that runs this home; undefined if none does, even if a killed one left files. */
export function findOwner(home: string): number | undefined {
  const owner = readOwner(fileOf(home))
  return owner && isAlive(owner) ? owner.pid : undefined
}

/** Makes this process the one that runs the home. False if another one does. */
export function takeHome(home: string) {
  const file = fileOf(home)
  makeHome(home)
  const mine = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startedAt(process.pid) } satisfies Owner))
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (linked(mine, file)) return true
      if (findOwner(home)) return false
      removeStale(file)
    }
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

export function leaveHome(home: string) {
  if (readOwner(fileOf(home))?.pid === process.pid) rmSync(fileOf(home), { force: true })
}

/** A link either appears with its content or fails: two concurrent attempts cannot both succeed. */
function linked(from: string, to: string) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves the file away before checking again: between check and removal another start may have put its own there. */
function removeStale(file: string) {
  const aside = `${file}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const owner = readOwner(aside)
  if (owner && isAlive(owner)) linked(aside, file)
  rmSync(aside, { force: true })
}

function isAlive({ pid, started }: Owner) {
  return isRunning(pid) && startedAt(pid) === started
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
