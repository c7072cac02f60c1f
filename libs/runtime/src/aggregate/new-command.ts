import { randomUUID } from 'node:crypto'
import { derivedOpId } from '../ids.ts'

/** A command with an op of its own each time: repeating it does no harm, and its effect may have been undone since. */
export const newCommand = (deadline: number) => ({ op: derivedOpId(Date.now(), randomUUID()), deadline })
