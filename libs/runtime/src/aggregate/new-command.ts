import { randomUUID } from 'node:crypto'
import { derivedOpId } from '../ids.ts'

/** A command with a new op each time: for changes that may safely be repeated, and may have to be, if undone in between. */
export const newCommand = (deadline: number) => ({ op: derivedOpId(Date.now(), randomUUID()), deadline })
