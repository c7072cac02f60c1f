import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

/** A thread of its own for `readBeside`: a thread does not inherit the loader of TypeScript. */
register()
const { readAgainAndAgain } = await import('./slow-readers.ts')
const { readers, seconds, reading } = workerData
parentPort.postMessage(await readAgainAndAgain(readers, seconds, reading))
