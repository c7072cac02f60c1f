declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Client {
    setRequests(requests: { method: string; path: string; headers?: Record<string, string>; body?: string }[]): void
  }
  export interface Run extends EventEmitter, PromiseLike<unknown> {
    stop(): void
  }
  interface Options {
    url: string
    connections: number
    /** In seconds. */
    duration: number
    /** How often it looks whether to end, in ms. */
    sampleInt: number
    setupClient(client: Client): void
  }
  export default function autocannon(options: Options): Run
}
