/** Work that goes on beside requests: sweepers, watchers, relays. */
export interface Background {
  stop(): Promise<void> | void
}
